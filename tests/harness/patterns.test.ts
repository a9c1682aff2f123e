import { expect, test } from "vitest";
import { matchesRule, selectionOf } from "../../harness/patterns.ts";

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

const others = [
  rule,
  { id: "vendors/rate", area: "vendors", section: "8" },
  { id: "vendors/list", area: "vendors", section: "4.7" },
];

test.each([
  [[], ["reversals/over-remaining", "vendors/rate", "vendors/list"]],
  [["vendors"], ["vendors/rate", "vendors/list"]],
  [["vendors", "!8"], ["vendors/list"]],
  [["!vendors/r*"], ["reversals/over-remaining", "vendors/list"]],
  [["!vendors", "vendors/list"], []],
] as const)("%j selects %j", (patterns, ids) => {
  expect(others.filter(selectionOf(patterns)).map(({ id }) => id)).toEqual(ids);
});
