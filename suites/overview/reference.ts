import { type Check, Inconclusive, NeedMissing, rule } from "../kit.ts";
import { givenCaptured } from "../fixtures/charges.ts";
import { givenCreation } from "../fixtures/vendor-creations.ts";
import { givenVendor } from "../fixtures/vendors.ts";
import { advanceTimeBy } from "../fixtures/funds.ts";
import { MONTH } from "../fixtures/overview-leaders.ts";
import { DAY, HOUR } from "../fixtures/times.ts";
import { soon } from "../fixtures/reading.ts";
import { givenMarketplace } from "../fixtures/marketplaces.ts";
import { type FigureName, readFigure } from "../fixtures/overview-points.ts";
import { END_STYLES, isLong, touchedSteps } from "../fixtures/overview-calendar.ts";
import { fullQueries, type FullQuery, holdsWindow, type Overview, windowsOf } from "../fixtures/overviews.ts";

/** The reference of an overview (§2.9): a window later, the contents of the window are those of the reference. */
export default [
  /** Finds the step of a charge in the window. Thirty days later, the reference value of that step must show the charge. */
  rule("overview/reference-is-folded-onto-the-step", async (check) => {
    for (const days of [4, 17]) {
      const vendor = await givenVendor(check);
      const { api } = vendor.merchant;
      const { amount } = await givenCaptured(check, vendor);
      // Add half a day, as a charge between two steps could show in either.
      await advanceTimeBy(check, vendor, (days + 0.5) * DAY);
      const now = await soon(check, {
        read: () => readFigure(check, api, MONTH, "gross_volume"),
        holds: ({ points }) => points.some(({ value }) => value === amount),
      });
      const step = now.points.findIndex(({ value }) => value === amount);
      if (step < 0) throw new Inconclusive(`no step of the window shows the charge of ${days} days ago`);
      await advanceTimeBy(check, vendor, 30 * DAY);
      // What is read with another reference must not stand for this one.
      await readFigure(check, api, { ...MONTH, comparison: "previous_year" }, "gross_volume");
      const then = await soon(check, {
        read: () => readFigure(check, api, MONTH, "gross_volume"),
        holds: ({ points }) => points.some(({ previous }) => previous !== 0),
      });
      const late = latenessOf(now.overview, then.overview);
      const shown = then.points.flatMap(({ previous }, index) =>
        previous === 0 ? [] : [{ step: index, previous }],
      );
      check.expect
        .that("the steps with a reference", shown, then.overview)
        .toBeOneOf([step, ...(late > HOUR ? [step - 1] : [])].map((at) => [{ step: at, previous: amount }]));
    }
  }),

  /** Judges every query that shows a charge in its reference. */
  rule("overview/gross-volume-previous-total-is-the-sum", async (check) => {
    const vendor = await givenVendor(check);
    await givenCaptured(check, vendor);
    await advanceTimeBy(check, vendor, 35 * DAY);
    await givenCaptured(check, vendor, {
      amount: check.profile.ordinary.amount + 11,
    });
    await sums(check, vendor.merchant.testKey, "gross_volume");
    await advanceTimeBy(check, vendor, 345 * DAY);
    await sums(check, vendor.merchant.testKey, "gross_volume");
  }),

  /** Counts two new vendors in the window and, thirty days later, in the reference. */
  rule("overview/created-vendor-counts-in-the-reference", async (check) => {
    const merchant = await givenMarketplace(check);
    if (!merchant.own) throw new NeedMissing("control.createMerchant");
    const { api } = merchant;
    const vendor = { acct: "", merchant };
    const read = () => readFigure(check, api, MONTH, "new_accounts");
    for (const _vendor of [1, 2]) await givenCreation(check, merchant);
    await advanceTimeBy(check, vendor, 4.5 * DAY);
    const now = await soon(check, { read, holds: ({ total }) => total === 2 });
    if (now.total !== 2) throw new Inconclusive("the window does not count the two vendors of four days ago");
    await advanceTimeBy(check, vendor, 30 * DAY);
    const then = await soon(check, { read, holds: ({ previousTotal }) => previousTotal !== 0 });
    latenessOf(now.overview, then.overview);
    check.expect
      .that("the reference total of the new accounts", then.previousTotal, then.overview)
      .toBe(now.total);
  }),

  rule("overview/new-accounts-previous-total-is-the-sum", async (check) => {
    const merchant = await givenMarketplace(check);
    await givenCreation(check, merchant);
    await advanceTimeBy(check, { acct: "", merchant }, 35 * DAY);
    await givenCreation(check, merchant);
    await sums(check, merchant.testKey, "new_accounts");
    await advanceTimeBy(check, { acct: "", merchant }, 345 * DAY);
    await sums(check, merchant.testKey, "new_accounts");
  }),
];

/**
 * How much later the reference begins than the window of thirty days ago; ms. Up to a day when it is as long as a window that
 * ends now. @throws Inconclusive when it is another window: one that ends with a week or a month moves by other steps
 */
function latenessOf(now: Overview, then: Overview): number {
  const late = windowsOf(then).previousFrom.at - windowsOf(now).from.at;
  if (late < -HOUR || late > DAY + HOUR)
    throw new Inconclusive("the reference is not the window of thirty days ago");
  return late;
}

/**
 * Sums up the reference values if both windows have the same number of days or months. Otherwise the document does not say how their steps
 * correspond.
 */
async function sums(check: Check, key: string, figure: FigureName): Promise<void> {
  let observed = 0;
  for (const query of fullQueries({ weeks: false })) {
    const { overview, previousTotal, points } = await readFigure(check, check.as(key), query, figure);
    if (!areFolded(overview, query, points.length)) continue;
    const sum = points.reduce((all, { previous }) => all + previous, 0);
    check.expect
      .that(
        `${figure}.previous_total, whose points' previous values add up to ${sum}`,
        previousTotal,
        overview,
      )
      .toBe(sum);
    observed += previousTotal;
  }
  if (observed === 0) throw new Inconclusive("no reference has any value, so no sum was judged");
}

/** Whether every step of the reference corresponds to a step of the window. */
function areFolded(overview: Overview, query: FullQuery, points: number): boolean {
  const { from, to, previousFrom, previousTo } = windowsOf(overview);
  const granularity = query.granularity === "month" ? "month" : "day";
  return (
    holdsWindow(overview, query, points) &&
    END_STYLES.filter((style) => isLong(from.at, style.end(to.at), query.range)).some(
      ({ end, previousEnd }) =>
        touchedSteps(from.at, end(to.at), granularity) ===
        touchedSteps(previousFrom.at, previousEnd(previousTo.at), granularity),
    )
  );
}
