import { expect, test } from "vitest";
import { matchesRule } from "../../harness/patterns.ts";

const rule = { id: "reversals/over-remaining", area: "reversals", section: "4.5" };
const deeper = { ...rule, section: "4.5.1" };
const neighbour = { ...rule, section: "4.51" };

test.each([
  ["reversals/over-remaining", rule, true],
  ["reversals", rule, true],
  ["reversals/*", rule, true],
  ["*over*", rule, true],
  ["reversals/over", rule, false],
  ["reversal", rule, false],
  ["reversals.over*", rule, false],
  ["4.5", rule, true],
  ["§4.5", rule, true],
  ["4", rule, true],
  ["4.5", deeper, true],
  ["4.5", neighbour, false],
  ["5", rule, false],
  ["", rule, false],
] as const)("%j and the rule %j: %s", (pattern, known, matches) => {
  expect(matchesRule(pattern, known)).toBe(matches);
});
