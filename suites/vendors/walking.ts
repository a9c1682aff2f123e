import type { SuccessBody } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchants.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";

export type VendorPage = Answer<SuccessBody<"listAccounts">>;
export type Listed = SuccessBody<"listAccounts">["data"][number];

/** More pages than any account of the suite's has: a list that goes on is one that never ends. */
const MOST_PAGES = 400;
/** Entries on a page where the profile tells how to ask for so many. */
const SMALL_PAGE = 3;

/** One page of the list: the first, or the one at a cursor. */
export async function pageAt(
  check: Check,
  merchant: Merchant,
  cursor: unknown = null,
  options: { readonly small?: boolean } = {},
): Promise<VendorPage> {
  return check.succeeded(await askPage(check, merchant, cursor, options));
}

/** Asks for a page, which may be refused. */
export async function askPage(
  check: Check,
  merchant: Merchant,
  cursor: unknown,
  options: { readonly small?: boolean } = {},
): Promise<VendorPage> {
  const { fields } = check.profile;
  const byCursor = fields["accounts-cursor-parameter"];
  const byLimit = fields["accounts-limit-parameter"];
  if (cursor !== null && byCursor === undefined) throw new NeedMissing("field.accounts-cursor-parameter");
  const query = {
    ...(cursor === null || byCursor === undefined
      ? {}
      : { [byCursor]: typeof cursor === "string" ? cursor : JSON.stringify(cursor) }),
    ...(options.small === true && byLimit !== undefined ? { [byLimit]: SMALL_PAGE } : {}),
  };
  const page = await merchant.api.listAccounts({ query });
  if (page.succeeded) check.observe("connect-list-statuses", `vendors ${page.status}`);
  return page;
}

/**
 * The pages, in order, by the cursors, each when it is asked for.
 * @throws NeedMissing when the next one is asked for and the profile does not tell how a cursor is given
 */
async function* walkedPages(
  check: Check,
  merchant: Merchant,
  options: { readonly small?: boolean } = {},
): AsyncGenerator<VendorPage> {
  let page = await pageAt(check, merchant, null, options);
  for (let turned = 0; ; turned += 1) {
    yield page;
    if (page.field("has_more") !== true) return;
    if (turned >= MOST_PAGES)
      throw new Inconclusive(`the list of vendors has no end after ${MOST_PAGES} pages`);
    page = await pageAt(check, merchant, page.field("next_cursor"), options);
  }
}

/**
 * Every page, in order.
 * @throws NeedMissing when there is more than one page and the profile does not tell how a cursor is given
 */
export async function pagesOf(
  check: Check,
  merchant: Merchant,
  options: { readonly small?: boolean } = {},
): Promise<readonly VendorPage[]> {
  const pages: VendorPage[] = [];
  for await (const page of walkedPages(check, merchant, options)) pages.push(page);
  return pages;
}

/** The entries of all pages. */
export async function everyEntry(check: Check, merchant: Merchant): Promise<readonly Listed[]> {
  const pages = await pagesOf(check, merchant);
  return pages.flatMap((page) => page.field("data"));
}

/** The identifiers of all pages. */
export async function everyId(check: Check, merchant: Merchant): Promise<readonly string[]> {
  return (await everyEntry(check, merchant)).map(({ id }) => id);
}

/**
 * The vendors of a list that were not there before and that this run asked for. The profile's merchant may have other clients,
 * whose vendors do not bear the names that the run gives.
 * @throws Inconclusive when others were added, and the vendors known to be this run's do not show whose
 */
export function addedByThisRun(
  check: Check,
  merchant: Merchant,
  given: {
    readonly list: readonly Listed[];
    readonly before?: readonly string[];
    readonly known: readonly string[];
  },
): readonly Listed[] {
  const { list, before = [], known } = given;
  const added = list.filter(({ id }) => !before.includes(id));
  if (merchant.own || added.every(({ id }) => known.includes(id))) return added;
  const isNamed = (entry: Listed): boolean => JSON.stringify(entry).includes(check.runName);
  const ours = list.filter(({ id }) => known.includes(id));
  if (ours.length === 0 || !ours.every(isNamed))
    throw new Inconclusive("vendors were added, and the list does not show who asked for them");
  return added.filter(isNamed);
}

/**
 * Waits for vendors to be on the pages, for as long as the profile lets a target be inconsistent.
 * @throws Violation of basis "deadline" when one is not listed in time
 */
export async function allListed(check: Check, merchant: Merchant, accts: readonly string[]): Promise<void> {
  await check.eventually({
    expected: `${accts.length} new vendors to be listed`,
    withinMs: check.profile.deadlines.consistencyMs,
    read: async () => {
      const missing = new Set(accts);
      for await (const page of walkedPages(check, merchant)) {
        for (const { id } of page.field("data")) missing.delete(id);
        if (missing.size === 0) break;
      }
      return [...missing];
    },
    holds: (missing) => missing.length === 0,
    show: (missing) => `without ${missing.join(", ")}`,
  });
}

/**
 * The entry of one vendor.
 * @throws Violation of basis "deadline" when it is not listed in time
 */
export async function listed(check: Check, merchant: Merchant, acct: string): Promise<Listed> {
  const found = await check.eventually({
    expected: `the vendor ${acct} to be listed`,
    withinMs: check.profile.deadlines.consistencyMs,
    read: async () => {
      for await (const page of walkedPages(check, merchant)) {
        const entry = page.field("data").find(({ id }) => id === acct);
        if (entry !== undefined) return entry;
      }
      return undefined;
    },
    holds: (entry) => entry !== undefined,
    show: () => "not listed",
  });
  if (found === undefined) throw new Error("an entry that was found is lost");
  return found;
}
