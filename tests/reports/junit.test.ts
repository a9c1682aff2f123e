import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import type { ExitCode, RuleResult, Verdict } from "../../harness/results.ts";
import { junitXml } from "../../reports/files/junit.ts";
import { everything, rule, run, UNSAFE } from "./fixture.ts";

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly path: string;
  text: string;
}

/** Every element of a document. @throws Error if it is not well-formed XML 1.0 */
function parse(xml: string): readonly Element[] {
  const parser = new SaxesParser({ fragment: false });
  const elements: Element[] = [];
  const open: Element[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => {
    const { name } = tag;
    const attributes = Object.fromEntries(
      Object.entries(tag.attributes).map(([key, value]) => [key, String(value)]),
    );
    const element: Element = {
      name,
      attributes,
      path: [...open.map((each) => each.name), name].join("/"),
      text: "",
    };
    open.push(element);
    elements.push(element);
  });
  parser.on("text", (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return elements;
}

const named = (elements: readonly Element[], name: string) =>
  elements.filter((element) => element.name === name);
const isRed = (elements: readonly Element[]) =>
  named(elements, "failure").length + named(elements, "error").length > 0;

describe("junit.xml", () => {
  it("is well-formed and inert with hostile evidence", () => {
    const xml = junitXml(everything);
    expect(xml).not.toMatch(UNSAFE);
    const failure = named(parse(xml), "failure")[1];
    expect(failure?.text).toContain("]]> <script>alert(1)</script>");
    expect(failure?.attributes["message"]).toContain("\\u001b[31mred");
  });

  it("gives every skip its reason", () => {
    for (const skipped of named(parse(junitXml(everything)), "skipped")) {
      expect(skipped.attributes["message"]).toMatch(/^(could not run|not applicable|known violation).*: \S/u);
    }
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
  ];
  it.each(cases)("is red if and only if the exit code is not 0: %s", (_, rules, exitCode) => {
    expect(isRed(parse(junitXml(run(rules, { exitCode }))))).toBe(exitCode !== 0);
  });
});

it("names the cause that a rule shares with others", () => {
  const symptom = { kind: "status", where: ["POST /a"], expected: "422", actual: 400 } as const;
  const rules = ["a/1", "a/2"].map((id) => rule({ id, verdict: "violated", symptom }));
  const [first] = named(parse(junitXml(run(rules, { exitCode: 1 }))), "failure");
  expect(first?.text).toContain("cause          POST /a answers 400 instead of 422 (2 rules)");
});
