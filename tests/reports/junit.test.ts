import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import type { ExitCode, RuleResult, RunResult, Verdict } from "../../harness/results.ts";
import { junitXml } from "../../reports/files/junit.ts";
import { everything, rule, run } from "./fixture.ts";

/** A report. @throws Error if it is not well-formed XML 1.0 */
function reported(result: RunResult): string {
  const xml = junitXml(result);
  const parser = new SaxesParser({ fragment: false });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
  return xml;
}

describe("junit.xml", () => {
  it("is well-formed and inert with hostile evidence", () => {
    const xml = reported(everything);
    expect(xml).toContain("]]&gt; &lt;script&gt;alert(1)&lt;/script&gt;");
    expect(xml).toMatch(/<failure message="[^"]*\\u001b\[31mred/u);
  });

  const one = (verdict: Verdict, fields: Partial<RuleResult> = {}) =>
    rule({ id: "reversals/x", verdict, ...fields });
  const cases: readonly (readonly [string, readonly RuleResult[], ExitCode])[] = [
    ["all passed", [one("passed")], 0],
    ["a violation", [one("passed"), one("violated")], 1],
    ["a known violation", [one("passed"), one("violated", { known: true })], 0],
    ["a known violation and a stale baseline", [one("passed"), one("violated", { known: true })], 1],
    ["a rule that could not run", [one("passed"), one("could_not_run")], 3],
    ["a rule that could not run and is excused", [one("passed"), one("could_not_run")], 0],
    ["a rule that does not apply", [one("passed"), one("not_applicable")], 0],
    ["nothing but skips", [one("not_applicable")], 3],
    ["no rule at all", [], 3],
    ["an inconclusive rule", [one("passed"), one("inconclusive")], 3],
    ["an unstable rule", [one("passed"), one("unstable")], 3],
    ["a broken check", [one("passed"), one("broken")], 4],
    ["a failure after the last rule", [one("passed")], 4],
  ];
  it.each(cases)("is red if and only if the exit code is not 0: %s", (_, rules, exitCode) => {
    expect(/<(?:failure|error) /.test(reported(run(rules, { exitCode })))).toBe(exitCode !== 0);
  });
});

it("names the cause that a rule shares with others", () => {
  const symptom = { kind: "status", where: ["POST /a"], expected: "422", actual: 400 } as const;
  const rules = ["a/1", "a/2"].map((id) => rule({ id, verdict: "violated", symptom }));
  expect(reported(run(rules, { exitCode: 1 }))).toContain(
    "cause          POST /a answers 400 instead of 422 (2 rules)",
  );
});
