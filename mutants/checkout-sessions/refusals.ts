import { byId, named, type Replace } from "../mutant.ts";
import {
  assumes,
  demanded,
  fielding,
  isAnyObject,
  isCount,
  isList,
  isWord,
  lowercaseOnly,
  mistakes,
  noMixedCasing,
  prohibited,
  reading,
  refusalMutants,
} from "../shared/creations.ts";
import { takingNulls } from "../shared/nulls.ts";

const area = "checkoutSessions";

const REDIRECT = "https://shop.example.com/assumed";

/** Reads the caller's own account instead of an invalid accountId. */
function accountAssumed(from: (value: unknown) => boolean): Replace {
  return reading(area, (body, accountId) => {
    if (from(body["accountId"])) body["accountId"] = accountId;
  });
}

export const mutants = named({
  "session-items-required": {
    violates: ["checkout-sessions/items-may-be-omitted"],
    summary: "A session without items is refused.",
    replace: fielding(area, "items", (rules) => [demanded, ...rules]),
  },
  "session-metadata-required": {
    violates: ["checkout-sessions/metadata-may-be-omitted"],
    summary: "A session without metadata is refused.",
    replace: fielding(area, "metadata", (rules) => [demanded, ...rules]),
  },
  "session-metadata-forbidden": {
    violates: ["checkout-sessions/metadata-is-accepted"],
    summary: "A session with metadata is refused.",
    replace: fielding(area, "metadata", () => [prohibited]),
  },
  "session-currency-lowercase-only": {
    violates: ["checkout-sessions/currency-in-any-casing"],
    summary: "A session's currency is refused in uppercase.",
    replace: fielding(area, "currency", (rules) => [...rules, lowercaseOnly]),
  },
  "session-currency-no-mixed-casing": {
    violates: ["checkout-sessions/currency-in-any-casing"],
    summary: "A session's currency is refused in mixed casing.",
    replace: fielding(area, "currency", (rules) => [...rules, noMixedCasing]),
  },
  "session-total-assumed": {
    violates: ["checkout-sessions/invalid-never-accepted", "checkout-sessions/create-without-total"],
    summary: "A missing total is read as 1000.",
    replace: assumes(area, "total", 1000),
  },
  "session-currency-assumed": {
    violates: ["checkout-sessions/create-without-currency"],
    summary: "A missing currency of a session is read as xaf.",
    replace: assumes(area, "currency", "xaf"),
  },
  "session-success-url-assumed": {
    violates: ["checkout-sessions/create-without-success-url"],
    summary: "A missing successUrl is invented.",
    replace: assumes(area, "successUrl", REDIRECT),
  },
  "session-cancel-url-assumed": {
    violates: ["checkout-sessions/create-without-cancel-url"],
    summary: "A missing cancelUrl is invented.",
    replace: assumes(area, "cancelUrl", REDIRECT),
  },
  "session-account-assumed": {
    violates: ["checkout-sessions/create-without-account-id"],
    summary: "A session without accountId is the key's own.",
    replace: accountAssumed((body) => body === undefined),
  },
  "session-account-from-object": {
    violates: ["checkout-sessions/account-id-of-wrong-type"],
    summary: "An object or array as accountId is read as the key's own account.",
    replace: accountAssumed(isAnyObject),
  },
  "session-total-from-word": {
    violates: ["checkout-sessions/total-of-wrong-type"],
    summary: "A string is accepted as a total.",
    replace: mistakes(area, "total", { from: isWord, to: 1000 }),
  },
  "session-total-from-list": {
    violates: ["checkout-sessions/total-of-wrong-type"],
    summary: "An array is accepted as a total.",
    replace: mistakes(area, "total", { from: isList, to: 1000 }),
  },
  "session-currency-from-object": {
    violates: ["checkout-sessions/currency-of-wrong-type"],
    summary: "An object or array is accepted as the currency of a session.",
    replace: mistakes(area, "currency", { from: isAnyObject, to: "xaf" }),
  },
  "session-success-url-from-object": {
    violates: ["checkout-sessions/success-url-of-wrong-type"],
    summary: "An object or array is accepted as a successUrl.",
    replace: mistakes(area, "successUrl", { from: isAnyObject, to: REDIRECT }),
  },
  "session-cancel-url-from-list": {
    violates: ["checkout-sessions/cancel-url-of-wrong-type"],
    summary: "An array is accepted as a cancelUrl.",
    replace: mistakes(area, "cancelUrl", { from: isList, to: REDIRECT }),
  },
  "session-items-from-number": {
    violates: ["checkout-sessions/items-of-wrong-type"],
    summary: "A number is accepted as the items of a session.",
    replace: mistakes(area, "items", { from: isCount, to: [] }),
  },
  "session-items-from-word": {
    violates: ["checkout-sessions/items-of-wrong-type"],
    summary: "A string is accepted as the items of a session.",
    replace: mistakes(area, "items", { from: isWord, to: [] }),
  },
  "session-metadata-from-word": {
    violates: ["checkout-sessions/metadata-of-wrong-type"],
    summary: "A string is accepted as the metadata of a session.",
    replace: mistakes(area, "metadata", { from: isWord, to: {} }),
  },
  "session-product-id-from-object": {
    violates: ["checkout-sessions/item-product-id-of-wrong-type"],
    summary: "An object or array is accepted as a productId.",
    replace: mistakes(area, "items.0.productId", { from: isAnyObject, to: "sku" }),
  },
  "session-product-name-from-list": {
    violates: ["checkout-sessions/item-product-name-of-wrong-type"],
    summary: "An array is accepted as the productName of a second item.",
    replace: mistakes(area, "items.1.productName", { from: isList, to: "a, b" }),
  },
  "session-quantity-from-word": {
    violates: ["checkout-sessions/item-quantity-of-wrong-type"],
    summary: "A string is accepted as a quantity.",
    replace: mistakes(area, "items.0.quantity", { from: isWord, to: 1 }),
  },
  "session-price-from-object": {
    violates: ["checkout-sessions/item-price-of-wrong-type"],
    summary: "An object or array is accepted as the price of a second item.",
    replace: mistakes(area, "items.1.price", { from: isAnyObject, to: 100 }),
  },
  ...byId([
    ...refusalMutants({
      id: "session",
      what: "session",
      operation: "createSession",
      status: 400,
      parameter: "cancelUrl",
      rules: {
        status: "checkout-sessions/validation-status",
        list: "checkout-sessions/validation-carries-errors",
        field: "checkout-sessions/validation-names-the-field",
      },
    }),
    ...takingNulls("sessions", "createSession", {
      total: "checkout-sessions/total-of-wrong-type",
      currency: "checkout-sessions/currency-of-wrong-type",
      accountId: "checkout-sessions/account-id-of-wrong-type",
      successUrl: "checkout-sessions/success-url-of-wrong-type",
      cancelUrl: "checkout-sessions/cancel-url-of-wrong-type",
    }),
  ]),
});
