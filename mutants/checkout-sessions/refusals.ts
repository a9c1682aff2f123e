import { type Mutant, named, type Replace } from "../mutant.ts";
import { creationFaults } from "../shared/creation-faults.ts";
import { reading } from "../shared/creations.ts";

const REDIRECT = "https://shop.example.com/assumed";

const session = creationFaults({
  area: "checkoutSessions",
  word: "session",
  operation: "createSession",
  status: 400,
});

/** Reads the caller's own account instead of an invalid accountId. */
const accountAssumed = (from: (value: unknown) => boolean): Replace =>
  reading("checkoutSessions", (body, accountId) => {
    if (from(body["accountId"])) body["accountId"] = accountId;
  });

export const mutants: readonly Mutant[] = [
  session.refuses("items", "absent", "items-may-be-omitted"),
  session.refuses("metadata", "absent", "metadata-may-be-omitted"),
  session.refuses("metadata", "present", "metadata-is-accepted"),
  session.refuses("currency", "in uppercase", "currency-in-any-casing"),
  session.refuses("currency", "in mixed casing", "currency-in-any-casing"),
  session.assumes("total", "create-without-total", 1_000),
  session.assumes("currency", "create-without-currency", "xaf"),
  session.assumes("successUrl", "create-without-success-url", REDIRECT),
  session.assumes("cancelUrl", "create-without-cancel-url", REDIRECT),
  ...named({
    "session-account-assumed": {
      violates: ["checkout-sessions/create-without-account-id"],
      summary: "A session without accountId is the key's own.",
      replace: accountAssumed((value) => value === undefined),
    },
    "session-account-from-object": {
      violates: ["checkout-sessions/account-id-of-wrong-type"],
      summary: "An object or array as accountId is read as the key's own account.",
      replace: accountAssumed((value) => typeof value === "object" && value !== null),
    },
  }),
  session.accepts("word", "total", "total-of-wrong-type", 1_000),
  session.accepts("list", "total", "total-of-wrong-type", 1_000),
  session.accepts("object", "currency", "currency-of-wrong-type", "xaf"),
  session.accepts("object", "successUrl", "success-url-of-wrong-type", REDIRECT),
  session.accepts("list", "cancelUrl", "cancel-url-of-wrong-type", REDIRECT),
  session.accepts("number", "items", "items-of-wrong-type", []),
  session.accepts("word", "items", "items-of-wrong-type", []),
  session.accepts("word", "metadata", "metadata-of-wrong-type", {}),
  session.accepts("object", "items.0.productId", "item-product-id-of-wrong-type", "sku"),
  session.accepts("list", "items.1.productName", "item-product-name-of-wrong-type", "a, b"),
  session.accepts("word", "items.0.quantity", "item-quantity-of-wrong-type", 1),
  session.accepts("object", "items.1.price", "item-price-of-wrong-type", 100),
  ...session.takesNull({
    total: "total-of-wrong-type",
    currency: "currency-of-wrong-type",
    accountId: "account-id-of-wrong-type",
    successUrl: "success-url-of-wrong-type",
    cancelUrl: "cancel-url-of-wrong-type",
  }),
  ...session.misreports("cancelUrl"),
];
