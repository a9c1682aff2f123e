import { type Check, type Merchant, textOf } from "../kit.ts";
import {
  type Observer,
  put,
  sendUnjudged,
  summaryOf,
  tries,
  triesMalformedBodies,
  triesOddly,
} from "../expect/observing.ts";
import { ordinaryRemittance } from "../fixtures/ordinary-requests.ts";
import { remittances } from "../fixtures/payout-creation.ts";
import { entriesOf, listPage, type Page } from "../fixtures/remittance-lists.ts";

/** Open points about amounts and bodies (§1, §4, §8). */
export const amounts: readonly Observer[] = [
  triesOddly("remittance-amount-text", remittances, {
    "a JSON number": put("amount", 5000),
    decimals: put("amount", "5000.50"),
    "a sign": put("amount", "+5000"),
    blanks: put("amount", " 5000 "),
    "a word": put("amount", "plenty"),
  }),
  triesOddly("amount-bounds", remittances, {
    zero: put("amount", "0"),
    negative: put("amount", "-5000"),
  }),
  tries("optional-null", remittances, { "null metadata": put("metadata", null) }),
  triesMalformedBodies(remittances),
  async (check) => {
    const body = { ...ordinaryRemittance(check), metadata: { order: "42" } };
    const created = check.succeeded(await check.api.createRemittance({ body }));
    const shown = "metadata" in (created.body as object);
    check.observe("remittance-metadata-shown", shown ? "shown" : "not shown");
  },
];

/** Values of `limit` or `page`, as text of the query, for which the document shows no answer. */
const UNDOCUMENTED_PAGE_VALUES = ["101", "0", "-1", "ten", "", "1.5", "1e2", "999999999"];

/** Answers to limits and pages that the document does not show. None may have more than a hundred entries. */
export async function observePageArguments(check: Check, { api, testKey }: Merchant): Promise<void> {
  for (const name of ["limit", "page"] as const) {
    const observed: string[] = [];
    for (const value of UNDOCUMENTED_PAGE_VALUES) {
      const query = { [name]: value };
      // A whole number is a valid limit or page, even if it is too large. Answers to other values are not judged.
      const answer = /^[1-9]\d*$/.test(value)
        ? await api.listRemittances({ query })
        : ((await sendUnjudged(check, { operation: "listRemittances" }, { key: testKey, query })) as Page);
      observed.push(`${name}=${value}: ${observedOf(answer)}`);
    }
    check.observe("remittance-page-arguments", observed.join("; "));
  }
}

/** How a page after the last one is answered. */
export async function observePageBeyondEnd(check: Check, merchant: Merchant, pages: number): Promise<void> {
  const answer = await merchant.api.listRemittances({ query: { limit: 10, page: pages + 1 } });
  check.observe("remittance-page-beyond-end", observedOf(answer));
}

/** Which page is answered if none is requested. */
export async function observeWithoutPage(check: Check, { api }: Merchant): Promise<void> {
  check.observe("remittance-page-default", observedOf(await api.listRemittances()));
}

/** The number of pages that an empty list reports. Does nothing if the list has entries. */
export async function observeEmptyList(check: Check, { api }: Merchant): Promise<void> {
  const answer = await api.listRemittances({ query: { page: 1 } });
  const { meta } = answer.body as { meta?: { total?: unknown; pages?: unknown } };
  if (answer.succeeded && meta?.total !== 0) return;
  const observed = answer.succeeded ? `${textOf(meta?.pages)} pages` : summaryOf(answer);
  check.observe("remittance-pages-when-empty", observed);
}

/** The order of a list. */
export async function observeOrder(check: Check, merchant: Merchant): Promise<void> {
  const entries = entriesOf(await listPage(check, merchant.api, { limit: 100, page: 1 }));
  const timestamps = entries.map((entry) => Date.parse(textOf(entry["createdAt"])));
  const pairs = timestamps.slice(1).map((timestamp, index) => timestamp - (timestamps[index] ?? timestamp));
  const observed = pairs.every((difference) => difference <= 0)
    ? "newest first"
    : pairs.every((difference) => difference >= 0)
      ? "oldest first"
      : "another order";
  check.observe("remittance-list-order", observed);
}

function observedOf(answer: Page): string {
  if (!answer.succeeded) return summaryOf(answer);
  const { data, meta } = answer.body as { data?: unknown; meta?: { limit?: unknown; page?: unknown } };
  return `${answer.status} with ${Array.isArray(data) ? data.length : "no"} entries, limit ${textOf(meta?.limit)}, page ${textOf(meta?.page)}`;
}
