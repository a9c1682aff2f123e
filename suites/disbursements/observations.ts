import { type Observer, put, triesMalformedBodies, triesOddly } from "../expect/observing.ts";
import { disbursements } from "../fixtures/payout-creation.ts";

/** Open points about amounts and bodies (§1, §4, §8). */
export const amounts: readonly Observer[] = [
  triesOddly("number-coercion", disbursements, { "an amount in quotes": put("amount", "5000") }),
  triesOddly("fractional-amounts", disbursements, { "half a franc more": put("amount", 5000.5) }),
  triesOddly("amount-bounds", disbursements, {
    zero: put("amount", 0),
    negative: put("amount", -5000),
  }),
  triesMalformedBodies(disbursements),
];
