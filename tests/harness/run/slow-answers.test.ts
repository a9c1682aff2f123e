import { expect, test } from "vitest";
import { inSimulatedTime } from "../../../cli/in-process/simulated-time.ts";
import type { Check } from "../../../harness/check.ts";
import type { RuleResult } from "../../../harness/results.ts";
import { judgedAs } from "./one-rule.ts";

/** Judges a check on a target that takes this long for each answer, in simulated time. */
const judgedWith = (answerMs: number, judge: (check: Check) => Promise<void>): Promise<RuleResult> =>
  inSimulatedTime({ seed: 1 }, () =>
    judgedAs(judge, {
      target: async () => {
        await new Promise((resolve) => setTimeout(resolve, answerMs));
        return Response.json({ ok: true });
      },
    }),
  );

const read = (check: Check): Promise<unknown> => check.send({ method: "GET", to: "/v1/anything" });

const readForever = async (check: Check): Promise<void> => {
  while (!check.signal.aborted) await read(check);
};

test("a slow target is judged in the time that its answers take", async () => {
  const result = await judgedWith(900, async (check) => {
    for (let sent = 0; sent < 200; sent += 1) await read(check);
  });
  expect(result).toMatchObject({ verdict: "passed", exchanges: 200 });
  expect(result.durationMs).toBeGreaterThan(60_000);
});

test("so is a check that waits for what another one makes", async () => {
  const result = await judgedWith(900, (check) =>
    check.once("something slow", async (maker) => {
      for (let sent = 0; sent < 200; sent += 1) await read(maker);
    }),
  );
  expect(result.verdict).toBe("passed");
});

test("answers that are awaited at the same time make the deadline later once", async () => {
  const result = await judgedWith(1_000, async (check) => {
    await Promise.all([readForever(check), readForever(check), readForever(check)]);
  });
  expect(result.reason).toContain("ms more for slow answers");
  expect(result.durationMs).toBeGreaterThan(550_000);
  expect(result.durationMs).toBeLessThan(610_000);
});

test("a check that does not end is ended, however slow its target is", async () => {
  const result = await judgedWith(10_000, readForever);
  expect(result).toMatchObject({
    verdict: "inconclusive",
    reason:
      "the check did not finish within 60000 ms, and 540000 ms more for slow answers and the request rate",
  });
});

test("on a target that answers in the usual time, the deadline stays where it is", async () => {
  const result = await judgedWith(50, readForever);
  expect(result.reason).toBe("the check did not finish within 60000 ms");
});
