import {
  acceptsAnyCasing,
  acceptsWith,
  acceptsWithout,
  refusesOtherType,
  refusesWithout,
  reportsRefusals,
} from "../expect/creations.ts";
import { observing } from "../expect/observing.ts";
import { sessions } from "../fixtures/checkout-session-creation.ts";
import { baskets, others, totals } from "./observations.ts";

/**
 * Creations that are accepted or refused (§4.2), and how they are refused (§7.1). Each refused one has one fault and is paired with a valid
 * one.
 */
export default [
  refusesWithout("checkout-sessions/create-without-total", sessions, "total"),
  refusesWithout("checkout-sessions/create-without-currency", sessions, "currency"),
  refusesWithout("checkout-sessions/create-without-account-id", sessions, "accountId"),
  refusesWithout("checkout-sessions/create-without-success-url", sessions, "successUrl"),
  refusesWithout("checkout-sessions/create-without-cancel-url", sessions, "cancelUrl"),
  observing(refusesOtherType("checkout-sessions/total-of-wrong-type", sessions, "total"), ...totals),
  refusesOtherType("checkout-sessions/currency-of-wrong-type", sessions, "currency"),
  refusesOtherType("checkout-sessions/account-id-of-wrong-type", sessions, "accountId"),
  refusesOtherType("checkout-sessions/success-url-of-wrong-type", sessions, "successUrl"),
  refusesOtherType("checkout-sessions/cancel-url-of-wrong-type", sessions, "cancelUrl"),
  observing(refusesOtherType("checkout-sessions/items-of-wrong-type", sessions, "items"), ...baskets),
  refusesOtherType("checkout-sessions/metadata-of-wrong-type", sessions, "metadata"),
  refusesOtherType("checkout-sessions/item-product-id-of-wrong-type", sessions, "items.0.productId"),
  refusesOtherType("checkout-sessions/item-product-name-of-wrong-type", sessions, "items.1.productName"),
  refusesOtherType("checkout-sessions/item-quantity-of-wrong-type", sessions, "items.0.quantity"),
  refusesOtherType("checkout-sessions/item-price-of-wrong-type", sessions, "items.1.price"),
  ...reportsRefusals("checkout-sessions", sessions),
  acceptsAnyCasing("checkout-sessions/currency-in-any-casing", sessions),
  acceptsWithout("checkout-sessions/items-may-be-omitted", sessions, "items"),
  observing(acceptsWithout("checkout-sessions/metadata-may-be-omitted", sessions, "metadata"), ...others),
  acceptsWith("checkout-sessions/metadata-is-accepted", sessions, "metadata"),
];
