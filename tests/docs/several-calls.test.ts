import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { startEmulator } from "../../emulator/start.ts";
import { folderWith, inThisProcess, outcomeIn, root } from "../cli/command-line.ts";

const RULES = [
  "subscription-events/created-from-page-has-session",
  "subscription-events/no-session-completed",
];

const [, section = ""] =
  /^## A port that needs several calls\n([^]*?)^## /m.exec(
    readFileSync(join(root, "docs/control.md"), "utf8"),
  ) ?? [];
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "m").exec(section)?.[1] ?? "";

interface Profile {
  readonly target: object;
  readonly ports: Record<string, { defaults?: { account?: string } }>;
}

/** The verdicts of two rules that need the port, judged with the module and the binding that the page shows. */
async function judged(module: string): Promise<Record<string, string>> {
  await using emulator = await startEmulator({ seed: 5 });
  const { ports, fields, events, inFlight } = parse(
    readFileSync(join(root, "emulator/profile.yaml"), "utf8"),
  ) as Profile & Record<string, unknown>;
  const shown = parse(block("yaml")) as Profile;
  const { checkoutSubscription } = shown.ports;
  const account = emulator.merchant.accountId;
  const profile = stringify({
    target: { baseUrl: emulator.paymentUrl, checkoutUrl: emulator.checkoutUrl, ...shown.target },
    ...{ fields, events, inFlight },
    ports: { ...ports, checkoutSubscription: { ...checkoutSubscription, defaults: { account } } },
  });
  const folder = folderWith({ "control.mjs": module, "payconform.yaml": profile });
  const env = { PAYCONFORM_KEY: emulator.merchant.testKey };
  const run = await inThisProcess(["run", "--no-allure", "--rules", ...RULES], { folder, env });
  expect(run.stderr).toBe("");
  return Object.fromEntries(outcomeIn(folder).rules.map(({ id, verdict }) => [id, verdict]));
}

test("a control module makes the calls of a port as the page shows", async () => {
  expect(await judged(block("js"))).toEqual({ [RULES[0] ?? ""]: "passed", [RULES[1] ?? ""]: "passed" });
});

test("a call that fails leaves the rules that need the port undecided", async () => {
  const verdicts = await judged(block("js").replace("/pay`", "/nowhere`"));
  expect(new Set(Object.values(verdicts))).toEqual(new Set(["inconclusive"]));
});
