import { afterAll, expect, test } from "vitest";
import type { Ended } from "../child-process.ts";
import { folderWith, inThisProcess, outcomeIn } from "./command-line.ts";
import { startEmulator } from "../../emulator/start.ts";

const emulator = await startEmulator({ seed: 5 });
afterAll(() => emulator.close());
const { paymentUrl, merchant } = emulator;

const NEEDS_CONTROL = "authentication/regenerated-key-stops-at-once";
const NEEDS_NONE = "payment-intents/retrieve-payment-intent-is-served";

/** A module that forwards everything to the emulator's control, whose URL it derives from that of the target. */
const forwarding = (first = ""): string => `
  export default async (request, { target }) => {
    const { pathname } = new URL(request.url);
    if (request.method !== "GET") { ${first} }
    const { method, headers } = request;
    const body = method === "GET" ? undefined : await request.arrayBuffer();
    return fetch(target.baseUrl + "/control" + (pathname === "/" ? "" : pathname), { method, headers, body });
  };`;

/** Runs with a control module. Returns the verdicts by rule. */
async function judged(
  module: string,
  rules: readonly string[],
  flags: readonly string[] = ["--no-allure"],
): Promise<Ended & { readonly verdicts: ReadonlyMap<string, string> }> {
  const folder = folderWith({
    "payconform.yaml": `target: { baseUrl: "${paymentUrl}", controlModule: ./control.mjs }\ndeadlines: { exchangeMs: 2000 }\n`,
    "control.mjs": module,
  });
  const env = { PAYCONFORM_KEY: merchant.testKey };
  const ended = await inThisProcess(["run", "--rules", ...rules, ...flags], { folder, env });
  if (ended.code === 2) return { ...ended, verdicts: new Map() };
  return { ...ended, verdicts: new Map(outcomeIn(folder).rules.map(({ id, verdict }) => [id, verdict])) };
}

test("a control module receives the target's URLs", async () => {
  const { code, stderr, verdicts } = await judged(forwarding(), [NEEDS_CONTROL]);
  expect(stderr).toBe("");
  expect(verdicts.get(NEEDS_CONTROL)).toBe("passed");
  expect(code).toBe(0);
});

test("what a control module prints is not part of the output", async () => {
  const { code, stdout, stderr } = await judged(`console.log("loaded");${forwarding()}`, [NEEDS_CONTROL]);
  expect(stdout).not.toContain("loaded");
  expect(stderr).toContain("loaded");
  expect(code).toBe(0);
});

// How a module can fail is in tests/harness/http/control-module.test.ts; here is what a run makes of it.
test("a control module that fails while it loads ends the run with 2", async () => {
  const { code, stdout, stderr } = await judged('throw new Error("no database");', [NEEDS_NONE]);
  expect(stderr).toMatch(
    /^payconform: target\.controlModule: \S+control\.mjs cannot be loaded: no database\n$/,
  );
  expect([code, stdout]).toEqual([2, ""]);
});

test("after a control module has ended, rules that need it are inconclusive and the others are judged", async () => {
  const module = forwarding("process.exit(0);");
  const { code, stdout, verdicts } = await judged(module, [NEEDS_CONTROL, NEEDS_NONE]);
  expect(verdicts.get(NEEDS_CONTROL)).toBe("inconclusive");
  expect(verdicts.get(NEEDS_NONE)).toBe("passed");
  expect(stdout).toContain("ended its thread with 0");
  expect(code).toBe(3);
});

test("a control module that exits before it lists its operations does not excuse an incomplete run", async () => {
  // The first request is that before the run, the second that of the run.
  const module = `
    import { existsSync, writeFileSync } from "node:fs";
    const been = new URL("./been", import.meta.url);
    export default () => {
      if (existsSync(been)) process.exit(0);
      writeFileSync(been, "");
      return Response.json({ operations: ["createMerchant"] });
    };`;
  const flags = ["--no-allure", "--allow-incomplete"];
  const { code, verdicts } = await judged(module, [NEEDS_CONTROL, NEEDS_NONE], flags);
  expect(verdicts.get(NEEDS_CONTROL)).toBe("inconclusive");
  expect(code).toBe(3);
});
