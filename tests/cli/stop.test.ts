import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Ended } from "../child-process.ts";
import { serving } from "../local-server.ts";
import { startIntentsServer } from "../harness/intents-server.ts";
import { emptyFolder, outcomeIn, payconform } from "./command-line.ts";
import { preloaded } from "./preloaded.ts";

let requests = 0;
const server = await startIntentsServer((answer) => {
  requests += 1;
  return answer;
});
afterAll(() => server.close());

interface Stopped extends Ended {
  readonly out: string;
  readonly recording: unknown;
  /** The time from the signal to the end, except the wait for a processor, ms. */
  readonly took: number;
  /** Requests that arrived after the end. */
  readonly late: number;
}

async function stopped(options: {
  readonly signal: NodeJS.Signals;
  readonly flags: string;
  readonly blocked: boolean;
}): Promise<Stopped> {
  const folder = emptyFolder();
  const extra = preloaded(folder, { blocks: options.blocked });
  const { block, blocked } = extra;
  let asked = false;
  const run = `run --target ${server.url} --rules payment-intents --runs 2000 --har run.har ${options.flags}`;
  const ended = await payconform(run, {
    folder,
    env: { PAYCONFORM_KEY: server.key, ...extra.env },
    onOutput: (text, kill) => {
      if (asked || !text.includes("payconform judges")) return;
      asked = true;
      const busy = setInterval(() => {
        if (requests === 0) return;
        if (options.blocked && !existsSync(block)) writeFileSync(block, "");
        if (options.blocked && !existsSync(blocked)) return;
        clearInterval(busy);
        kill(options.signal);
      }, 5);
    },
  });
  const { took } = extra.times();
  const before = requests;
  await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    ...ended,
    took,
    late: requests - before,
    out: join(folder, "payconform-out"),
    recording: JSON.parse(readFileSync(join(folder, "run.har"), "utf8")) as unknown,
  };
}

const MOST_MS = 2_000;

describe.each([
  ["SIGTERM", { signal: "SIGTERM", flags: "--no-allure", blocked: false }],
  ["SIGINT", { signal: "SIGINT", flags: "--no-allure", blocked: false }],
  ["SIGTERM with Allure", { signal: "SIGTERM", flags: "", blocked: false }],
  ["SIGTERM while the judging thread is blocked", { signal: "SIGTERM", flags: "--no-allure", blocked: true }],
] as const)("%s", (_what, options) => {
  test("ends the run with 3, with the outcome, and without Allure's report", async () => {
    requests = 0;
    const ended = await stopped(options);
    expect(ended.stderr).toBe("payconform: interrupted; writing reports of what was judged\n");
    expect(ended.code).toBe(3);
    const outcome = outcomeIn(ended.out, "");
    expect(outcome).toMatchObject({ interrupted: true, exitCode: 3 });
    expect(new Set(outcome.rules.map(({ verdict }) => verdict))).toContain("inconclusive");
    expect(readFileSync(join(ended.out, "junit.xml"), "utf8")).toContain("</testsuites>");
    expect(readFileSync(join(ended.out, "summary.md"), "utf8")).toContain("The run was interrupted.");
    expect(existsSync(join(ended.out, "allure-report"))).toBe(false);
    expect(ended.recording).toMatchObject({ log: { version: "1.2" } });
    expect(ended.late).toBe(0);
    expect(ended.took).toBeLessThan(MOST_MS);
  });
});

test("--max-duration ends a run whose judging thread is blocked", async () => {
  requests = 0;
  const folder = emptyFolder();
  const extra = preloaded(folder, { blocks: true });
  const run = `run --target ${server.url} --rules payment-intents --no-allure --max-duration 1`;
  const ended = await payconform(run, {
    folder,
    env: { PAYCONFORM_KEY: server.key, ...extra.env },
    onOutput: (text) => {
      if (text.includes("payconform judges")) writeFileSync(extra.block, "");
    },
  });
  expect(existsSync(extra.blocked)).toBe(true);
  expect(ended.code).toBe(3);
  const outcome = readFileSync(join(folder, "payconform-out/conformance.json"), "utf8");
  expect(outcome).toContain("(--max-duration) was reached");
});

test("SIGTERM before the target has answered ends with 3, and nothing is written", async () => {
  const folder = emptyFolder();
  let kill: (signal: NodeJS.Signals) => void = () => undefined;
  await using hanging = await serving(() => kill("SIGTERM"));
  const ended = await payconform(`run --target ${hanging.url} --no-allure`, {
    folder,
    env: { PAYCONFORM_KEY: server.key },
    onStart: (killing) => (kill = killing),
  });
  expect([ended.code, ended.stderr]).toEqual([
    3,
    "payconform: interrupted; writing reports of what was judged\npayconform: nothing was judged\n",
  ]);
  expect(readdirSync(folder)).toEqual([]);
});
