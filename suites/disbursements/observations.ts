import { type Observer, put, triesForeign, triesMalformedBodies, triesOddly } from "../expect/observing.ts";
import { disbursementCreation } from "../fixtures/payout-creation.ts";

/** Open points about amounts and bodies (§1, §4, §8). */
export const amounts: readonly Observer[] = [
  triesOddly("number-coercion", disbursementCreation, { "an amount in quotes": put("amount", "5000") }),
  triesOddly("fractional-amounts", disbursementCreation, { "half a franc more": put("amount", 5000.5) }),
  triesOddly("amount-bounds", disbursementCreation, {
    zero: put("amount", 0),
    negative: put("amount", -5000),
  }),
  triesMalformedBodies(disbursementCreation),
];

/** Open points about whose disbursements a key finds (§4.1). */
export const identifiers: readonly Observer[] = [
  triesForeign("disbursement", disbursementCreation, (api, id) => api.retrieveDisbursement({ path: { id } })),
];
