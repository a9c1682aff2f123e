import { describe, expect, test } from "vitest";
import { catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";

/** Areas whose every active rule has its check. Areas join as they are finished, and none ever leaves. */
const FINISHED = [
  "conventions",
  "authentication",
  "payment-intents",
  "checkout-sessions",
  "disbursements",
  "remittances",
  "allocations",
  "reversals",
  "withdrawals",
  "connect-targets",
];

describe("checks and catalogue", () => {
  test("no rule has two checks", () => {
    const ids = checks.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test("every check is of a rule that is judged actively and can be observed", () => {
    const active = new Set(
      catalogue
        .filter(({ kind, unobservable }) => kind !== "passive" && unobservable === undefined)
        .map(({ id }) => id),
    );
    expect(checks.map(({ id }) => id).filter((id) => !active.has(id))).toEqual([]);
  });

  test.each(FINISHED)("no rule of %s is without its check", (area) => {
    const judged = new Set<string>(checks.map(({ id }) => id));
    const planned = catalogue.filter(
      (rule) =>
        rule.area === area &&
        rule.kind !== "passive" &&
        rule.unobservable === undefined &&
        !judged.has(rule.id),
    );
    expect(planned.map(({ id }) => id)).toEqual([]);
  });
});
