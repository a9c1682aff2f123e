import { expect, test } from "vitest";
import { variantTarget } from "../../cli/in-process/target.ts";
import { judgeTarget } from "../../cli/mutants/judge.ts";
import { namedVariant } from "../../cli/mutants/choose.ts";
import type { Variant } from "../../variants/variant.ts";

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

test("an outage that shows during the next one is no violation", async () => {
  const rule = "connect-targets/allocation-outage-reveals-nothing";
  /** Repeats a refusal for an outage three times, whatever happened since. */
  const breaker: Variant = {
    id: "late",
    openPoints: [],
    what: "",
    wrap: (handler) => {
      const last = new Map<string, { readonly answer: Response; left: number }>();
      return async (request) => {
        const route = `${request.method} ${request.url}`;
        const known = last.get(route);
        if (known !== undefined && known.left > 0) {
          known.left -= 1;
          return known.answer.clone();
        }
        const answer = await handler(request);
        if (answer.status === 503) last.set(route, { answer: answer.clone(), left: 3 });
        return answer;
      };
    },
  };
  const target = variantTarget([namedVariant("connect-refuses-backwards"), breaker], 1);
  const verdicts = await judgeTarget({ target, patterns: [rule], seed: 1, runs: 20 });
  expect(verdicts.get(rule)).toMatchObject({ verdict: "passed" });
});
