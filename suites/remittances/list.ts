import * as fc from "fast-check";
import { type Check, type Merchant, NeedMissing, numberOf, rule, textOf } from "../kit.ts";
import { expectAccepted } from "../expect/acceptance.ts";
import { identityOf, sameCreation } from "../expect/payouts.ts";
import { examplesOf } from "../fixtures/payout-requests.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { readBack, soon } from "../fixtures/reading.ts";
import { ordinaryDisbursement, ordinaryRemittance } from "../fixtures/ordinary-requests.ts";
import {
  allPages,
  COUNTED,
  countOf,
  entriesOf,
  grownTo,
  idsOf,
  idsOnPages,
  inEveryState,
  type Listed,
  listed,
  listPage,
  NO_SUCH_PAGE,
  type Page,
  totalOf,
} from "../fixtures/remittance-lists.ts";
import {
  observeEmptyList,
  observeOrder,
  observePageArguments,
  observePageBeyondEnd,
  observeWithoutPage,
} from "./observations.ts";

/** No other check may write to the list while it is read. */
const ALONE = { alone: true } as const;

/** The number of entries on a page of which entries are compared. */
const BESIDE = 3;

/** One more than the largest page has. */
const LONG = 101;

/** A list of more than a hundred entries, if so many may be created. Created once for all rules. */
async function longList(check: Check): Promise<Listed> {
  const list = await check.once("remittances/list", (maker) => listed(maker, { least: LONG }));
  return { ...list, merchant: { ...list.merchant, api: check.as(list.merchant.testKey) } };
}

/** Reads the second page of the largest size. @returns a lower bound of the number of entries, and `meta.total` */
async function secondLargestPage(
  check: Check,
  { api }: Merchant,
): Promise<{ known: number; counted: number }> {
  const answer = await api.listRemittances({ query: { limit: 100, page: 2 } });
  if (NO_SUCH_PAGE.includes(answer.status)) throw new NeedMissing("control.createMerchant");
  const page = check.succeeded(answer);
  const beyond = entriesOf(page).length;
  if (beyond === 0) throw new NeedMissing("control.createMerchant");
  return { known: 100 + beyond, counted: countOf(page, "total") };
}

