/** Events, and the feed from which they are fetched: `GET /feed?after=N`. */
import { fault, refuseFaults } from "./fields.ts";
import type { Route } from "./router.ts";
import { stamp, uuidId } from "./text.ts";
import type { Books } from "./world.ts";

/** The distance between entries that occur twice. */
const AGAIN = 11;

function push(books: Books, envelope: unknown): void {
  books.feed.push(envelope);
  // Some envelopes are delivered a second time, under the same id.
  if (books.feed.length % AGAIN === 0) books.feed.push(envelope);
}

/** Puts an event of §6.2 into the feed of the marketplace; `vendor` is the connected account. */
export function emitConnect(books: Books, type: string, vendor: string, data: Record<string, unknown>): void {
  const event = {
    createdAt: stamp(Date.now()),
    data,
    accountId: vendor,
    sandboxId: books.live ? null : `sbx_${books.merchant.accountId.slice(5)}`,
    type,
    id: uuidId("evt_"),
  };
  push(books, { event });
}

/** Puts an event of §6.1 into the feed; the envelope carries the wall's time, the data the clock's. */
export function emitBilling(books: Books, type: string, data: Record<string, unknown>): void {
  push(books, { data, created_at: stamp(Date.now()), type, id: uuidId("evt_"), live: books.live });
}

/** The sandbox field that the camelCase payloads of §6.2 repeat. */
export function sandboxOf(books: Books): string | null {
  return books.live ? null : `sbx_${books.merchant.accountId.slice(5)}`;
}

const PAGE = 200;

export const feedRoutes: Route[] = [
  {
    method: "GET",
    path: "/feed",
    answer({ books, request }) {
      const after = request.query.get("after") ?? "0";
      if (!/^\d{1,12}$/.test(after)) refuseFaults(400, [fault("after", "integer")]);
      const entries = books.feed.slice(Number(after), Number(after) + PAGE);
      return { status: 200, body: { last: Number(after) + entries.length, entries } };
    },
  },
];
