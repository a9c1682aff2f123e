import { expect, test } from "vitest";
import { variantTarget } from "../../cli/in-process-target.ts";
import { judgeTarget } from "../../cli/mutants/judge.ts";
import { namedVariant } from "../../cli/mutants/named.ts";

/**
 * Permitted servers on which a rule once reported a violation, or could not be decided, and that the gate does not judge by
 * themselves.
 */
const once = [
  { rule: "reversals/agrees-with-the-ledger-model", seed: 1, variants: ["balances-lag", "withdrawals-fail"] },
  { rule: "reversals/money-is-conserved", seed: 1, variants: ["balances-lag", "withdrawals-fail"] },
  { rule: "reversals/money-is-conserved", seed: 2, variants: ["nothing-to-reverse-is-reversed"] },
  {
    rule: "withdrawals/takes-the-whole-available-balance",
    seed: 1,
    variants: ["withdrawals-fail", "withdrawals-debited-when-paid-out"],
  },
  {
    rule: "test-clocks/delete-returns-what-was-moved",
    seed: 1,
    variants: ["readings-lag", "billing-instants-in-words"],
  },
  { rule: "test-clocks/list-shows-nothing-attached", seed: 1, variants: ["clocks-linked-by-headers"] },
];

test.each(once)("$rule passes with $variants, seed $seed", async ({ rule, seed, variants }) => {
  const target = variantTarget(variants.map(namedVariant), seed);
  const verdicts = await judgeTarget({ target, patterns: [rule], seed, runs: 20 });
  expect(verdicts.get(rule)).toMatchObject({ verdict: "passed" });
});
