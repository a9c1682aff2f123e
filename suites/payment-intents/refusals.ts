import {
  acceptsAnyCasing,
  acceptsWithout,
  refusesOtherType,
  refusesWithout,
  reportsRefusals,
} from "../expect/creations.ts";
import { observing } from "../expect/observing.ts";
import type { Check } from "../kit.ts";
import { commissionRate } from "../fixtures/charges.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { codeOf } from "../fixtures/money-movements.ts";
import { ordinaryIntent } from "../fixtures/ordinary-requests.ts";
import { without } from "../fixtures/resources.ts";
import { givenVendor } from "../fixtures/vendors.ts";
import { intents } from "../fixtures/payment-intent-creation.ts";
import { amounts, currencies, options } from "./observations.ts";

/** Creations that are refused (§4.1), and how (§7.1), and what they may omit. Each has one fault and is paired with a valid creation. */
export default [
  refusesWithout("payment-intents/create-without-amount", intents, "amount"),
  refusesWithout("payment-intents/create-without-currency", intents, "currency"),
  observing(refusesOtherType("payment-intents/amount-of-wrong-type", intents, "amount"), ...amounts),
  observing(refusesOtherType("payment-intents/currency-of-wrong-type", intents, "currency"), ...currencies),
  refusesOtherType("payment-intents/description-of-wrong-type", intents, "description"),
  refusesOtherType("payment-intents/metadata-of-wrong-type", intents, "metadata"),
  ...reportsRefusals("payment-intents", intents, refusesOnBehalf),
  acceptsWithout("payment-intents/description-may-be-omitted", intents, "description"),
  observing(acceptsWithout("payment-intents/metadata-may-be-omitted", intents, "metadata"), ...options),
  acceptsAnyCasing("payment-intents/currency-in-any-casing", intents),
];

/** Omits what an intent on behalf of a vendor requires, if one with all of it succeeds. Its commission may be refused first, with a code. */
async function refusesOnBehalf(check: Check): Promise<void> {
  const made = await ifPossible(async () => {
    const rate = commissionRate(check);
    const { acct, merchant } = await givenVendor(check);
    const whole = { ...ordinaryIntent(check), on_behalf_of: acct, application_fee_rate: rate };
    check.succeeded(await intents.send(merchant.api, whole));
    return { merchant, whole };
  });
  if (made === null) return;
  for (const path of ["currency", "amount"]) {
    const answer = await intents.send(made.merchant.api, without(made.whole, path));
    if (!answer.succeeded && codeOf(answer) === undefined) check.expect(answer).toAnswer(intents.status);
  }
}
