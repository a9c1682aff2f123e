import {
  acceptsAnyCasing,
  acceptsWithout,
  refusesOtherType,
  refusesWithout,
  reportsRefusals,
} from "../expect/creations.ts";
import { observing } from "../expect/observing.ts";
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
  ...reportsRefusals("payment-intents", intents),
  acceptsWithout("payment-intents/description-may-be-omitted", intents, "description"),
  observing(acceptsWithout("payment-intents/metadata-may-be-omitted", intents, "metadata"), ...options),
  acceptsAnyCasing("payment-intents/currency-in-any-casing", intents),
];
