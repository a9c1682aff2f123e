import type { Parts } from "../../emulator/index.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import {
  assumes,
  demanded,
  fielding,
  isAnyObject,
  isCount,
  isList,
  isWord,
  mistakes,
  reading,
  refusalMutants,
  retrieving,
} from "../shared/creations.ts";

const area = "checkoutSessions";
type Session = ReturnType<Parts["checkoutSessions"]["create"]["record"]>;

const recording = (parts: Parts, change: (session: Session) => Partial<Session>): Parts => {
  const { create } = parts.checkoutSessions;
  const record: typeof create.record = (context) => {
    const session = create.record(context);
    return { ...session, ...change(session) };
  };
  return { ...parts, checkoutSessions: { ...parts.checkoutSessions, create: { ...create, record } } };
};

/** Sessions that are made otherwise than asked (§2.2, §4.2). */
const created: readonly Mutant[] = [
  mutant(
    {
      id: "session-account-in-uppercase",
      kills: "checkout-sessions/account-is-the-requested",
      lie: "A session names its account in capital letters after the prefix.",
    },
    (parts) =>
      recording(parts, ({ accountId }) => ({ accountId: `acct_${accountId.slice(5).toUpperCase()}X` })),
  ),
  mutant(
    {
      id: "session-account-forgotten-with-items",
      kills: "checkout-sessions/account-is-the-requested",
      lie: "A session with several items names a made-up account.",
      subtle: true,
    },
    (parts) =>
      recording(parts, ({ accountId, items }) => ({
        accountId: items.length > 1 ? "acct_basket" : accountId,
      })),
  ),
  mutant(
    {
      id: "session-success-url-without-query",
      kills: "checkout-sessions/success-url-is-the-requested",
      lie: "The query of a successUrl is cut off.",
      subtle: true,
    },
    (parts) => recording(parts, ({ successUrl }) => ({ successUrl: successUrl.replace(/\?[^#]*/, "") })),
  ),
  mutant(
    {
      id: "session-redirects-swapped",
      kills: [
        "checkout-sessions/success-url-is-the-requested",
        "checkout-sessions/cancel-url-is-the-requested",
      ],
      lie: "A session swaps its two redirects.",
    },
    (parts) =>
      recording(parts, ({ successUrl, cancelUrl }) => ({ successUrl: cancelUrl, cancelUrl: successUrl })),
  ),
  mutant(
    {
      id: "session-cancel-url-without-fragment",
      kills: "checkout-sessions/cancel-url-is-the-requested",
      lie: "The fragment of a cancelUrl is cut off.",
      subtle: true,
    },
    (parts) => recording(parts, ({ cancelUrl }) => ({ cancelUrl: cancelUrl.replace(/#.*/, "") })),
  ),
  mutant(
    {
      id: "session-unknown-to-payment-host",
      kills: "checkout-sessions/retrieved-on-payment-host",
      lie: "The payment host knows no session.",
    },
    (parts) => retrieving(parts, area, (retrieve) => ({ ...retrieve, find: () => undefined })),
  ),
];

/** What is refused although it may not be. */
const refusedWrongly: readonly Mutant[] = [
  mutant(
    {
      id: "session-items-required",
      kills: "checkout-sessions/items-may-be-omitted",
      lie: "A session without items is refused.",
    },
    (parts) => fielding(parts, area, "items", (rules) => [demanded, ...rules]),
  ),
  mutant(
    {
      id: "session-metadata-required",
      kills: "checkout-sessions/metadata-may-be-omitted",
      lie: "A session without metadata is refused.",
    },
    (parts) => fielding(parts, area, "metadata", (rules) => [demanded, ...rules]),
  ),
  mutant(
    {
      id: "session-metadata-forbidden",
      kills: "checkout-sessions/metadata-is-accepted",
      lie: "A session with metadata is refused.",
    },
    (parts) =>
      fielding(parts, area, "metadata", () => [
        { name: "prohibited", accepts: (value) => value === undefined },
      ]),
  ),
  mutant(
    {
      id: "session-items-forbidden",
      kills: "checkout-sessions/items-are-accepted",
      lie: "A session with items is refused.",
    },
    (parts) =>
      fielding(parts, area, "items", () => [{ name: "prohibited", accepts: (value) => value === undefined }]),
  ),
  mutant(
    {
      id: "session-one-item-only",
      kills: "checkout-sessions/items-are-accepted",
      lie: "A session with more than one item is refused.",
      subtle: true,
    },
    (parts) =>
      fielding(parts, area, "items", (rules) => [
        ...rules,
        { name: "max", accepts: (value) => Array.isArray(value) && value.length <= 1 },
      ]),
  ),
  mutant(
    {
      id: "session-currency-lowercase-only",
      kills: "checkout-sessions/currency-in-any-casing",
      lie: "A session's currency is refused in capital letters.",
    },
    (parts) =>
      fielding(parts, area, "currency", (rules) => [
        ...rules,
        { name: "lowercase", accepts: (value) => value === String(value).toLowerCase() },
      ]),
  ),
  mutant(
    {
      id: "session-currency-no-mixed-casing",
      kills: "checkout-sessions/currency-in-any-casing",
      lie: "A session's currency is refused in mixed casing.",
      subtle: true,
    },
    (parts) =>
      fielding(parts, area, "currency", (rules) => [
        ...rules,
        {
          name: "casing",
          accepts: (value) =>
            [String(value).toLowerCase(), String(value).toUpperCase()].includes(String(value)),
        },
      ]),
  ),
];

const REDIRECT = "https://shop.example.com/assumed";

/** What is taken although it has to be refused. */
const takenWrongly: readonly Mutant[] = [
  assumes(
    area,
    lie(
      "session-total-assumed",
      "checkout-sessions/create-without-total",
      "A missing total is read as 1000.",
    ),
    "total",
    1000,
  ),
  assumes(
    area,
    lie(
      "session-currency-assumed",
      "checkout-sessions/create-without-currency",
      "A missing currency of a session is read as xaf.",
    ),
    "currency",
    "xaf",
  ),
  assumes(
    area,
    lie(
      "session-success-url-assumed",
      "checkout-sessions/create-without-success-url",
      "A missing successUrl is made up.",
    ),
    "successUrl",
    REDIRECT,
  ),
  assumes(
    area,
    lie(
      "session-cancel-url-assumed",
      "checkout-sessions/create-without-cancel-url",
      "A missing cancelUrl is made up.",
    ),
    "cancelUrl",
    REDIRECT,
  ),
  accountAssumed(
    lie(
      "session-account-assumed",
      "checkout-sessions/create-without-account-id",
      "A session without accountId is the key's own.",
    ),
    (body) => body === undefined,
  ),
  accountAssumed(
    lie(
      "session-account-from-object",
      "checkout-sessions/account-id-of-wrong-type",
      "An object or list as accountId is read as the key's own account.",
    ),
    isAnyObject,
  ),
  mistakes(
    area,
    lie("session-total-from-word", "checkout-sessions/total-of-wrong-type", "A word is taken for a total."),
    "total",
    { from: isWord, to: 1000 },
  ),
  mistakes(
    area,
    lie(
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
    lie(
      "session-currency-from-object",
      "checkout-sessions/currency-of-wrong-type",
      "An object or list is taken for the currency of a session.",
    ),
    "currency",
    { from: isAnyObject, to: "xaf" },
  ),
  mistakes(
    area,
    lie(
      "session-success-url-from-object",
      "checkout-sessions/success-url-of-wrong-type",
      "An object or list is taken for a successUrl.",
    ),
    "successUrl",
    { from: isAnyObject, to: REDIRECT },
  ),
  mistakes(
    area,
    lie(
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
    lie(
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
    lie(
      "session-items-from-word",
      "checkout-sessions/items-of-wrong-type",
      "A word is taken for the items of a session.",
    ),
    "items",
    { from: isWord, to: [] },
  ),
  mistakes(
    area,
    lie(
      "session-metadata-from-word",
      "checkout-sessions/metadata-of-wrong-type",
      "A word is taken for the metadata of a session.",
    ),
    "metadata",
    { from: isWord, to: {} },
  ),
  mistakes(
    area,
    lie(
      "session-product-id-from-object",
      "checkout-sessions/item-product-id-of-wrong-type",
      "An object or list is taken for a productId.",
    ),
    "items.0.productId",
    { from: isAnyObject, to: "sku" },
  ),
  mistakes(
    area,
    lie(
      "session-product-name-from-list",
      "checkout-sessions/item-product-name-of-wrong-type",
      "A list is taken for a productName.",
      true,
    ),
    "items.0.productName",
    { from: isList, to: "a, b" },
  ),
  mistakes(
    area,
    lie(
      "session-quantity-from-word",
      "checkout-sessions/item-quantity-of-wrong-type",
      "A word is taken for a quantity of one.",
    ),
    "items.0.quantity",
    { from: isWord, to: 1 },
  ),
  mistakes(
    area,
    lie(
      "session-price-from-object",
      "checkout-sessions/item-price-of-wrong-type",
      "An object or list is taken for a price.",
    ),
    "items.0.price",
    { from: isAnyObject, to: 100 },
  ),
];

export const sessionBehaviourMutants: readonly Mutant[] = [
  ...created,
  ...refusedWrongly,
  ...takenWrongly,
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

function lie(id: string, kills: RuleId, text: string, subtle = false) {
  return { id, kills, lie: text, subtle };
}

/** Reads the caller's own account where the accountId is not one. */
function accountAssumed(said: ReturnType<typeof lie>, from: (value: unknown) => boolean): Mutant {
  return mutant(said, (parts) =>
    reading(parts, area, (body, accountId) => {
      if (from(body["accountId"])) body["accountId"] = accountId;
    }),
  );
}
