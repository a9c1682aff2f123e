import { type Check, numberOf, rule, textOf } from "../kit.ts";
import { givenVendors, type Vendor } from "../fixtures/vendors.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { givenAllocation } from "../fixtures/money-movements.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { soon } from "../fixtures/reading.ts";
import { givenWalk, idsOn } from "../fixtures/transaction-pages.ts";

/** The pages of a vendor's transactions (§4.7). */
export default [
  /**
   * Reads the first page while the list grows. Each transaction on it must be on some page later, as must those of all pages once there are
   * more.
   */
  rule("transactions/pages-are-complete", async (check) => {
    const { pages, observed, longer } = await givenWalk(check);
    let known = observed;
    for (const walk of [{ pages }, ...longer]) {
      const ids = walk.pages.flatMap(idsOn);
      check.expect
        .that(
          "the transactions that are on no page",
          known.filter((id) => !ids.includes(id)),
        )
        .toBe([]);
      known = ids;
    }
    const [first] = pages[0]?.field("data") ?? [];
    if (first !== undefined)
      check.observe(
        "transaction-entry-values",
        `${textOf(first.object)}: ${numberOf(first.amount) < 0 ? "negative" : "positive"}`,
      );
  }),

  rule("transactions/pages-do-not-repeat", async (check) => {
    const { pages } = await givenWalk(check);
    const ids = pages.flatMap(idsOn);
    const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
    check.expect.that("the transactions on two pages", repeated).toBe([]);
  }),

  /**
   * Two vendors of one marketplace receive different amounts, and a third one nothing. Compares whole entries, because each vendor may have
   * its own sequence of ids.
   * The second page of one entry must be on the whole list.
   */
  rule("transactions/vendors-do-not-share", async (check) => {
    const vendors = await givenVendors(check, 2);
    const held: string[] = [];
    for (const [index, vendor] of vendors.entries())
      await givenAllocation(check, vendor, check.profile.ordinary.amount + index * 7);
    const [{ merchant: marketplace }] = vendors as [Vendor, ...Vendor[]];
    const idle = await ifPossible(() => makeVendor(check, marketplace));
    for (const { acct, merchant } of [
      ...vendors,
      ...(idle === null ? [] : [{ acct: idle, merchant: marketplace }]),
    ]) {
      const page = check.succeeded(await merchant.api.listAccountTransactions({ path: { acct } }));
      const entries = page.field("data").map((entry) => JSON.stringify(entry));
      const shared = entries.filter((entry) => held.includes(entry));
      check.expect.that("the transactions of one vendor that are in another's list", shared, page).toBe([]);
      held.push(...entries);
    }
    for (const vendor of vendors) await requireOwnSecondPage(check, vendor);
    // The path alone names the vendor.
    const [one, other] = vendors as [Vendor, Vendor];
    const names = ["acct", "account", "account_id", "accountId", "destination", "vendor"];
    const query = Object.fromEntries(names.map((name) => [name, other.acct]));
    const path = { acct: one.acct };
    const page = await one.merchant.api.listAccountTransactions({ path, query });
    if (!page.succeeded) return;
    const ofOther = check.succeeded(
      await other.merchant.api.listAccountTransactions({ path: { acct: other.acct } }),
    );
    const foreign = ofOther.field("data").map((entry) => JSON.stringify(entry));
    const shared = page.field("data").filter((entry) => foreign.includes(JSON.stringify(entry)));
    check.expect.that("the transactions of a vendor that the query alone names", shared, page).toBe([]);
  }),

  /** Requests the page after each page, also after the last one, where it may not exist. */
  rule("transactions/has-more-is-truthful", async (check) => {
    const walk = await givenWalk(check);
    for (const { pages, beyond } of [walk, ...walk.longer]) {
      for (const [index, page] of pages.entries()) {
        const next = pages[index + 1];
        if (next === undefined) continue;
        check.expect
          .that("the number of transactions after a page with has_more true", next.field("data").length, page)
          .toSatisfy("at least one", (count) => numberOf(count) > 0);
      }
      if (!beyond.succeeded) continue;
      // After the end, the last page may be repeated, but no new entry may appear.
      const held = pages.flatMap(idsOn);
      check.expect
        .that(
          "the transactions after a page with has_more false",
          idsOn(beyond).filter((id) => !held.includes(id)),
          beyond,
        )
        .toBe([]);
    }
  }),
];

/** Pages of one entry; the first page of the usual size, read afterwards, is whole if no more follows. */
async function requireOwnSecondPage(check: Check, { acct, merchant }: Vendor): Promise<void> {
  const byPage = check.profile.fields["transactions-page-parameter"];
  const byLimit = check.profile.fields["transactions-limit-parameter"];
  if (byPage === undefined || byLimit === undefined) return;
  const read = async () => {
    const page = await merchant.api.listAccountTransactions({
      path: { acct },
      query: { [byPage]: 2, [byLimit]: 1 },
    });
    const whole = check.succeeded(await merchant.api.listAccountTransactions({ path: { acct } }));
    const own = new Set(idsOn(whole));
    // A page after the end may not exist.
    const isJudged = page.succeeded && whole.field("has_more") === false;
    return { page, foreign: isJudged ? idsOn(page).filter((id) => !own.has(id)) : [] };
  };
  const { page, foreign } = await soon(check, { read, holds: (seen) => seen.foreign.length === 0 });
  check.expect.that("the transactions on the second page that are not the vendor's", foreign, page).toBe([]);
}
