import { textOf } from "../kit.ts";
import {
  drop,
  formOf,
  type Observer,
  put,
  retrievalOf,
  sendUnjudged,
  summaryOf,
  tries,
  triesForeign,
  triesMalformedBodies,
  triesMalformedId,
  triesOddly,
} from "../expect/observing.ts";
import { ordinarySession } from "../fixtures/ordinary-requests.ts";
import { sessions } from "../fixtures/checkout-session-creation.ts";

const ITEM = { productId: "sku-1", productName: "Notebook", quantity: 1, price: 100 };
const without = (name: keyof typeof ITEM): Record<string, unknown> =>
  Object.fromEntries(Object.entries(ITEM).filter(([known]) => known !== name));

/** Open points about totals and currencies (§1, §4, §8). */
export const totals: readonly Observer[] = [
  triesOddly("number-coercion", sessions, { "a total in quotes": put("total", "5000") }),
  triesOddly("fractional-amounts", sessions, { "half a franc more": put("total", 5000.5) }),
  triesOddly("amount-bounds", sessions, { zero: put("total", 0), negative: put("total", -5000) }),
  tries("currencies-beyond-xaf", sessions, { XOF: put("currency", "XOF"), USD: put("currency", "USD") }),
];

/** Open points about baskets (§2.2, §4.2). */
export const baskets: readonly Observer[] = [
  tries("session-empty-items", sessions, { "no item in the list": put("items", []) }),
  tries("session-items-total", sessions, { "items that cost less than the total": put("items", [ITEM]) }),
  tries("session-item-required-members", sessions, {
    "an item without productId": put("items", [without("productId")]),
    "an item without productName": put("items", [without("productName")]),
    "an item without quantity": put("items", [without("quantity")]),
    "an item without price": put("items", [without("price")]),
  }),
];

/** Open points about redirect URLs, accounts and undeclared fields (§4, §4.2). */
export const others: readonly Observer[] = [
  triesOddly("session-redirect-urls", sessions, { "plain text as successUrl": put("successUrl", "thanks") }),
  triesOddly("required-empty", sessions, { "an empty successUrl": put("successUrl", "") }),
  tries("optional-null", sessions, { "null metadata": put("metadata", null) }),
  tries("unknown-body-fields", sessions, { "an undeclared field": put("unheardOf", true) }),
  triesMalformedBodies(sessions),
  async (check) => {
    const { accountId } = await check.otherMerchant();
    const json = { ...(await ordinarySession(check)), accountId };
    const answer = await sendUnjudged(check, sessions, { json });
    check.observe("session-foreign-account", summaryOf(answer));
  },
  async (check) => {
    const body = drop("items")({ ...(await ordinarySession(check)) });
    const created = check.succeeded(await sessions.send(check.api, body));
    check.observe(
      "timestamp-forms",
      `a session: ${formOf((created.body as { expiresAt?: unknown }).expiresAt)}`,
    );
  },
];

/** Open points about what a new session shows (§2.2). */
export const lifetimes: readonly Observer[] = [
  async (check) => {
    const created = check.succeeded(await sessions.send(check.api, await ordinarySession(check)));
    const { createdAt, expiresAt, ...others } = created.body as Readonly<Record<string, unknown>>;
    const minutes = Math.round((Date.parse(textOf(expiresAt)) - Date.parse(textOf(createdAt))) / 60_000);
    check.observe("session-expiry", Number.isNaN(minutes) ? "unknown" : `${minutes} minutes`);
    check.observe("session-metadata-answer", "metadata" in others ? "a field `metadata`" : "no such field");
  },
];

/** Open points about identifiers (§4.2, §7.1). */
export const identifiers: readonly Observer[] = [
  async (check) => {
    const unknown = await retrievalOf(check, sessions, "session_0000000000000000");
    check.observe("session-retrieve-statuses", `an unknown id: ${summaryOf(unknown)}`);
  },
  triesMalformedId(sessions),
  triesForeign(sessions),
];
