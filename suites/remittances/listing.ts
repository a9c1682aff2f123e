import type { Api, SuccessBody } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchants.ts";
import { Inconclusive, Violation } from "../../harness/verdicts.ts";
import { ordinaryRemittance } from "../shared/requests.ts";

export type Page = Answer<SuccessBody<"listRemittances">>;
type Entry = Record<string, unknown>;

/** How many requests are in flight while entries are made. */
const IN_FLIGHT = 8;
/** Pages that a check reads at the most, where it reads all of them. */
const MOST_PAGES = 60;

/** With what a page that does not exist may be refused. */
const NO_SUCH_PAGE = [400, 404, 410, 416, 422];

/** A merchant whose list has at least so many entries, and nobody else who writes to it. */
export interface Listed {
  readonly merchant: Merchant;
  /** Entries of the whole list, when it was made ready. */
  readonly total: number;
  /** Ids of those that were made now. */
  readonly made: readonly string[];
}

/** One page of the list. */
export async function listPage(
  check: Check,
  api: Api,
  query: { readonly limit?: number; readonly page: number },
): Promise<Page> {
  return check.succeeded(await api.listRemittances({ query }));
}

/** How many remittances the list says there are. Whether an empty list has a first page is open. */
export async function totalOf(check: Check, api: Api): Promise<number> {
  const answer = await api.listRemittances({ query: { limit: 1, page: 1 } });
  if (NO_SUCH_PAGE.includes(answer.status)) return 0;
  return countOf(check.succeeded(answer), "total");
}

/**
 * A number of the meta.
 * @throws Inconclusive when there is none: presence and type are other rules' matter
 */
export function countOf(page: Page, name: "total" | "page" | "limit" | "pages"): number {
  const count = (page.body as { meta?: Partial<Record<string, unknown>> }).meta?.[name];
  if (typeof count === "number") return count;
  throw new Inconclusive(`the list carries no meta.${name} to count with`);
}

/** The entries of a page. */
export function entriesOf(page: Page): readonly Entry[] {
  const { data } = page.body as { data?: unknown };
  if (Array.isArray(data)) return data as Entry[];
  throw new Inconclusive("the list carries no data to read");
}

export function idsOf(page: Page): readonly string[] {
  return entriesOf(page).map((entry) => String(entry["id"]));
}

/**
 * Makes remittances until the list has `least` entries, and `atLeastOwn` of them are new. A merchant that other runs use is
 * spared: it gets no more than `mostOnShared`.
 */
export async function listed(
  check: Check,
  wanted: { readonly least: number; readonly own?: number; readonly mostOnShared?: number },
): Promise<Listed> {
  const merchant = await check.ownMerchant();
  const before = await totalOf(check, merchant.api);
  const missing = Math.max(wanted.least - before, wanted.own ?? 0, 0);
  const count = merchant.own ? missing : Math.min(missing, wanted.mostOnShared ?? 12);
  const made = await createRemittances(check, merchant.api, count);
  const total = await countedSoon(check, merchant, before + made.length);
  return { merchant, total, made };
}

/** The total, once it counts so many; else what it counts when the profile's patience ends: other rules judge that. */
async function countedSoon(check: Check, { api }: Merchant, expected: number): Promise<number> {
  let counted = 0;
  try {
    await check.eventually({
      expected: `the list to count ${expected} remittances`,
      withinMs: check.profile.deadlines.consistencyMs,
      read: async () => {
        counted = await totalOf(check, api);
        return counted;
      },
      holds: (total) => total >= expected,
    });
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
  }
  return counted;
}

async function createRemittances(check: Check, api: Api, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(IN_FLIGHT, count - ids.length) }, async () => {
      const created = check.succeeded(await api.createRemittance({ body: ordinaryRemittance(check) }));
      return String(created.field("id"));
    });
    ids.push(...(await Promise.all(batch)));
  }
  return ids;
}

/** One more remittance of a merchant in each state that lists name and control can make; none where it cannot. */
export async function inEveryState(
  check: Check,
  { accountId, api, own }: Merchant,
): Promise<readonly string[]> {
  if (!own || !check.has("control.setNextRemittanceOutcome")) return [];
  const ids: string[] = [];
  for (const outcome of ["processing", "failed"]) {
    await check.control.call("setNextRemittanceOutcome", { path: { accountId }, json: { outcome } });
    const created = check.succeeded(await api.createRemittance({ body: ordinaryRemittance(check) }));
    ids.push(String(created.field("id")));
  }
  return ids;
}

/** Every page of the list, in order, with as many entries a page as wanted, or more where the list is long. */
export async function allPages(
  check: Check,
  { merchant, total }: Listed,
  limit: number,
): Promise<readonly Page[]> {
  const size = Math.min(100, Math.max(limit, Math.ceil(total / MOST_PAGES)));
  const pages = Math.ceil(total / size);
  if (pages > MOST_PAGES) throw new Inconclusive(`the list has ${total} entries: too many to read them all`);
  const read: Page[] = [];
  for (let page = 1; page <= pages; page += 1) {
    read.push(await listPage(check, merchant.api, { limit: size, page }));
  }
  // What other clients of the profile's merchant add moves entries from page to page.
  if (!merchant.own && new Set(read.map((page) => countOf(page, "total"))).size > 1)
    throw new Inconclusive("the number of entries changed while the pages were read");
  return read;
}
