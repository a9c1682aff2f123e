import { setTimeout as pause } from "node:timers/promises";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Property } from "../../../harness/judge/property.ts";
import { Violation } from "../../../harness/verdicts.ts";
import { judgedAs } from "./one-rule.ts";

/** What is said of a check that is this property. */
const judgedOn = <T>(property: Property<T>, options: Parameters<typeof judgedAs>[1]) =>
  judgedAs((check) => check.property(property), options);

const tooLarge = (value: number): Violation =>
  new Violation({ expected: "at most ten", actual: `it is ${value}` });

test("a violation is reported with the smallest value that shows it, and its path", async () => {
  const result = await judgedOn(
    {
      from: fc.nat(1_000_000),
      holds: async (value) => {
        if (value > 10) throw tooLarge(value);
      },
    },
    { runs: 50 },
  );
  expect(result).toMatchObject({
    verdict: "violated",
    counterexample: 11,
    violation: { actual: "it is 11", reproduced: "2/2" },
    recorded: { property: 1, batch: 0 },
  });
});

test("every example is tried, however few the runs are", async () => {
  const tried: number[] = [];
  await judgedOn(
    {
      from: fc.nat(1_000_000),
      effort: 0.1,
      examples: [-1, -2, -3],
      holds: async (value) => void tried.push(value),
    },
    { runs: 1 },
  );
  expect(tried).toEqual([-1, -2, -3]);
});

test("shrinking takes a bounded number of executions", async () => {
  const executions: number[] = [];
  await judgedOn(
    {
      from: fc.array(fc.nat(), { minLength: 200, maxLength: 300 }),
      holds: async (value) => {
        executions.push(value.length);
        throw new Violation({ expected: "no list", actual: `one of ${value.length}` });
      },
    },
    { runs: 5 },
  );
  // Two executions of the check: each finds a value, and tries at most sixty smaller ones.
  expect(executions.length).toBeGreaterThan(20);
  expect(executions.length).toBeLessThanOrEqual(2 * 61);
});

test("a check shrinks a counterexample only while there is time, and reports its path", async () => {
  let found = false;
  const result = await judgedOn(
    {
      from: fc.array(fc.nat(), { minLength: 200, maxLength: 300 }),
      holds: async (value) => {
        if (found) await new Promise((resolve) => setTimeout(resolve, 100));
        found = true;
        throw new Violation({ expected: "no list", actual: `one of ${value.length}` });
      },
    },
    { runs: 5, rule: { deadlineMs: 2_000 } },
  );
  expect(result.verdict).toBe("violated");
  expect(result.recorded).toMatchObject({ property: 1, batch: 0 });
});

test("a smaller value that hangs costs neither the verdict nor the larger one", async () => {
  let first: number | undefined;
  const result = await judgedAs(
    (check) => {
      first = undefined;
      return check.property({
        from: fc.nat({ max: 1_000_000 }).map((value) => value + 1_000),
        holds: (value) => {
          if (first !== undefined && value !== first) return new Promise(() => undefined);
          first = value;
          return Promise.reject(tooLarge(value));
        },
      });
    },
    { runs: 5, rule: { deadlineMs: 2_000 } },
  );
  expect(result).toMatchObject({ verdict: "violated", counterexample: first });
});

test("a run that is interrupted keeps what a property has found", async () => {
  const interruption = new AbortController();
  let found = false;
  const result = await judgedOn(
    {
      from: fc.nat({ max: 1_000_000 }).map((value) => value + 1_000),
      holds: (value) => {
        if (!found) {
          found = true;
          return Promise.reject(tooLarge(value));
        }
        interruption.abort();
        return new Promise(() => undefined);
      },
    },
    { runs: 5, signal: interruption.signal },
  );
  expect(result).toMatchObject({ verdict: "violated", violation: { reproduced: "1/1" } });
});

test("a property that never reaches its interesting cases did not pass", async () => {
  const result = await judgedOn(
    {
      from: fc.constant(1),
      runShares: { "more than one": 0.5 },
      holds: async (value, reach) => {
        if (value > 1) reach("more than one");
      },
    },
    { runs: 10 },
  );
  expect(result).toMatchObject({
    verdict: "inconclusive",
    shares: { "more than one": { reached: 0, declared: 0.5 } },
  });
  expect(result.reason).toContain("more than one: 0 %, required 50 %");
});

test.each([1, 2, 3, 5])("%i runs reach every class of values, in a property of any effort", async (runs) => {
  const classes = ["a", "b", "c", "d", "e", "f"] as const;
  for (const effort of [0.1, 0.4, 1]) {
    const result = await judgedOn(
      {
        effort,
        // The classes are rare: without being looked for, hardly any is drawn.
        from: fc.integer({ min: 0, max: 99 }),
        classesOf: (value) => classes.slice(value, value + 1),
        shares: Object.fromEntries(classes.map((name) => [name, 0.1])),
        holds: async () => undefined,
      },
      { runs },
    );
    expect(result, `effort ${effort}`).toMatchObject({ verdict: "passed" });
  }
});

test("a property draws one value for each run, whatever only its runs show", async () => {
  let drawn = 0;
  const result = await judgedOn(
    {
      from: fc.nat(1).map((value) => {
        drawn += 1;
        return value;
      }),
      classesOf: (value) => (value === 1 ? ["odd"] : []),
      runShares: { accepted: 0.5 },
      holds: async (_value, reach) => reach("accepted"),
    },
    { runs: 40 },
  );
  expect(result).toMatchObject({ verdict: "passed", shares: { accepted: { reached: 1, declared: 0.5 } } });
  expect(drawn).toBe(40);
});

test("a class of values that a run shows is a mistake in the suite", async () => {
  const result = await judgedOn(
    {
      from: fc.nat(1),
      shares: { odd: 0.25 },
      classesOf: (value) => (value === 1 ? ["odd"] : []),
      holds: async (_value, reach) => reach("odd"),
    },
    { runs: 40 },
  );
  expect(result).toMatchObject({ verdict: "broken", reason: expect.stringContaining("runShares") as string });
});

test("a property reports how often it reached them", async () => {
  const result = await judgedOn(
    {
      from: fc.nat(1),
      shares: { odd: 0.25 },
      classesOf: (value) => (value === 1 ? ["odd"] : []),
      holds: async () => undefined,
    },
    { runs: 40 },
  );
  expect(result.verdict).toBe("passed");
  expect(result.shares["odd"]?.reached).toBeGreaterThanOrEqual(0.25);
});

test.each([
  { runs: 20, verdict: "inconclusive" },
  { runs: 21, verdict: "passed" },
])(
  "$runs runs that take longer than the time of a rule: $verdict, as further runs add time",
  async ({ runs, verdict }) => {
    let waited = false;
    const result = await judgedAs(
      (check) =>
        check.property({
          from: fc.nat(),
          holds: async () => {
            if (waited) return;
            waited = true;
            // Ends with the check's time, where it has no more.
            await pause(200, undefined, { signal: check.signal }).catch(() => undefined);
          },
        }),
      { runs, rule: { deadlineMs: 50 } },
    );
    expect(result).toMatchObject({
      verdict,
      reason: verdict === "passed" ? null : "the check did not finish within 50 ms",
    });
  },
);
