import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { judge } from "../../../cli/runner/judge.ts";
import { listenForStop } from "../../../cli/runner/stop.ts";
import type { JudgingThread, ThreadOptions } from "../../../cli/runner/threads.ts";
import type { Target } from "../../../cli/targets/describe.ts";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import type { RunResult } from "../../../harness/results.ts";
import { createReporters } from "../../../reports/index.ts";
import { OutputFolder } from "../../../reports/output/output-folder.ts";
import { everything } from "../../reports/fixture.ts";
import { emptyFolder, outcomeIn } from "../command-line.ts";

const baseUrl = "http://target.test";
const target: Target = {
  profile: withDefaults({ target: { baseUrl, checkoutUrl: baseUrl } }),
  keys: { test: "sk_test_Zq7WvN3kXb5RtY9mHc2J" },
  access: { headers: {} },
  liveKeyAllowed: false,
  embedded: false,
  close: () => Promise.resolve(),
};

type Tell = ThreadOptions["receive"];
const ended = {
  type: "ended",
  pauses: new Map(),
  advice: null,
  observations: [],
  leftovers: [],
  requests: 7,
  coverage: [],
  lost: null,
  fault: null,
} as const;

/** Judges by a thread that does only this when it is asked to end; returns how a stop ended it, and after how many ms it was left. */
async function stopped(onInterrupt: (tell: Tell) => void): Promise<{ result: RunResult; took: number }> {
  const stop = new AbortController();
  const at = performance.now();
  let took: number | undefined;
  const thread = ({ receive }: ThreadOptions): JudgingThread => {
    receive({
      type: "cleanup",
      entry: { did: "creating", kind: "test clock", id: "clock 1", key: "test", ref: "1" },
    });
    return {
      done: new Promise(() => undefined),
      interrupt: () => onInterrupt(receive),
      abandon: () => (took ??= performance.now() - at),
    };
  };
  const judging = judge({
    target,
    settings: { seed: 1, runs: 1, patterns: ["payment-intents"], replayTemplate: "ID" },
    allowIncomplete: false,
    reporter: { on: () => undefined },
    thread,
    stop: stop.signal,
  });
  stop.abort();
  let over = false;
  const result = judging.finally(() => (over = true));
  while (!over) await vi.advanceTimersByTimeAsync(10);
  return { result: await result, took: took ?? NaN };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each([
  { what: "does not hear of it", most: 510, onInterrupt: () => undefined },
  { what: "hears of it and goes on", most: 1_010, onInterrupt: (tell: Tell) => tell({ type: "ending" }) },
  {
    what: "has reported everything and does not end",
    most: 20,
    onInterrupt: (tell: Tell) => {
      tell({ type: "ending" });
      tell(ended);
    },
  },
])("a thread that $what leaves half of the time for the reports", async ({ most, onInterrupt }) => {
  const { result, took } = await stopped(onInterrupt);
  expect(took).toBeLessThanOrEqual(most);
  expect(result).toMatchObject({ interrupted: true, exitCode: 3 });
  expect(new Set(result.rules.map(({ verdict }) => verdict))).toEqual(new Set(["inconclusive"]));
  const left = result.requests === 7 ? [] : [expect.objectContaining({ id: "clock 1", unanswered: true })];
  expect(result.leftovers).toEqual(left);
});

test.each(["SIGINT", "SIGTERM"] as const)("a second %s ends the process immediately", (signal) => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const others = process.listeners(signal);
  const stop = listenForStop("interrupted");
  // The test runner also listens.
  const [hear] = process.listeners(signal).filter((listener) => !others.includes(listener));
  expect([stop.signal.aborted, stop.left()]).toEqual([false, Infinity]);
  hear?.(signal);
  expect([stop.signal.aborted, exit.mock.calls.length]).toEqual([true, 0]);
  vi.advanceTimersByTime(300);
  expect(stop.left()).toBe(1_700);
  hear?.(signal);
  expect(exit.mock.calls).toEqual([[3]]);
  stop.release();
  expect(process.listeners(signal)).toEqual(others);
});

test("the outcome is written when there is no time for transcripts, and names only existing ones", async () => {
  const outDir = emptyFolder();
  // Each call of the clock takes 100 ms.
  let left = 800;
  await createReporters({
    folder: new OutputFolder(outDir),
    stream: { write: () => true },
    isTTY: false,
    ci: true,
    stop: { signal: AbortSignal.abort(), left: () => (left -= 100) },
  }).finish(everything);
  const outcome = outcomeIn(outDir, "");
  expect(outcome.interrupted).toBe(true);
  const named = outcome.rules.flatMap(({ transcript }) => transcript ?? []);
  expect(named).toHaveLength(1);
  for (const name of named) expect(readFileSync(join(outDir, name), "utf8")).not.toBe("");
});
