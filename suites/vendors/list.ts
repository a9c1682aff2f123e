import type { Check, Merchant, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NeedMissing, NothingToJudge, numberOf, rule } from "../kit.ts";
import { PATIENT } from "../fixtures/vendor-creations.ts";
import { fixtureList, givenVendor } from "../fixtures/vendors.ts";
import { anotherMarketplace, canMakeMarketplaces, givenMarketplace } from "../fixtures/marketplaces.ts";
import { makeVendor, type VendorCondition } from "../fixtures/new-vendors.ts";
import { acceptedCreation } from "../fixtures/ordinary-creations.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { asPrecondition, soon } from "../fixtures/reading.ts";
import { expectAcceptance } from "../expect/refusals.ts";
import { allListed, requestPage, everyId, idsOn, pageAt, pagesOf } from "../fixtures/vendor-lists.ts";

/** Enough for several small pages, the last of which is full. */
const SEVERAL = 9;
/** What vendors lack in turn, if control can make such ones. */
const CONDITIONS: readonly VendorCondition[] = [{}, { wallet: false }, { payoutMethod: false }];
/** How many vendors to create to fill a page of unknown size. */
const MANY = 60;

/** The list of vendors and its cursor (§4.7). */
export default [
  /** Searches all pages for the known vendors, and those of one vendor each. */
  walked("vendors/list-is-complete", async (check, merchant, known) => {
    for (const small of await sizesOf(check, merchant)) {
      const ids = (await pagesOf(check, merchant, { small })).flatMap(idsOn);
      check.expect
        .that(
          "the known vendors that are on no page",
          known.filter((acct) => !ids.includes(acct)),
        )
        .toBe([]);
    }
  }),

  walked("vendors/list-does-not-repeat", async (check, merchant) => {
    const ids = (await pagesOf(check, merchant, { small: true })).flatMap(idsOn);
    check.expect
      .that(
        "the vendors on two pages",
        ids.filter((id, index) => ids.indexOf(id) !== index),
      )
      .toBe([]);
  }),

  /** Requests the page after each page, also after the last one if that has a cursor. */
  walked("vendors/list-has-more-is-truthful", async (check, merchant) => {
    await ifPossible(() => everyRemainder(check));
    const pages = await pagesOf(check, merchant, { small: true });
    for (const [index, page] of pages.entries()) {
      const next = pages[index + 1];
      if (next === undefined) continue;
      check.expect
        .that("the number of vendors after a page with has_more true", next.field("data").length, page)
        .toSatisfy("at least one", (count) => numberOf(count) > 0);
    }
    const last = pages.at(-1);
    const cursor = (last?.body as { next_cursor?: unknown } | undefined)?.next_cursor;
    const form = cursor === undefined ? "absent" : cursor === null ? "null" : typeof cursor;
    check.observe("vendor-list-cursor", `on the last page: ${form}`);
    if (cursor === undefined || cursor === null || cursor === "") return;
    const beyond = await pageAt(check, merchant, cursor, { small: true });
    // A cursor of the last page may lead to that page again, but to no new entry.
    const held = pages.flatMap(idsOn);
    check.expect
      .that(
        "the vendors after a page with has_more false",
        idsOn(beyond).filter((id) => !held.includes(id)),
      )
      .toBe([]);
  }),

  walked("vendors/list-next-cursor-when-more", async (check, merchant) => {
    for (const small of await sizesOf(check, merchant)) {
      let page = await pageAt(check, merchant, null, { small });
      for (let turned = 0; page.field("has_more") === true && turned < 20; turned += 1) {
        const { next_cursor: cursor } = page.body as { next_cursor?: unknown };
        check.expect
          .that("next_cursor of a page with has_more true", cursor, page)
          .toSatisfy("a cursor", (value) => value !== null && value !== undefined && value !== "");
        page = await pageAt(check, merchant, cursor, { small });
      }
    }
  }),

  /** Requests the second page by the cursor of the first, without changing a byte of it. */
  walked("vendors/list-next-cursor-leads-on", async (check, merchant) => {
    const first = await pageAt(check, merchant, null, { small: true });
    if (first.field("has_more") !== true) throw new Inconclusive("the list has only one page");
    const next = await requestPage(check, merchant, first.field("next_cursor"), { small: true });
    expectAcceptance(next, "the cursor of a page with has_more true");
    const again = idsOn(first);
    check.expect
      .that("the ids on the next page", idsOn(next), next)
      .toSatisfy("different from those of the page before", (ids) =>
        (ids as string[]).some((id) => !again.includes(id)),
      );
  }),

  /** Deletes the last vendor of the first page, then requests the second one. */
  rule("vendors/list-goes-on-after-a-deletion", { alone: true }, async (check) => {
    const merchant = await givenMarketplace(check);
    if (!merchant.own) throw new NeedMissing("control.createMerchant");
    const made: string[] = [];
    while ((await pageAt(check, merchant, null, { small: true })).field("has_more") !== true) {
      made.push(await makeVendor(check, merchant));
      if ((await everyId(check, merchant)).length > MANY)
        throw new Inconclusive("the list has only one page");
    }
    // What shows late may move the others to later pages.
    await asPrecondition(() => allListed(check, merchant, made));
    const first = await pageAt(check, merchant, null, { small: true });
    const known = idsOn(first);
    const path = { accountId: merchant.accountId, id: known.at(-1) ?? "" };
    await check.control.call("deleteVendor", { path });
    const next = await requestPage(check, merchant, first.field("next_cursor"), { small: true });
    // Whether a cursor outlives a vendor is open, but not where it leads.
    if (!next.succeeded) throw new NothingToJudge(`the cursor is refused after a deletion: ${next.summary}`);
    check.expect
      .that(
        "the vendors of the page before",
        idsOn(next).filter((id) => known.includes(id)),
        next,
      )
      .toBe([]);
  }),

  rule("vendors/list-holds-own-vendors-only", async (check) => {
    const { acct, merchant } = await givenVendor(check);
    const foreign = await foreignVendor(check);
    await asPrecondition(() => allListed(check, merchant, [acct]));
    const ids = await everyId(check, merchant);
    check.expect.that("whether another marketplace's vendor is listed", ids.includes(foreign)).toBe(false);
    check.expect.that("whether the marketplace's own vendor is listed", ids.includes(acct)).toBe(true);
  }),
];

