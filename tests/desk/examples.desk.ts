import { describe, test } from "vitest";
import { expectConforms, expectProposedFaultIsFound } from "../examples/example.ts";

/** The servers in other languages, started and judged by the commands of their READMEs. */
describe.each([
  ["python", 160],
  ["go", 260],
])("the server in %s", (name, rules) => {
  test("conforms in everything that its profile offers", () => expectConforms(name, rules));

  test("violates the rule that its README names, with the fault that it proposes", () =>
    expectProposedFaultIsFound(name));
});
