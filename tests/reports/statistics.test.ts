import { expect, it } from "vitest";
import type { RuleResult } from "../../harness/results.ts";
import { areaRows, percent, rulesBySection, sharesOf } from "../../reports/evidence/statistics.ts";
import { everything, rule, run } from "./fixture.ts";

it.each([
  [0, 0, null],
  [0, 10, "0 %"],
  [10, 10, "100 %"],
  [1, 3, "33.3 %"],
  [99_999, 100_000, "99.9 %"],
  [1, 100_000, "0.1 %"],
])("%i of %i is %s", (part, whole, shown) => {
  expect(percent(part, whole)).toBe(shown);
});

it("counts every rule in exactly one group", () => {
  const { rules, passed, violated, notJudged, notOffered } = sharesOf(everything.rules);
  expect(passed + violated + notJudged + notOffered).toBe(rules);
  expect([passed, violated, notJudged, notOffered]).toEqual([1, 3, 6, 1]);
});

it("orders sections as the document does", () => {
  const sections = ["2.10", "10", "2.9", "4", "4.1"];
  const result = run(
    sections.map((section, index) => rule({ id: `a/r${index}`, verdict: "passed", section })),
  );
  expect(rulesBySection(result).map(([section]) => section)).toEqual(["2.9", "2.10", "4", "4.1", "10"]);
});

const second = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString();

it("counts rules of an area that are judged in parallel once in its time, and no pause between them", () => {
  const result = run([
    rule({ id: "a/later", verdict: "passed", startedAt: second(10), durationMs: 1_000 }),
    rule({ id: "a/first", verdict: "passed", startedAt: second(0), durationMs: 3_000 }),
    rule({ id: "a/within", verdict: "passed", startedAt: second(1), durationMs: 500 }),
    rule({ id: "a/overlaps", verdict: "passed", startedAt: second(2), durationMs: 2_000 }),
    rule({ id: "b/other", verdict: "passed", startedAt: second(0), durationMs: 1_500 }),
  ]);
  expect(areaRows(result).map(({ area, durationMs }) => [area, durationMs])).toEqual([
    ["a", 5_000],
    ["b", 1_500],
  ]);
});

it("says in each row what the missing needs cost, the dearest first", () => {
  const waiting = (id: string, ...needs: string[]): RuleResult =>
    rule({ id, verdict: "could_not_run", needs: needs.map((need) => ({ id: need, supply: "" })) });
  const result = run([
    waiting("a/one", "events", "port.x"),
    waiting("a/two", "events"),
    waiting("a/three", "field.y", "port.x", "fixture.z", "events"),
    rule({ id: "a/passed", verdict: "passed" }),
    rule({ id: "b/passed", verdict: "passed" }),
  ]);
  expect(areaRows(result).map(({ unmet }) => unmet)).toEqual(["events 3, port.x 2, 2 more", ""]);
});
