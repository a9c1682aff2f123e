import { describe, test } from "vitest";
import { expectConforms, expectInitialises, expectProposedFaultIsFound } from "../examples/example.ts";

/** The servers in other languages, started and judged by the commands of their READMEs. */
describe.each([
  ["python", 190],
  ["go", 320],
])("the server in %s", (name, rules) => {
  test("conforms in everything that its profile offers", () => expectConforms(name, rules));

  test("gets a profile from init that judges what its own profile judges", () => expectInitialises(name));

  test("violates the rule that its README names, with the proposed fault", () =>
    expectProposedFaultIsFound(name));
});
