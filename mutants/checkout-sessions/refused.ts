import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import {
  assumes,
  isAnyObject,
  isCount,
  isList,
  isWord,
  mistakes,
  reading,
  refusalMutants,
} from "../shared/creations.ts";

const area = "checkoutSessions";
const REDIRECT = "https://shop.example.com/assumed";

/** What is taken although it has to be refused. */
export const laxSessionMutants: readonly Mutant[] = [
  assumes(
    area,
    fault(
      "session-total-assumed",
      "checkout-sessions/create-without-total",
      "A missing total is read as 1000.",
    ),
    "total",
    1000,
  ),
  assumes(
    area,
    fault(
      "session-currency-assumed",
      "checkout-sessions/create-without-currency",
      "A missing currency of a session is read as xaf.",
    ),
    "currency",
    "xaf",
  ),
  assumes(
    area,
    fault(
      "session-success-url-assumed",
      "checkout-sessions/create-without-success-url",
      "A missing successUrl is made up.",
    ),
    "successUrl",
    REDIRECT,
  ),
  assumes(
    area,
    fault(
      "session-cancel-url-assumed",
      "checkout-sessions/create-without-cancel-url",
      "A missing cancelUrl is made up.",
    ),
    "cancelUrl",
    REDIRECT,
  ),
  accountAssumed(
    fault(
      "session-account-assumed",
      "checkout-sessions/create-without-account-id",
      "A session without accountId is the key's own.",
    ),
    (body) => body === undefined,
  ),
  accountAssumed(
    fault(
      "session-account-from-object",
      "checkout-sessions/account-id-of-wrong-type",
      "An object or list as accountId is read as the key's own account.",
    ),
    isAnyObject,
  ),
  mistakes(
    area,
    fault("session-total-from-word", "checkout-sessions/total-of-wrong-type", "A word is taken for a total."),
    "total",
    { from: isWord, to: 1000 },
  ),
  mistakes(
    area,
    fault(
      "session-total-from-list",
      "checkout-sessions/total-of-wrong-type",
      "A list is taken for a total.",
      true,
    ),
    "total",
    { from: isList, to: 1000 },
  ),
  mistakes(
    area,
    fault(
      "session-currency-from-object",
      "checkout-sessions/currency-of-wrong-type",
      "An object or list is taken for the currency of a session.",
    ),
    "currency",
    { from: isAnyObject, to: "xaf" },
  ),
  mistakes(
    area,
    fault(
      "session-success-url-from-object",
      "checkout-sessions/success-url-of-wrong-type",
      "An object or list is taken for a successUrl.",
    ),
    "successUrl",
    { from: isAnyObject, to: REDIRECT },
  ),
  mistakes(
    area,
    fault(
      "session-cancel-url-from-list",
      "checkout-sessions/cancel-url-of-wrong-type",
      "A list is taken for a cancelUrl.",
      true,
    ),
    "cancelUrl",
    { from: isList, to: REDIRECT },
  ),
  mistakes(
    area,
    fault(
      "session-items-from-number",
      "checkout-sessions/items-of-wrong-type",
      "A number is taken for the items of a session.",
      true,
    ),
    "items",
    { from: isCount, to: [] },
  ),
  mistakes(
    area,
    fault(
      "session-items-from-word",
      "checkout-sessions/items-of-wrong-type",
      "A word is taken for the items of a session.",
    ),
    "items",
    { from: isWord, to: [] },
  ),
  mistakes(
    area,
    fault(
      "session-metadata-from-word",
      "checkout-sessions/metadata-of-wrong-type",
      "A word is taken for the metadata of a session.",
    ),
    "metadata",
    { from: isWord, to: {} },
  ),
  mistakes(
    area,
    fault(
      "session-product-id-from-object",
      "checkout-sessions/item-product-id-of-wrong-type",
      "An object or list is taken for a productId.",
    ),
    "items.0.productId",
    { from: isAnyObject, to: "sku" },
  ),
  mistakes(
    area,
    fault(
      "session-product-name-from-list",
      "checkout-sessions/item-product-name-of-wrong-type",
      "A list is taken for the productName of a second item.",
      true,
    ),
    "items.1.productName",
    { from: isList, to: "a, b" },
  ),
  mistakes(
    area,
    fault(
      "session-quantity-from-word",
      "checkout-sessions/item-quantity-of-wrong-type",
      "A word is taken for a quantity of one.",
    ),
    "items.0.quantity",
    { from: isWord, to: 1 },
  ),
  mistakes(
    area,
    fault(
      "session-price-from-object",
      "checkout-sessions/item-price-of-wrong-type",
      "An object or list is taken for the price of a second item.",
    ),
    "items.1.price",
    { from: isAnyObject, to: 100 },
  ),
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
];

function fault(id: string, violates: RuleId, text: string, subtle = false) {
  return { id, violates, summary: text, subtle };
}

/** Reads the caller's own account where the accountId is not one. */
function accountAssumed(said: ReturnType<typeof fault>, from: (value: unknown) => boolean): Mutant {
  return mutant(said, (parts) =>
    reading(parts, area, (body, accountId) => {
      if (from(body["accountId"])) body["accountId"] = accountId;
    }),
  );
}
