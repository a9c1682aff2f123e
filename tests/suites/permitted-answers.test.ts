import { expect, test } from "vitest";
import { variantTarget } from "../../cli/in-process/target.ts";
import { namedVariant } from "../../cli/mutants/choose.ts";
import { judgeTarget } from "../../cli/mutants/judge.ts";

/** What a target may leave null, absent or empty, and the rules that then have nothing to judge. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  "allocation-dates-not-reported": [
    "allocations/credit-is-available-from-available-at",
    "allocations/credit-is-pending-until-available-at",
    "allocations/created-at-iso-8601",
    "connect-events/transfer-created-agrees-on-availability",
  ],
  "nothing-to-report-is-null": [
    "subscription-events/created-has-the-customers-email",
    "subscription-events/payment-failed-payment-intent-id-prefix",
  ],
  "vendors-without-what-they-lack": ["vendors/email-text-or-null", "vendors/organisation-text-or-null"],
};

test.each(Object.entries(LEFT_OUT))(
  "%s, which the document permits, leaves no rule unfinished",
  async (id, rules) => {
    const verdicts = await judgeTarget({
      target: variantTarget([namedVariant(id)], 1),
      patterns: rules,
      seed: 1,
      runs: 1,
    });
    expect([...verdicts.values()].map((result) => [result.id, result.verdict]).sort()).toEqual(
      [...rules].sort().map((rule) => [rule, "not_applicable"]),
    );
  },
);
