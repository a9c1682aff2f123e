import { type Observer, put, summaryOf, triesMalformedBodies, triesOddly } from "../expect/observing.ts";
import { ordinaryDisbursement } from "../fixtures/ordinary-requests.ts";
import { disbursementCreation } from "../fixtures/payout-creation.ts";

/** Open points about amounts and bodies (§1, §4, §8). */
export const amounts: readonly Observer[] = [
  triesOddly("number-coercion", disbursementCreation, { "an amount in quotes": put("amount", "5000") }),
  triesOddly("fractional-amounts", disbursementCreation, { "half a franc more": put("amount", 5000.5) }),
  triesOddly("amount-bounds", disbursementCreation, {
    zero: put("amount", 0),
    negative: put("amount", -5000),
  }),
  triesMalformedBodies("a disbursement", disbursementCreation),
];

/** Open points about whose disbursements a key finds (§4.1). */
export const identifiers: readonly Observer[] = [
  async (check) => {
    const created = check.succeeded(
      await check.api.createDisbursement({ body: ordinaryDisbursement(check) }),
    );
    const { api } = await check.otherMerchant();
    const answer = await api.retrieveDisbursement({ path: { id: created.field("id") } });
    check.observe("foreign-objects", `another merchant's disbursement: ${summaryOf(answer)}`);
  },
];
