import { isDeepStrictEqual } from "node:util";
import type { SuccessBody } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { givenVendor, type Vendor } from "../connect/given.ts";
import { givenAllocation, givenReversal } from "../connect/money.ts";
import { soon } from "../shared/reading.ts";

export type TransactionPage = Answer<SuccessBody<"listAccountTransactions">>;

/** More pages than any vendor of the suite's has. */
const MOST_PAGES = 200;
const SMALL_PAGE = 3;
/** Allocations that, with the reversals among them, fill several small pages; at most so many where sizes are unknown. */
const SEVERAL = 9;
const MOST_MADE = 45;

/** A quiet vendor's list of transactions, walked once. */
export interface Walk {
  readonly pages: readonly TransactionPage[];
  /** What the page after the last one answered. */
  readonly beyond: TransactionPage;
  /** Transactions that were seen while the list grew. */
  readonly seen: readonly string[];
}

/** One walk for all who look at it: the movements are made for it, so the list has several pages. */
export function givenWalk(check: Check): Promise<Walk> {
  return check.once("transactions/walk", async (maker) => {
    const vendor = await givenVendor(maker);
    const seen = await grow(maker, vendor);
    return { ...(await settledWalk(maker, vendor, seen)), seen };
  });
}

/**
 * All pages and the one after them, once two walks in a row see the same and nothing in them contradicts the rest, or once
 * the target has had its time to show what it acknowledged: pages that lag behind may be of different ages.
 */
async function settledWalk(
  check: Check,
  vendor: Vendor,
  seen: readonly string[],
): Promise<Pick<Walk, "pages" | "beyond">> {
  let before: readonly string[] | null = null;
  return soon(check, {
    read: async () => {
      const pages = await everyPage(check, vendor);
      return { pages, beyond: await pageOf(check, vendor, pages.length + 1) };
    },
    holds: ({ pages, beyond }) => {
      const ids = pages.flatMap(idsOn);
      const same = isDeepStrictEqual(ids, before);
      before = ids;
      const isWhole = new Set(ids).size === ids.length && seen.every((id) => ids.includes(id));
      return same && isWhole && (!beyond.succeeded || idsOn(beyond).length === 0);
    },
  });
}

/** The identifiers of a page's entries, as text: of which type they are is open. */
export function idsOn(page: TransactionPage): readonly string[] {
  return page.field("data").map(({ id }) => String(id));
}

async function everyPage(check: Check, vendor: Vendor): Promise<readonly TransactionPage[]> {
  const pages: TransactionPage[] = [];
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const page = granted(check, await pageOf(check, vendor, number), number);
    pages.push(page);
    if (page.field("has_more") !== true) return pages;
  }
  throw new Inconclusive(`the list has no end after ${MOST_PAGES} pages`);
}

/** A page to go on from. @throws Inconclusive that tells how it was asked for, when it is refused */
function granted(check: Check, page: TransactionPage, number: number): TransactionPage {
  if (page.succeeded) return page;
  const asked = Object.entries(queryOf(check, number))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  throw new Inconclusive(`the page ?${asked} of a vendor's transactions was refused: ${page.summary}`);
}

function queryOf({ profile }: Check, number: number): Readonly<Record<string, number>> {
  const byPage = profile.fields["transactions-page-parameter"] ?? "";
  const byLimit = profile.fields["transactions-limit-parameter"];
  return { [byPage]: number, ...(byLimit === undefined ? {} : { [byLimit]: SMALL_PAGE }) };
}

/** A page by its number; the first without one where the target may be asked so. */
export async function pageOf(check: Check, vendor: Vendor, number: number): Promise<TransactionPage> {
  const page = await vendor.merchant.api.listAccountTransactions({
    path: { acct: vendor.acct },
    query: queryOf(check, number),
  });
  if (page.succeeded) check.observe("connect-list-statuses", `transactions ${page.status}`);
  return page;
}

/** Moves money until there are several pages; gives the transactions that were on the first page meanwhile. */
async function grow(check: Check, vendor: Vendor): Promise<readonly string[]> {
  const seen = new Set<string>();
  for (let made = 1; made <= MOST_MADE; made += 1) {
    const allocation = await givenAllocation(check, vendor);
    if (made % 3 === 0) await givenReversal(check, allocation, 1);
    const first = granted(check, await pageOf(check, vendor, 1), 1);
    for (const { id } of first.field("data")) seen.add(String(id));
    if (made >= SEVERAL && first.field("has_more") === true) break;
  }
  return [...seen];
}
