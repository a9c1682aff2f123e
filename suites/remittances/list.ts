import * as fc from "fast-check";
import type { Check } from "../../harness/check.ts";
import type { Merchant } from "../../harness/merchant.ts";
import { rule } from "../../harness/rule.ts";
import { NeedMissing } from "../../harness/verdicts.ts";
import { expectAccepted } from "../expect/acceptance.ts";
import { examplesOf, identityOf, sameCreation } from "../expect/payouts.ts";
import { readBack, soon } from "../expect/reading.ts";
import { ordinaryDisbursement, ordinaryRemittance } from "../fixtures/ordinary-requests.ts";
import {
  allPages,
  COUNTED,
  countOf,
  entriesOf,
  idsOf,
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

/** A list is read while no other client writes to it. */
const ALONE = { alone: true } as const;

/** How many entries a page has whose entries are compared. */
const BESIDE = 3;

/** One more than the largest page holds. */
const LONG = 101;

/** A list of more than a hundred entries, if one may be made; it is made once. */
async function longList(check: Check): Promise<Listed> {
  const list = await check.once("remittances/list", (maker) => listed(maker, { least: LONG }));
  return { ...list, merchant: { ...list.merchant, api: check.as(list.merchant.testKey) } };
}

/** By the second page of the largest size, how many entries the list has at least, and its `meta.total`. */
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

/** What pages hold (§4.4, §8), judged on a list that this check alone writes to. */
export default [
  /** A list of more than ten, read without a query, and its second page without a limit; then an empty one. */
  rule("remittances/list-default-limit", ALONE, async (check) => {
    const { merchant, total } = await listed(check, { least: 11 });
    const page = await listPage(check, merchant.api, { page: 1 });
    check.expect.that("the number of entries", entriesOf(page).length, page).toBe(Math.min(10, total));
    check.expect.that("meta.limit", countOf(page, "limit"), page).toBe(10);
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
      .that("the entries of page 2, next to those with a limit of 10", idsOf(next), next)
      .toBe(idsOf(same));
  }),

  rule("remittances/empty-list-is-answered", async (check) => {
    check.require("control.createMerchant");
    const { api } = await check.ownMerchant();
    const answer = await api.listRemittances();
    await expectAccepted(check, api, answer, "the list of a merchant who has none");
    check.expect(answer).toAnswer(200);
  }),

  /** The page that it states, requested by its number. */
  rule("remittances/list-without-page-is-the-page-it-states", ALONE, async (check) => {
    const { merchant } = await listed(check, { least: 11 });
    for (const query of [{}, { limit: 4 }]) {
      const bare = check.succeeded(await merchant.api.listRemittances({ query }));
      const page = countOf(bare, "page");
      const stated = await listPage(check, merchant.api, { ...query, page });
      check.expect.that(`the entries, next to those of page ${page}`, idsOf(bare), bare).toBe(idsOf(stated));
    }
  }),

  /** A list of more than a hundred entries, if one may be made; the second page continues after the first one. */
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
    // With more than a hundred entries there, these answers could exceed what a page may hold.
    await observePageArguments(check, merchant);
  }),

  /**
   * The same list, which the largest page does not hold. A shared merchant gets too few remittances; it is judged
   * if it has a second page already.
   */
  rule("remittances/list-meta-total-beyond-a-page", ALONE, async (check) => {
    const { merchant, total } = await longList(check);
    const { known, counted } = merchant.own
      ? { known: LONG, counted: total }
      : await secondLargestPage(check, merchant);
    check.expect
      .that("meta.total", counted)
      .toSatisfy(`at least ${known}, the remittances that are known`, (count) => Number(count) >= known);
  }),

  /** A list that fits into one page has all its entries on page 1. */
  rule("remittances/list-page-starts-at-1", ALONE, async (check) => {
    const { merchant } = await listed(check, { least: 2 });
    const page = await listPage(check, merchant.api, { limit: 100, page: 1 });
    check.expect
      .that("the number of entries on page 1", entriesOf(page).length, page)
      .toSatisfy("more than none", (count) => Number(count) > 0);
    await observeWithoutPage(check, merchant);
  }),

  /** The total before and after one; a disbursement before it does not count. */
  rule("remittances/list-meta-counts-creation", ALONE, async (check) => {
    const merchant = await check.ownMerchant();
    await observeEmptyList(check, merchant);
    for (const _time of ["first", "second"]) {
      const before = await totalOf(check, merchant.api);
      if (merchant.own) await merchant.api.createDisbursement({ body: ordinaryDisbursement(check) });
      check.succeeded(await merchant.api.createRemittance({ body: ordinaryRemittance(check) }));
      const after = await check.eventually({
        expected: `meta.total to leave ${before} after a creation`,
        subject: COUNTED,
        withinMs: check.profile.deadlines.consistencyMs,
        read: () => totalOf(check, merchant.api),
        holds: (total) => total !== before,
      });
      check.expect.that("what meta.total grew by", after - before).toBe(1);
    }
  }),

  /** Every kind of documented limit. */
  rule("remittances/list-meta-echoes-limit", async (check) => {
    const { api } = await check.merchant();
    await check.property({
      from: fc.integer({ min: 1, max: 100 }),
      examples: [1, 10, 99, 100],
      classesOf: (limit) => [limit > 10 ? "more than the default" : "the default or less"],
      shares: { "more than the default": 0.2, "the default or less": 0.1 },
      holds: async (limit) => {
        const page = await listPage(check, api, { limit, page: 1 });
        check.expect.that("meta.limit", countOf(page, "limit"), page).toBe(limit);
        const alone = check.succeeded(await api.listRemittances({ query: { limit } }));
        check.expect.that("meta.limit without a page", countOf(alone, "limit"), alone).toBe(limit);
      },
    });
  }),

  /** Pages that exist, of a list with several. */
  rule("remittances/list-meta-echoes-page", ALONE, async (check) => {
    const { merchant, total } = await listed(check, { least: 11 });
    for (const page of total > 10 ? [1, 2] : [1]) {
      const answer = await listPage(check, merchant.api, { page });
      check.expect.that("meta.page without a limit", countOf(answer, "page"), answer).toBe(page);
    }
    await check.property({
      from: fc.integer({ min: 1, max: 5 }),
      classesOf: (page) => [page === 1 ? "first page" : "later page"],
      shares: { "later page": 0.3 },
      holds: async (page) => {
        const answer = await listPage(check, merchant.api, { limit: 1, page });
        check.expect.that("meta.page", countOf(answer, "page"), answer).toBe(page);
      },
    });
  }),

  /** Limits that divide the total and limits that do not. */
  rule("remittances/list-meta-pages-arithmetic", ALONE, async (check) => {
    const { merchant, total } = await listed(check, { least: 6 });
    await observePageBeyondEnd(check, merchant, Math.ceil(total / 10));
    await observeOrder(check, merchant);
    await check.property({
      from: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 100 })),
      classesOf: (limit) => [total % limit === 0 ? "divides the total" : "leaves a rest"],
      examples: [1],
      shares: { "divides the total": 0.05, "leaves a rest": 0.1 },
      holds: async (limit) => {
        const page = await listPage(check, merchant.api, { limit, page: 1 });
        const pages = Math.ceil(countOf(page, "total") / limit);
        check.expect.that(`meta.pages with a limit of ${limit}`, countOf(page, "pages"), page).toBe(pages);
      },
    });
  }),

  /** The count that the total and the limit leave for each page. */
  rule("remittances/list-page-holds-limit", ALONE, async (check) => {
    const { merchant, total } = await listed(check, { least: 7 });
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
   * New remittances are on the pages, with any page size, and in any final state if control can set it; some of them are made
   * after the pages were read once.
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

  /** All ids of all pages. */
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
        check.expect.that("the remittances that are there twice", repeated, pages.at(-1)).toBe([]);
      },
    });
  }),

  /**
   * Entries of any page, beside others to other recipients, each compared with its own retrieval; the status of one that control
   * lets fail.
   */
  rule("remittances/list-entries-match-retrieval", ALONE, async (check) => {
    const list = await listed(check, { least: 4, own: 2 });
    const { merchant } = list;
    for (const [index, other] of examplesOf(ordinaryRemittance(check)).entries()) {
      const amount = String(check.profile.ordinary.amount + index);
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
        const id = String(entry["id"]);
        const retrieved = await readBack(check, () => merchant.api.retrieveRemittance({ path: { id } }));
        check.observe("remittance-list-retrieve-status", String(retrieved.status));
        const there = identityOf(retrieved.body);
        for (const [name, value] of Object.entries(identityOf(entry))) {
          if (there[name] === undefined) continue;
          check.expect.that(`${name} of entry ${position} of the list`, value, page).toBe(there[name]);
        }
        sameCreation(check, retrieved, page, entry["createdAt"]);
      },
    });
    await listsFailure(check, list);
  }),
];

/** A remittance that is retrieved as failed, before and after, is listed as failed, where control can let one fail. */
async function listsFailure(check: Check, list: Listed): Promise<void> {
  const { merchant, made } = await inEveryState(check, list);
  const id = made.at(-1);
  if (made.length === list.made.length || id === undefined) return;
  const isFailed = async (): Promise<boolean> => {
    const retrieved = await readBack(check, () => merchant.api.retrieveRemittance({ path: { id } }));
    return retrieved.field("status") === "failed";
  };
  const statusIn = (page: Page): unknown => entriesOf(page).find((entry) => entry["id"] === id)?.["status"];
  if (!(await isFailed())) return;
  const page = await soon(check, {
    read: () => listPage(check, merchant.api, { limit: 100, page: 1 }),
    holds: (read) => statusIn(read) === "failed",
  });
  const status = statusIn(page);
  // Whether it keeps this status is open; that the list has it is another rule's matter.
  if (status === undefined || !(await isFailed())) return;
  check.expect.that(`status of ${id} in the list`, status, page).toBe("failed");
}
