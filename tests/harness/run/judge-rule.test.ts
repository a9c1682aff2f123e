import { expect, test } from "vitest";
import { Inconclusive, NeedMissing, TransportFault, Violation } from "../../../harness/verdicts.ts";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import { catalogue } from "../../../spec/index.ts";
import { judgedAs } from "./one-rule.ts";

const answer = new Violation({ expected: "one", actual: "it is two" });
const deadline = new Violation({ expected: "an end", actual: "there was none", basis: "deadline" });
const inconclusive = new Inconclusive("the target was busy");
const fault = new TypeError("a check is wrong");

test.each([
  { what: "nothing", first: null, verdict: "passed", executions: 1 },
  { what: "a violation", first: answer, verdict: "violated", executions: 2 },
  { what: "an inconclusive ending", first: inconclusive, verdict: "inconclusive", executions: 1 },
  { what: "no answer", first: new TransportFault("reset", "cut"), verdict: "inconclusive", executions: 1 },
  { what: "a missing need", first: new NeedMissing("events"), verdict: "could_not_run", executions: 1 },
  { what: "a fault of the suite", first: fault, verdict: "broken", executions: 1 },
])("a check that throws $what is $verdict", async ({ first, verdict, executions }) => {
  let count = 0;
  const result = await judgedAs(async () => {
    count += 1;
    if (first !== null) throw first;
  });
  expect(result.verdict).toBe(verdict);
  expect(count).toBe(executions);
});

test.each([
  { basis: "an answer", first: answer, then: "violates", second: answer, so: "violated", of: "2/2" },
  { basis: "an answer", first: answer, then: "passes", second: null, so: "violated", of: "1/2" },
  { basis: "an answer", first: answer, then: "ends early", second: inconclusive, so: "violated", of: "1/2" },
  { basis: "an answer", first: answer, then: "breaks", second: fault, so: "violated", of: "1/2" },
  { basis: "a deadline", first: deadline, then: "violates", second: deadline, so: "violated", of: "2/2" },
  { basis: "a deadline", first: deadline, then: "passes", second: null, so: "unstable", of: "1/2" },
  {
    basis: "a deadline",
    first: deadline,
    then: "ends early",
    second: inconclusive,
    so: "unstable",
    of: "1/2",
  },
])("a violation by $basis is $so when a second execution $then", async ({ first, second, so, of }) => {
  let count = 0;
  const result = await judgedAs(async () => {
    count += 1;
    if (count === 1) throw first;
    if (second !== null) throw second;
  });
  expect(result).toMatchObject({ verdict: so, violation: { reproduced: of, expected: first.expected } });
  expect(result.reason).toContain(first.expected);
});

test.each([
  { basis: "an answer", first: answer, verdict: "violated", of: "1/1", executions: 1 },
  { basis: "a deadline", first: deadline, verdict: "violated", of: "2/2", executions: 2 },
])("a judgement that ends with its first violation takes $executions for $basis", async (expected) => {
  let count = 0;
  const result = await judgedAs(
    async () => {
      count += 1;
      throw expected.first;
    },
    { firstViolationEnds: true },
  );
  expect(result).toMatchObject({ verdict: expected.verdict, violation: { reproduced: expected.of } });
  expect(count).toBe(expected.executions);
});

test.each([
  { basis: "an answer", first: answer, verdict: "violated" },
  { basis: "a deadline", first: deadline, verdict: "inconclusive" },
])(
  "a violation by $basis is $verdict when the run ends in the second execution",
  async ({ first, verdict }) => {
    const run = new AbortController();
    let count = 0;
    const result = await judgedAs(
      async (check) => {
        count += 1;
        if (count === 1) throw first;
        run.abort();
        await check.pause(60_000, "for the end of the run");
      },
      { signal: run.signal },
    );
    expect([count, result.verdict]).toEqual([2, verdict]);
  },
);

test("a suite that fails when it re-runs a missed deadline is broken, not excused", async () => {
  let count = 0;
  const result = await judgedAs(async () => {
    count += 1;
    throw count === 1 ? deadline : fault;
  });
  expect(result.verdict).toBe("broken");
  expect(result.reason).toContain("a check is wrong");
});

test("a check that does not end is ended, and inconclusive", async () => {
  const result = await judgedAs(() => new Promise(() => undefined), { rule: { deadlineMs: 20 } });
  expect(result).toMatchObject({
    verdict: "inconclusive",
    reason: "the check did not finish within 20 ms",
  });
});

test.each([
  { then: "does not find it again", second: null, verdict: "unstable" },
  { then: "finds it again", second: answer, verdict: "violated" },
])(
  "of a setting of a shared account, a violation is $verdict if a second execution $then",
  async (expected) => {
    const touching = catalogue.find(({ needs }) => needs.join() === "touch.payout-schedule")?.id;
    let count = 0;
    const result = await judgedAs(
      async () => {
        count += 1;
        if (count === 1) throw answer;
        if (expected.second !== null) throw expected.second;
      },
      {
        id: touching,
        profile: withDefaults({
          target: { baseUrl: "http://target.test" },
          mayTouch: ["payout-schedule"],
        }),
      },
    );
    expect(result.verdict).toBe(expected.verdict);
    expect(count).toBe(2);
  },
);
