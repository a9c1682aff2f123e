import { rule } from "../../harness/rule.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";
import { soon } from "../expect/reading.ts";
import { givenCaptured } from "../fixtures/charges.ts";
import { advanceTimeBy } from "../fixtures/funds.ts";
import {
  givenTwoMonths,
  leaderIn,
  leadersOf,
  requireInReference,
  volumeOf,
} from "../fixtures/overview-leaders.ts";
import { figureOf } from "../fixtures/overview-points.ts";
import type { Overview } from "../fixtures/overviews.ts";
import { DAY } from "../fixtures/times.ts";
import { PATIENT } from "../fixtures/vendor-creations.ts";
import { givenVendors } from "../fixtures/vendors.ts";

/** The leaders by growth (§2.9). Their measure and order are open; their identity and figures are not. */
export default [
  /**
   * A vendor whose volume tripled, by the leader's own two values, to within one percentage point: the definition of growth is
   * open. Where its value is its volume, so is its previous value.
   */
  rule("overview/growth-delta-is-the-change-in-percent", async (check) => {
    const { vendor, volume, at } = await givenTwoMonths(check);
    const grown = (read: Overview) =>
      leadersOf(read, "top_growth").find(({ account }) => account === vendor.acct);
    const overview = await soon(check, {
      read: () => volumeOf(check, vendor),
      holds: (read) => grown(read)?.value === volume,
    });
    requireInReference(overview, at);
    const leader = grown(overview);
    if (leader === undefined) throw new Inconclusive("the vendor does not lead by growth");
    const { value, previous_value: previous, delta } = leader;
    check.observe("overview-growth-measure", value === volume ? "the volume" : "something else");
    const byVolume = leaderIn(overview, vendor);
    if (value === volume && byVolume?.value === volume)
      check.expect
        .that("the previous value of the leader by growth", previous ?? 0, overview)
        .toBe(byVolume.previous_value ?? 0);
    if ((previous ?? 0) === 0 && delta === null)
      throw new Inconclusive("the values of the leader by growth have no reference");
    const change = ((Number(value) - Number(previous)) / Number(previous)) * 100;
    check.expect
      .that(`the delta of a leader by growth whose volume went from ${previous} to ${value}`, delta, overview)
      .toSatisfy(
        `${change}, with a tolerance of less than one`,
        (reported) => Math.abs(Number(reported ?? Number.NaN) - change) < 1,
      );
  }),

  /** With a leader by volume, who may lead by growth, too. */
  rule("overview/leaders-are-distinct", async (check) => {
    const { vendor, volume } = await givenTwoMonths(check);
    const overview = await soon(check, {
      read: () => volumeOf(check, vendor),
      holds: (read) => leaderIn(read, vendor)?.value === volume,
    });
    for (const name of ["top_volume", "top_growth"] as const) {
      const leaders = leadersOf(overview, name).map(({ account }) => account);
      check.expect.that(`the vendors in ${name}`, leaders, overview).toBe([...new Set(leaders)]);
    }
  }),

  /** The check's own marketplace, else any readable one. */
  rule("overview/leaders-are-vendors", async (check) => {
    const { vendor, volume } = await givenTwoMonths(check);
    const { merchant } = vendor;
    const overview = await soon(check, {
      read: () => volumeOf(check, vendor),
      holds: (read) => leaderIn(read, vendor)?.value === volume,
    });
    const accounts = ["top_volume", "top_growth"] as const;
    for (const account of new Set(
      accounts.flatMap((name) => leadersOf(overview, name).map((one) => one.account)),
    )) {
      if (account === vendor.acct) continue;
      const read = await merchant.api.retrieveAccount({ path: { acct: account } });
      if (read.succeeded) continue;
      // Whether a vendor that was deleted leads is open.
      if (!merchant.own)
        throw new Inconclusive(`the leader ${account} cannot be read; it may have been deleted`);
      check.expect.that(`whether the leader ${account} is a vendor`, false, overview).toBe(true);
    }
  }),

  /**
   * Of five vendors with volume in the reference, one has a quarter of its volume and half of its charges, the others have more
   * volume and as many charges: by any measure, it grew the least. Four lead at the most.
   */
  rule("overview/top-growth-prefers-the-grown", { ...PATIENT, alone: true }, async (check) => {
    const [shrunk, ...grown] = await givenVendors(check, FACTORS.length + 1);
    if (shrunk === undefined) throw new NeedMissing("fixture.vendor");
    const { amount } = check.profile.ordinary;
    for (const vendor of [shrunk, ...grown, shrunk])
      await givenCaptured(check, vendor, { amount: amount * 2 });
    await advanceTimeBy(check, shrunk, 35 * DAY);
    await givenCaptured(check, shrunk, { amount });
    for (const [index, vendor] of grown.entries())
      await givenCaptured(check, vendor, { amount: amount * (FACTORS[index] ?? 1) });
    const volume = FACTORS.reduce((all, factor) => all + factor, 1) * amount;
    const reference = (FACTORS.length + 2) * amount * 2;
    const isWhole = (read: Overview): boolean => {
      const { total, previousTotal } = figureOf(read, "gross_volume");
      return total === volume && previousTotal === reference;
    };
    const leads = (read: Overview): boolean =>
      leadersOf(read, "top_growth").some(({ account }) => account === shrunk.acct);
    const overview = await soon(check, {
      read: () => volumeOf(check, shrunk),
      holds: (read) => isWhole(read) && !leads(read),
    });
    if (!isWhole(overview))
      throw new Inconclusive(
        "the window and its reference do not hold the charges of now and of 35 days ago",
      );
    check.expect
      .that("whether the vendor that shrank leads by growth instead of another", leads(overview), overview)
      .toBe(false);
  }),
];

/** By how much the ordinary amount of each vendor is multiplied; each had twice that amount. */
const FACTORS = [5, 3, 9, 4];