/** The contents of pages (§4.4, §8). Only the check writes to its list. */
export default [
  /** Reads a list of more than ten without a query, its second page without a limit, and an empty list. */
  rule("remittances/list-default-limit", ALONE, async (check) => {
    const { merchant, total } = await listed(check, { least: 11 });
    const page = await listPage(check, merchant.api, { page: 1 });
    check.expect.that("the number of entries", entriesOf(page).length, page).toBe(Math.min(10, total));
    check.expect.field("meta.limit", countOf(page, "limit"), page).toBe(10);
    const bare = check.succeeded(await merchant.api.listRemittances());
    check.expect.that("meta.limit without a query", countOf(bare, "limit"), bare).toBe(10);
    if (check.has("control.createMerchant")) {
      const { api } = await check.ownMerchant();
      const empty = check.succeeded(await api.listRemittances());
      check.expect.that("meta.limit of an empty list", countOf(empty, "limit"), empty).toBe(10);
    }
    if (total <= 10) return;
    const next = await listPage(check, merchant.api, { page: 2 });
    check.expect.that("meta.limit of page 2", countOf(next, "limit"), next).toBe(10);
    const same = await listPage(check, merchant.api, { limit: 10, page: 2 });
    check.expect
      .that("the entries of page 2, compared with a limit of 10", idsOf(next), next)
      .toBe(idsOf(same));
  }),

  rule("remittances/empty-list-is-answered", async (check) => {
    check.require("control.createMerchant");
    const { api } = await check.ownMerchant();
    const answer = await api.listRemittances();
    await expectAccepted(check, api, answer, "the list of a merchant without remittances");
    check.expect(answer).toAnswer(200);
  }),

  /** Requests the page whose number the first answer reports. */
  rule("remittances/list-without-page-is-the-page-it-states", ALONE, async (check) => {
    const { merchant } = await listed(check, { least: 11 });
    for (const query of [{}, { limit: 4 }]) {
      const bare = check.succeeded(await merchant.api.listRemittances({ query }));
      const page = countOf(bare, "page");
      const stated = await listPage(check, merchant.api, { ...query, page });
      check.expect
        .that(`the entries, compared with those of page ${page}`, idsOf(bare), bare)
        .toBe(idsOf(stated));
    }
  }),

  /** Reads a list of more than a hundred entries, if so many may be created. The second page continues where the first ends. */
  rule("remittances/list-accepts-limit-100", ALONE, async (check) => {
    const { merchant, total, made } = await longList(check);
    const known = Math.max(total, made.length);
    const page = await listPage(check, merchant.api, { limit: 100, page: 1 });
    check.expect.that("the number of entries", entriesOf(page).length, page).toBe(Math.min(100, known));
    if (known > 100) {
      const next = await listPage(check, merchant.api, { limit: 100, page: 2 });
      check.expect
        .that("the number of entries of page 2", entriesOf(next).length, next)
        .toBe(Math.min(100, known - 100));
    }
    // Only now: if the list had more entries than a page may have, these answers could exceed the limit.
    await observePageArguments(check, merchant);
  }),

  /**
   * Reads a list that is longer than the largest page. A shared merchant gets fewer remittances and is judged only if it already has a
   * second page.
   */
  rule("remittances/list-meta-total-beyond-a-page", ALONE, async (check) => {
    const { merchant, total } = await longList(check);
    const { known, counted } = merchant.own
      ? { known: LONG, counted: total }
      : await secondLargestPage(check, merchant);
    check.expect
      .field("meta.total", counted)
      .toSatisfy(`at least ${known}, the remittances that are known`, (count) => numberOf(count) >= known);
  }),

  /** Reads a list that fits on one page. */
  rule("remittances/list-page-starts-at-1", ALONE, async (check) => {
    const { merchant } = await listed(check, { least: 2 });
    const page = await listPage(check, merchant.api, { limit: 100, page: 1 });
    check.expect
      .that("the number of entries on page 1", entriesOf(page).length, page)
      .toSatisfy("more than none", (count) => numberOf(count) > 0);
    await observeWithoutPage(check, merchant);
  }),

  /** Compares the totals before and after a creation. A disbursement does not count. */
  rule("remittances/list-meta-counts-creation", ALONE, async (check) => {
    const merchant = await check.ownMerchant();
    await observeEmptyList(check, merchant);
    for (const _time of ["first", "second"]) {
      const before = await totalOf(check, merchant.api);
      if (merchant.own) await merchant.api.createDisbursement({ body: ordinaryDisbursement(check) });
      check.succeeded(await merchant.api.createRemittance({ body: ordinaryRemittance(check) }));
      const after = await check.eventually({
        expected: `meta.total to change from ${before} after a creation`,
        subject: COUNTED,
        withinMs: check.profile.deadlines.consistencyMs,
        read: () => totalOf(check, merchant.api),
        holds: (total) => total !== before,
      });
      check.expect.that("the increase of meta.total", after - before).toBe(1);
    }
  }),

  /** Computes the number of entries of each page from the total and the limit. */
  rule("remittances/list-page-holds-limit", ALONE, async (check) => {
    const { merchant, total } = await listed(check, { least: 7 });
    await observePageBeyondEnd(check, merchant, Math.ceil(total / 10));
    await observeOrder(check, merchant);
    const queries = fc
      .oneof(
        { weight: 3, arbitrary: fc.integer({ min: 1, max: 8 }) },
        { weight: 1, arbitrary: fc.constant(100) },
      )
      .chain((limit) => {
        const last = Math.max(1, Math.ceil(total / limit));
        return fc.record({
          limit: fc.constant(limit),
          page: fc.oneof(fc.integer({ min: 1, max: last }), fc.constant(last)),
        });
      });
    await check.property({
      from: queries,
      classesOf: ({ limit, page }) => [page * limit >= total ? "last page" : "full page"],
      shares: { "last page": 0.1, "full page": 0.1 },
      holds: async (query) => {
        const page = await listPage(check, merchant.api, query);
        const left = countOf(page, "total") - (query.page - 1) * query.limit;
        const expected = Math.max(0, Math.min(query.limit, left));
        check.expect.that("the number of entries", entriesOf(page).length, page).toBe(expected);
      },
    });
  }),

  /**
   * Looks for new remittances on the pages, with any page size. They have any final state that control can set, and some are created after
   * the pages were read once.
   */
  rule("remittances/list-has-every-remittance", ALONE, async (check) => {
    const before = await listed(check, { least: 7, own: 5 });
    await allPages(check, before, 3);
    const list = await inEveryState(check, before);
    await check.property({
      effort: 0.2,
      from: fc.integer({ min: 1, max: 8 }),
      examples: [3],
      holds: async (limit) => {
        const pages = await allPages(check, list, limit);
        const shown = new Set(pages.flatMap(idsOf));
        const missing = list.made.filter((id) => !shown.has(id));
        check.expect.that("the created remittances that are on no page", missing, pages.at(-1)).toBe([]);
      },
    });
  }),

  /** The pages of limits around the number of remittances, of the default limit and of the largest, while the list grows. */
  rule("remittances/list-is-whole-at-its-edges", async (check) => {
    const merchant = await check.ownMerchant();
    if (!merchant.own) throw new NeedMissing("control.createMerchant");
    for (const size of [1, 2, 9, 10, 11, 21]) {
      await grownTo(check, merchant, size);
      const expected = await idsOnPages(check, merchant.api, { size, limit: 100 });
      check.expect.that(`the number of entries of ${size} remittances`, expected.length).toBe(size);
      for (const limit of [size - 1, size, size + 1, null]) {
        if (limit === 0) continue;
        const ids = await idsOnPages(check, merchant.api, { size, limit });
        check.expect
          .that(`the ids on pages of ${limit ?? "the default limit"} of ${size} remittances`, ids.toSorted())
          .toBe(expected.toSorted());
      }
    }
  }),

  /** Collects the ids of all pages. */
  rule("remittances/list-has-no-repeats", ALONE, async (check) => {
    const list = await listed(check, { least: 7, own: 3 });
    await check.property({
      effort: 0.2,
      from: fc.integer({ min: 1, max: 8 }),
      examples: [2],
      holds: async (limit) => {
        const pages = await allPages(check, list, limit);
        const ids = pages.flatMap(idsOf);
        const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
        check.expect.that("the remittances that are listed twice", repeated, pages.at(-1)).toBe([]);
      },
    });
  }),

  /**
   * Compares entries of any page, to different recipients, with their retrieval. If control can let remittances fail and end, also compares
   * their status.
   */
  rule("remittances/list-entries-match-retrieval", ALONE, async (check) => {
    const list = await listed(check, { least: 4, own: 2 });
    const { merchant } = list;
    for (const [index, other] of examplesOf(ordinaryRemittance(check)).entries()) {
      const amount = textOf(check.profile.ordinary.amount + index);
      await merchant.api.createRemittance({ body: { ...other, amount } });
    }
    // A target may refuse some recipients.
    const total = await totalOf(check, merchant.api);
    await check.property({
      effort: 0.4,
      from: fc.integer({ min: 1, max: Math.max(1, Math.min(total, 100)) }),
      holds: async (position) => {
        const page = await listPage(check, merchant.api, {
          limit: BESIDE,
          page: Math.ceil(position / BESIDE),
        });
        const entry = entriesOf(page)[(position - 1) % BESIDE];
        if (entry === undefined) return;
        const id = textOf(entry["id"]);
        const retrieved = await readBack(check, () => merchant.api.retrieveRemittance({ path: { id } }));
        check.observe("remittance-list-retrieve-status", textOf(retrieved.status));
        const there = identityOf(retrieved.body);
        for (const [name, value] of Object.entries(identityOf(entry))) {
          if (there[name] === undefined) continue;
          check.expect.that(`${name} of entry ${position} of the list`, value, page).toBe(there[name]);
        }
        sameCreation(check, retrieved, page, entry["createdAt"]);
      },
    });
    await listsEnds(check, list);
  }),
];

