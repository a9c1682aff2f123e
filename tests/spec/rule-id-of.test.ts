import { expect, test } from "vitest";
import { ruleIdOf } from "../../spec/index.ts";

test("a composed id is the id of a rule", () => {
  expect(ruleIdOf("connect-targets/withdrawal-unknown")).toBe("connect-targets/withdrawal-unknown");
});

test.each([undefined, 7, "", "connect-targets/withdrawal-unknwon"])("%j is refused", (id) => {
  expect(() => ruleIdOf(id)).toThrow(`${String(id)} is not the id of a rule`);
});
