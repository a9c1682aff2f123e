import { expect, it } from "vitest";
import type { ExitCode, RuleResult, RunResult } from "../../harness/results.ts";
import { badgeJson, badgeSvg } from "../../reports/files/badge.ts";
import { rule, run } from "./fixture.ts";

const passed = rule({ id: "a/passed", verdict: "passed" });
const open = rule({ id: "a/open", verdict: "could_not_run" });
const violated = rule({ id: "a/violated", verdict: "violated" });
const known = rule({ id: "a/known", verdict: "violated", known: true });

const cases: readonly (readonly [string, readonly RuleResult[], ExitCode, string])[] = [
  ["all passed", [passed], 0, "conformant, 100 % judged"],
  ["half was judged, which is allowed", [passed, open], 0, "conformant, 50 % judged"],
  ["a violation", [passed, violated, known], 1, "1 violation, 100 % judged"],
  ["a stale baseline", [passed], 1, "stale baseline"],
  ["half was judged", [passed, open], 3, "incomplete, 50 % judged"],
  ["nothing was judged", [], 3, "incomplete, 0 % judged"],
  ["the suite broke", [passed], 4, "no verdict"],
];

it.each(cases)(
  "says the verdict and how much was judged, in green only if the target conforms: %s",
  (_when, rules, exitCode, message) => {
    const result = run(rules, { exitCode });
    expect(JSON.parse(badgeJson(result))).toMatchObject({
      schemaVersion: 1,
      label: "payconform",
      message,
      isError: exitCode !== 0,
    });
    const svg = badgeSvg(result);
    expect(svg).toContain(`<title>payconform: ${message}</title>`);
    expect(svg.includes("#2e7d46"), "green").toBe(exitCode === 0);
  },
);

it("says what was judged if that is not all of a server", () => {
  const message = (fields: Partial<RunResult>): unknown =>
    (JSON.parse(badgeJson(run([passed], fields))) as { message: unknown }).message;
  const catalogue = { version: "1", rules: 1_704, planned: 0, unobservable: 4 };
  expect(message({ catalogue })).toBe("conformant, 1 of 1700 rules judged");
  expect(message({ embedded: true })).toBe("emulator: conformant, 100 % judged");
});
