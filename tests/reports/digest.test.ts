import { expect, test } from "vitest";
import { areaRows } from "../../reports/evidence/digest.ts";
import { rule, run } from "./fixture.ts";

const second = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString();

test("the time of an area counts rules that are judged in parallel once, and no pause between them", () => {
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
