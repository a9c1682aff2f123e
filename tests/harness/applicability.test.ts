import { expect, test } from "vitest";
import { isApplicable } from "../../harness/patterns.ts";
import { catalogue } from "../../spec/index.ts";

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
] as const)("without %s, whether %s applies: %s", (pattern, id, applies) => {
  const known = catalogue.find((one) => one.id === id);
  expect(known).toBeDefined();
  if (known !== undefined) expect(isApplicable([pattern], known)).toBe(applies);
});

test("every operation area is an area of the catalogue other than the rule's own", () => {
  const areas = new Set(catalogue.map(({ area }) => area));
  const wrong = catalogue.filter(
    ({ area, operationArea }) =>
      operationArea !== undefined && (operationArea === area || !areas.has(operationArea)),
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
});
