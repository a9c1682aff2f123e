import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { startIntentsServer } from "../harness/intents-server.ts";
import { emptyFolder, inThisProcess, outcomeIn } from "./command-line.ts";

/** The status of a created intent. */
let created = 200;
const server = await startIntentsServer((answer, { method }) =>
  method === "POST" && answer.status === 200 ? { ...answer, status: created } : answer,
);
afterAll(() => server.close());
beforeEach(() => {
  created = 200;
});

const RULES = [
  "payment-intents/create-payment-intent-is-served",
  "payment-intents/create-status",
  "payment-intents/created-label",
  "payment-intents/created-id",
];

async function run(folder: string, ...flags: readonly string[]) {
  const args = ["run", "--target", server.url, "--runs", "2", "--no-allure", "--rules", ...RULES, ...flags];
  const { code, stdout, stderr } = await inThisProcess(args, { folder, env: { PAYCONFORM_KEY: server.key } });
  return { outcome: outcomeIn(folder), stdout, stderr, code };
}

test("--last-failed judges what failed, and the run reports what passes now", async () => {
  const folder = emptyFolder();
  created = 201;
  const first = await run(folder);
  expect(first.outcome).toMatchObject({ comparison: null, failed: ["payment-intents/create-status"] });
  created = 200;
  const second = await run(folder, "--last-failed");
  expect(second.outcome.rules.map(({ id, verdict }) => [id, verdict])).toEqual([
    ["payment-intents/create-status", "passed"],
  ]);
  expect(second.outcome.comparison).toMatchObject({
    since: first.outcome.startedAt,
    fixed: ["payment-intents/create-status"],
    newViolations: [],
  });
  expect(second.stdout).toContain(
    `since the run of ${first.outcome.startedAt}\n  1 fixed: payment-intents/create-status\n`,
  );
  created = 201;
  const third = await run(folder, "--last-failed");
  expect(third.stderr).toBe("payconform: no selected rule failed in payconform-out; judging all of them\n");
  expect(third.outcome.rules).toHaveLength(RULES.length);
  expect(third.stdout).toContain("1 new violation: payment-intents/create-status");
});

test("a run that judges nothing deletes earlier reports, but the next run still knows what failed", async () => {
  const folder = emptyFolder();
  created = 201;
  const first = await run(folder);
  // Nothing listens on that port.
  for (const _again of [1, 2]) {
    const args = ["run", "--no-allure", "--target", "http://127.0.0.1:9", "--rules", ...RULES];
    const ended = await inThisProcess(args, { folder, env: { PAYCONFORM_KEY: server.key } });
    expect(ended.code).toBe(3);
    expect(readdirSync(join(folder, "payconform-out")).sort()).toEqual([
      "earlier-conformance.json",
      "payconform-files.txt",
    ]);
  }
  created = 200;
  const next = await run(folder, "--last-failed");
  expect(next.outcome.rules.map(({ id }) => id)).toEqual(["payment-intents/create-status"]);
  expect(next.outcome.comparison).toMatchObject({
    since: first.outcome.startedAt,
    fixed: ["payment-intents/create-status"],
  });
  expect(readdirSync(join(folder, "payconform-out"))).not.toContain("earlier-conformance.json");
});

test("--last-failed without an earlier run judges everything", async () => {
  const { outcome, stderr } = await run(emptyFolder(), "--last-failed");
  expect(stderr).toBe("payconform: payconform-out has no earlier run; judging all selected rules\n");
  expect(outcome.rules).toHaveLength(RULES.length);
});

test("--bail stops at the first violation", async () => {
  created = 500;
  const { outcome, code } = await run(emptyFolder(), "--bail", "--rules", "payment-intents");
  expect(code).toBe(1);
  expect(outcome.interrupted).toBe(true);
  const unreached = outcome.rules.filter(({ reason }) => reason?.includes("(--bail, --max-violations)"));
  expect(unreached.length).toBeGreaterThan(0);
  expect(outcome.failed).not.toContain(unreached[0]?.id);
});

test("a violated passive rule needs only the requests that show it", async () => {
  const requests = async (status: number): Promise<number> => {
    created = status;
    const folder = emptyFolder();
    const run = `run --target ${server.url} --no-allure --rules payment-intents/create-status`;
    await inThisProcess(run, { folder, env: { PAYCONFORM_KEY: server.key } });
    return outcomeIn(folder).requests ?? 0;
  };
  const [violated, passed] = [await requests(201), await requests(200)];
  expect(violated).toBeLessThan(passed / 3);
});
