import { type Check, Inconclusive, NeedMissing, numberOf, rule, textOf } from "../kit.ts";
import { soon } from "../fixtures/reading.ts";
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

/** The leaders by growth (§2.9). The document does not define growth or their order, but it does define their account and values. */
export default [
  /**
   * A vendor's volume triples. Compares its delta with its two values, to within one percentage point, because growth is not defined. If
   * its value is its volume, its previous value is its previous volume.
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
    if (leader === undefined) throw new Inconclusive("the vendor is not in `top_growth`");
    const { value, previous_value: previous, delta } = leader;
    check.observe("overview-growth-measure", value === volume ? "the volume" : "something else");
    const byVolume = leaderIn(overview, vendor);
    if (value === volume && byVolume?.value === volume)
      check.expect
        .that("the previous value of the leader by growth", previous ?? 0, overview)
        .toBe(byVolume.previous_value ?? 0);
    if ((previous ?? 0) === 0 && delta === null)
      throw new Inconclusive("the leader by growth has no previous value");
    const change = ((numberOf(value) - numberOf(previous)) / numberOf(previous)) * 100;
    check.expect
      .that(
        `the delta of a leader by growth whose volume went from ${textOf(previous)} to ${textOf(value)}`,
        delta,
        overview,
      )
      .toSatisfy(
        `${change}, with a tolerance of less than one`,
        (reported) => Math.abs(numberOf(reported ?? Number.NaN) - change) < 1,
      );
  }),

  /** Reads each leader as a vendor of the check's own marketplace, or of any that can be read. */
  rule("overview/leaders-are-vendors", async (check) => {
    const { vendor, overview } = await givenLeader(check);
    const { merchant } = vendor;
    const accounts = ["top_volume", "top_growth"] as const;
    for (const account of new Set(
      accounts.flatMap((name) => leadersOf(overview, name).map((one) => textOf(one.account))),
    )) {
      if (account === vendor.acct) continue;
      const read = await merchant.api.retrieveAccount({ path: { acct: account } });
      if (read.succeeded) continue;
      // The document does not say whether a deleted vendor can lead.
      if (!merchant.own)
        throw new Inconclusive(`the leader ${account} cannot be read as a vendor; it may have been deleted`);
      check.expect.that(`whether the leader ${account} is a vendor`, false, overview).toBe(true);
    }
  }),

  /**
   * One of five vendors fell to a quarter of its volume and half of its charges. The others gained volume and charge as often, so that by
   * any measure the first grew the least. At most four vendors lead.
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
        "the current charges are not in the window, or those of 35 days ago are not in its reference",
      );
    check.expect
      .that(
        "whether the vendor whose volume fell is in `top_growth` and another is missing",
        leads(overview),
        overview,
      )
      .toBe(false);
  }),
];

/** The factors by which the volumes of the other vendors exceed the ordinary amount. Each had twice that amount before. */
const FACTORS = [5, 3, 9, 4];

/** A vendor with a volume, and an overview that shows it, if one does by the deadline. */
async function givenLeader(check: Check) {
  const { vendor, volume } = await givenTwoMonths(check);
  const overview = await soon(check, {
    read: () => volumeOf(check, vendor),
    holds: (read) => leaderIn(read, vendor)?.value === volume,
  });
  return { vendor, overview };
}