/** Judges a merchant whose list has several pages, and the vendors that are known to be in it. */
function walked(
  id: RuleId,
  judge: (check: Check, merchant: Merchant, known: readonly string[]) => Promise<void>,
): RuleCheck {
  return rule(id, { ...PATIENT, alone: true }, async (check) => {
    const { merchant, known } = await check.once("vendors/list", givenPages);
    await judge(check, { ...merchant, api: check.as(merchant.testKey) }, known);
  });
}

async function givenPages(check: Check): Promise<{ merchant: Merchant; known: readonly string[] }> {
  const merchant = await givenMarketplace(check);
  const known: string[] = merchant.own
    ? []
    : fixtureList(check, "vendor").filter((acct) => acct.startsWith("acct_"));
  known.push((await acceptedCreation(check, merchant)).acct);
  const byControl = check.has("control.createVendor");
  const goal = check.profile.fields["accounts-limit-parameter"] === undefined ? MANY : SEVERAL;
  while (known.length < goal) {
    const page = await pageAt(check, merchant, null, { small: true });
    if (page.field("has_more") === true && known.length >= Math.min(goal, SEVERAL)) break;
    // Without control, few vendors suffice, because creations are rate limited.
    if (!byControl && page.field("has_more") === true) break;
    if (!byControl && known.length > SEVERAL) break;
    const odd = CONDITIONS[known.length % CONDITIONS.length];
    known.push(
      byControl
        ? ((await ifPossible(() => makeVendor(check, merchant, odd))) ?? (await makeVendor(check, merchant)))
        : (await acceptedCreation(check, merchant, known.length + 1)).acct,
    );
  }
  await settled(check, merchant, known);
  return { merchant, known };
}

/** The sizes of pages to walk: a small one, and one of a single vendor if the target accepts that. */
async function sizesOf(check: Check, merchant: Merchant): Promise<readonly (true | 1)[]> {
  if (check.profile.fields["accounts-limit-parameter"] === undefined) return [true];
  return (await requestPage(check, merchant, null, { small: 1 })).succeeded ? [true, 1] : [true];
}

/** Waits until the pages show the new vendors, or until the deadline. The checks judge the pages. */
async function settled(check: Check, merchant: Merchant, known: readonly string[]): Promise<void> {
  try {
    await soon(check, {
      read: () => pagesOf(check, merchant, { small: true }),
      holds: (pages) => {
        const ids = new Set(pages.flatMap(idsOn));
        return known.every((acct) => ids.has(acct));
      },
    });
  } catch (error) {
    // The checks judge a list without an end.
    if (!(error instanceof Inconclusive || error instanceof NeedMissing)) throw error;
  }
}

/** Reads the pages of a list that grows one by one, so that each number is left for the last page. */
async function everyRemainder(check: Check): Promise<void> {
  check.require("control.createVendor");
  const merchant = await givenMarketplace(check);
  for (let made = 1; made <= 5; made += 1) {
    await makeVendor(check, merchant);
    const pages = await soon(check, {
      read: () => pagesOf(check, merchant, { small: true }),
      holds: (some) => some.flatMap(idsOn).length === made,
    });
    check.expect
      .that(
        `the number of vendors on the pages of a list of ${made}`,
        pages.flatMap(idsOn).length,
        pages.at(-1),
      )
      .toBe(made);
  }
}

async function foreignVendor(check: Check): Promise<string> {
  if (canMakeMarketplaces(check)) return makeVendor(check, await anotherMarketplace(check));
  const [foreign] = fixtureList(check, "vendor-foreign");
  if (foreign === undefined) throw new NeedMissing("fixture.vendor-foreign");
  return foreign;
}