/**
 * Expects that a remittance which is retrieved in a final state is also listed in it: one that fails at its creation, and one that ends after
 * both were read. Does nothing if control cannot bring it there.
 */
async function listsEnds(check: Check, list: Listed): Promise<void> {
  const { merchant, made } = await inEveryState(check, list);
  const [processing, failed] = made.slice(list.made.length);
  if (failed !== undefined) {
    await listsAsRetrieved(check, merchant, failed, "failed");
    const { accountId, api } = merchant;
    const call = { path: { accountId }, json: { outcome: "pending" } };
    await check.control.call("setNextRemittanceOutcome", call);
    const pending = check.succeeded(await api.createRemittance({ body: ordinaryRemittance(check) }));
    await listsAsRetrieved(check, merchant, pending.text("id"), "pending");
  }
  if (processing === undefined || !check.has("control.settleRemittance")) return;
  await listsAsRetrieved(check, merchant, processing, "processing");
  const path = { accountId: merchant.accountId, id: processing };
  const json = { status: "succeeded" };
  const settled = await ifPossible(() => check.control.call("settleRemittance", { path, json }));
  if (settled !== null) await listsAsRetrieved(check, merchant, processing, "succeeded");
}

async function listsAsRetrieved(
  check: Check,
  { api }: Merchant,
  id: string,
  expected: string,
): Promise<void> {
  const statusIn = (page: Page): unknown => entriesOf(page).find((entry) => entry["id"] === id)?.["status"];
  const read = async () => {
    const retrieved = await readBack(check, () => api.retrieveRemittance({ path: { id } }));
    const page = await listPage(check, api, { limit: 100, page: 1 });
    return { page, statuses: [retrieved.field("status"), statusIn(page)] };
  };
  const isAlike = ({ statuses }: Awaited<ReturnType<typeof read>>): boolean =>
    statuses.every((status) => status === expected);
  const shown = await soon(check, { read, holds: isAlike });
  // The document does not say whether it keeps this status. Another rule judges that the list contains it.
  if (isAlike(shown) || shown.statuses.includes(undefined) || !shown.statuses.includes(expected)) return;
  const { page, statuses } = await read();
  // It may move by itself.
  const isSteady = statuses.join() === shown.statuses.join();
  if (isSteady && statuses.includes(expected))
    check.expect.that(`status of ${id}, retrieved and listed`, statuses, page).toBe([expected, expected]);
}
