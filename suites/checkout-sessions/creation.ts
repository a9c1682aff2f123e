import fc from "fast-check";
import { redirectUrls } from "../../generators/index.ts";
import type { Check } from "../../harness/check.ts";
import type { Creation } from "../shared/creation.ts";
import { ordinarySession, type SessionRequest } from "../shared/requests.ts";
import { casings, francs, textEntries, withOptional, words } from "../shared/values.ts";

/** The creation of checkout sessions, on the checkout host (§2.2, §4.2). */
export const sessions: Creation = {
  what: "a checkout session",
  operation: "createSession",
  body: ordinarySession,
  send: (check, body) => check.api.createSession({ json: body }),
  status: 400,
  parameters: [
    { path: "total", type: "number", required: true, apart: "items" },
    { path: "currency", type: "text", required: true },
    { path: "accountId", type: "text", required: true, identity: true },
    { path: "successUrl", type: "text", required: true },
    { path: "cancelUrl", type: "text", required: true },
    { path: "items", type: "list" },
    { path: "metadata", type: "object" },
    { path: "items.0.productId", type: "text" },
    { path: "items.1.productName", type: "text" },
    { path: "items.0.quantity", type: "number" },
    { path: "items.1.price", type: "number" },
  ],
};

type Item = NonNullable<SessionRequest["items"]>[number];

export const OPTIONAL = ["items", "metadata"] as const;

/** How many pieces of a product a line has. */
const PIECES = fc.integer({ min: 1, max: 4 });

/** Sessions that a conforming target takes, with and without items and metadata. Items add up to the total, priced by the piece. */
export function sessionRequests(
  check: Check,
  accountId: string,
  {
    names = words(40),
    pieces = PIECES,
  }: { names?: fc.Arbitrary<string>; pieces?: fc.Arbitrary<number> } = {},
): fc.Arbitrary<SessionRequest> {
  const required = fc.record(
    {
      total: francs(check),
      currency: casings(check),
      accountId: fc.constant(accountId),
      successUrl: redirectUrls(),
      cancelUrl: redirectUrls(),
    },
    { noNullPrototype: true },
  );
  const optional = fc.record(
    { items: lines(check, names, pieces), metadata: textEntries() },
    { noNullPrototype: true },
  );
  return withOptional(required, optional, OPTIONAL).map((request) =>
    request.items === undefined ? request : { ...request, items: filledUp(request.items, request.total) },
  );
}

/** Up to three lines of different products that together cost less than the ordinary amount. */
function lines(
  check: Check,
  names: fc.Arbitrary<string>,
  pieces: fc.Arbitrary<number>,
): fc.Arbitrary<Item[]> {
  const most = Math.max(1, Math.floor(check.profile.ordinary.amount / 20));
  const line: fc.Arbitrary<Item> = fc.record(
    {
      productId: fc.integer({ min: 1, max: 9_999 }).map((number) => `sku-${number}`),
      productName: names,
      quantity: pieces,
      price: fc.integer({ min: Math.ceil(most / 2), max: most }),
    },
    { noNullPrototype: true },
  );
  return fc.uniqueArray(line, { maxLength: 3, selector: ({ productId }) => productId });
}

/** The lines, and one that costs what is missing to the total. */
function filledUp(items: readonly Item[], total: number): Item[] {
  const rest = items.reduce((left, { quantity, price }) => left - Number(quantity) * Number(price), total);
  const filler = { productId: "sku-0", productName: "Delivery", quantity: 1, price: rest };
  return rest > 0 ? [...items, filler] : [...items];
}
