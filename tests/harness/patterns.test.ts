import { expect, test } from "vitest";
import { areaTried, isApplicable } from "../../harness/applicability.ts";
import { matchesRule } from "../../harness/patterns.ts";
import { catalogue } from "../../spec/index.ts";

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

test.each([
  ["test-clocks", "authentication/list-test-clocks-without-key", false],
  ["test-clocks", "authentication/advance-test-clock-with-unknown-key", false],
  ["test-clocks", "authentication/create-session-without-key", true],
  ["subscriptions", "authentication/create-subscription-without-key", false],
  ["withdrawals", "connect-guards/withdraw-without-key", false],
  ["allocations", "connect-guards/reverse-allocation-without-key", true],
  ["reversals", "connect-guards/reverse-allocation-without-key", false],
  ["charges", "connect-targets/charge-unknown", false],
  ["authentication/*", "authentication/altered-key", false],
  ["test-clocks", "authentication/altered-key", true],
] as const)("without %s, whether %s is offered: %s", (pattern, id, offered) => {
  const known = catalogue.find((one) => one.id === id);
  expect(known).toBeDefined();
  if (known !== undefined) expect(isApplicable([pattern], known)).toBe(offered);
});

test("every area that a rule tries is one", () => {
  const areas = new Set(catalogue.map(({ area }) => area));
  expect(catalogue.map(areaTried).filter((area) => !areas.has(area))).toEqual([]);
});
