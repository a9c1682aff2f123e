import { rule } from "../../harness/rule.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { soon } from "../shared/reading.ts";
import { givenTwoMonths, type Leader, leaderIn, volumeOf } from "./leaders.ts";

/** Those who lead by growth (§2.9). How they are chosen and ordered is open; who they are and what is told of them is not. */
export default [
  /** Goal: one vendor has one set of figures. Method: a vendor whose volume tripled, in both lists of one answer. */
  rule("overview/growth-agrees-with-volume", async (check) => {
    const { vendor, volume } = await givenTwoMonths(check);
    const grown = (leaders: readonly Leader[]) => leaders.find(({ account }) => account === vendor.acct);
    const overview = await soon(check, {
      read: () => volumeOf(check, vendor),
      holds: (read) =>
        leaderIn(read, vendor)?.value === volume && grown(read.field("top_growth")) !== undefined,
    });
    const [byVolume, byGrowth] = [leaderIn(overview, vendor), grown(overview.field("top_growth"))];
    if (byVolume === undefined || byGrowth === undefined)
      throw new Inconclusive("the vendor does not lead by volume and by growth");
    for (const name of ["value", "previous_value", "delta"] as const)
      check.expect.that(`${name} among the leaders by growth`, byGrowth[name], overview).toBe(byVolume[name]);
  }),

  /** Goal: nobody else's vendor leads. Method: a marketplace of the check's own, else those who can be read. */
  rule("overview/leaders-are-vendors", async (check) => {
    const { vendor, volume } = await givenTwoMonths(check);
    const { merchant } = vendor;
    const overview = await soon(check, {
      read: () => volumeOf(check, vendor),
      holds: (read) => leaderIn(read, vendor)?.value === volume,
    });
    const accounts = ["top_volume", "top_growth"] as const;
    for (const account of new Set(
      accounts.flatMap((name) => overview.field(name).map((one) => one.account)),
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
];
