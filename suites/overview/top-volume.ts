import { type Check, Inconclusive, NothingToJudge, numberOf, rule, textOf } from "../kit.ts";
import { pointed } from "../../spec/json.ts";
import { givenCaptured } from "../fixtures/charges.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { ownMarketplace } from "../fixtures/marketplaces.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { givenVendor, givenVendors, type Vendor } from "../fixtures/vendors.ts";
import { code, soon } from "../fixtures/reading.ts";
import { PATIENT } from "../fixtures/vendor-creations.ts";
import { targetClock } from "../fixtures/target-time.ts";
import { coversNow, figureOf, notCovered } from "../fixtures/overview-points.ts";
import { type Overview, overviewOf } from "../fixtures/overviews.ts";
import {
  givenTwoMonths,
  type Leader,
  leaderIn,
  leadersOf,
  MONTH,
  requireInReference,
  volumeOf,
} from "../fixtures/overview-leaders.ts";

/** The maximum number of leaders (§8). */
const LEADERS = 4;

/** The leaders of an overview by volume (§2.9). The document does not define their order. */
export default [
  /**
   * Charges twice for one vendor and reads its value after each charge. If no other client charges for them, also charges once for each of
   * several vendors.
   */
  rule("overview/top-volume-reports-the-volume", { ...PATIENT, alone: true }, async (check) => {
    const vendor = await givenVendor(check);
    let judged = 0;
    for (const amount of [check.profile.ordinary.amount * 3, check.profile.ordinary.amount + 7]) {
      const known = leaderIn(await volumeOf(check, vendor), vendor)?.value;
      await givenCaptured(check, vendor, { amount });
      // A vendor that does not lead may have volume, unless it is new. Then the next charge is judged.
      const before = known ?? (vendor.merchant.own ? 0 : null);
      if (typeof before !== "number") continue;
      judged += 1;
      const { leader } = await leading(check, vendor, ({ value }) => value === before + amount);
      if (!vendor.merchant.own && numberOf(leader.value) > before + amount)
        throw new Inconclusive("other clients of the merchant may have charged for the vendor as well");
      check.expect.that("the value of the leader", leader.value).toBe(before + amount);
    }
    if (vendor.merchant.own) {
      const { overview, volumes } = await fiveVolumes(check);
      for (const { account, value } of leadersOf(overview, "top_volume"))
        if (volumes.has(textOf(account)))
          check.expect
            .that(`the value of ${textOf(account)}`, value, overview)
            .toBe(volumes.get(textOf(account)));
    }
    await ifPossible(() => expectNamesakesApart(check));
    if (judged === 0) throw new Inconclusive("the vendor was never a leader, so its value is unknown");
  }),

  rule("overview/top-volume-holds-the-largest", { ...PATIENT, alone: true }, async (check) => {
    const { vendors, overview, cover, missedBy } = await fiveVolumes(check);
    const leaders = leadersOf(overview, "top_volume");
    const shows = vendors.some((vendor) => numberOf(leaderIn(overview, vendor)?.value) > 0);
    if (!shows && cover === "perhaps") throw notCovered(overview);
    check.expect
      .that("the number of leaders", leaders.length, overview)
      .toSatisfy(`from 1 to ${LEADERS}`, (count) => numberOf(count) >= 1 && numberOf(count) <= LEADERS);
    check.observe("overview-leader-count", textOf(leaders.length));
    const least = Math.min(...leaders.map(({ value }) => numberOf(value)));
    const missed = missedBy(leaders);
    check.expect
      .that(
        `the vendors with more volume than the leader's ${least} that do not lead`,
        missed.map(({ acct }) => acct),
        overview,
      )
      .toBe([]);
    observeOrder(check, leaders);
  }),

  /** Judges each leader that has a country, if its vendor has one too. */
  rule("overview/leader-country-is-the-vendors", { ...PATIENT, alone: true }, async (check) => {
    const { overview, leaders } = await readLeaders(check);
    let judged = 0;
    for (const { name, leader, vendor } of leaders) {
      const own = countryIn(vendor["country"]);
      const reported = countryIn(leader.country);
      if (own === null || reported === null) continue;
      judged += 1;
      check.expect.that(`the country of ${textOf(leader.account)} in ${name}`, reported, overview).toBe(own);
    }
    if (judged === 0) throw new NothingToJudge("no leader and its vendor both have a country");
  }),

  /** Whether a leader has its legal or its trading name is open. */
  rule("overview/leader-name-is-not-another-vendors", { ...PATIENT, alone: true }, async (check) => {
    const { overview, leaders } = await readLeaders(check);
    const pointer = check.profile.fields["vendor-name"] ?? "";
    const names = new Set(leaders.map(({ vendor }) => pointed(vendor, pointer)));
    if (names.size < 2) throw new Inconclusive("no two leaders have different names");
    for (const { name, leader, vendor } of leaders) {
      const own = pointed(vendor, pointer);
      check.expect
        .that(`the name of ${textOf(leader.account)} in ${name}`, leader.name, overview)
        .toSatisfy(
          `not the name of another leader; its own is ${JSON.stringify(own)}`,
          (shown) => shown === own || !names.has(shown),
        );
    }
  }),

  /** Whether a leader has the name of its vendor is open: the legal name may be another one, or in capitals. */
  rule("overview/leader-name-has-every-character", async (check) => {
    const merchant = await ownMarketplace(check);
    const name = `Éloïse & Fils "l'Étoile" <${check.name("vendor")}>`;
    const vendor = { acct: await makeVendor(check, merchant, { name }), merchant };
    await givenCaptured(check, vendor, {});
    const { leader, overview } = await leading(check, vendor, () => true);
    const read = check.succeeded(await merchant.api.retrieveAccount({ path: { acct: vendor.acct } }));
    const own = textOf(pointed(read.body, check.profile.fields["vendor-name"] ?? ""));
    const shown = textOf(leader.name);
    if (lettersOf(shown) !== lettersOf(own))
      throw new NothingToJudge("the leader has another name than its vendor");
    check.expect
      .that("the name of the leader", shown, overview)
      .toSatisfy(JSON.stringify(own), () => shown.normalize("NFC") === own.normalize("NFC"));
  }),

  /** Charges twice, thirty-five days apart: three times as much, half, and the same. */
  rule("overview/top-volume-reports-the-reference", async (check) => {
    for (const factor of [3, 0.5, 1]) {
      const { vendor, reference, volume, at } = await givenTwoMonths(check, factor);
      const { leader, overview } = await leading(check, vendor, ({ value }) => value === volume);
      requireInReference(overview, at);
      check.expect.that("the previous value of the leader", leader.previous_value ?? 0).toBe(reference);
      const { delta } = leader;
      if (delta !== null)
        check.observe("overview-delta-rounding", Number.isInteger(delta) ? "whole" : "decimals");
    }
  }),

  /** Charges for a vendor for the first time and reads both comparisons. */
  rule("overview/delta-null-without-reference", { alone: true }, async (check) => {
    const vendor = await givenVendor(check);
    await givenCaptured(check, vendor, {
      amount: check.profile.ordinary.amount * 2,
    });
    for (const comparison of ["previous_period", "previous_year"] as const) {
      const overview = await volumeOf(check, vendor, {
        ...MONTH,
        comparison,
      });
      const leader = leaderIn(overview, vendor);
      if (leader === undefined)
        throw new Inconclusive("the vendor with a captured charge is not in `top_volume`");
      if ((leader.previous_value ?? 0) !== 0)
        throw new Inconclusive("the vendor already has volume in the reference");
      // The document does not say whose reference must be empty, so no vendor may have volume in it.
      if (figureOf(overview, "gross_volume").previousTotal !== 0) {
        check.observe(
          "overview-empty-reference",
          `while other vendors have a reference: ${textOf(leader.delta)}`,
        );
        throw new Inconclusive("other vendors have volume in the reference, so it may not count as empty");
      }
      check.expect.that("the delta of a leader without reference", leader.delta, overview).toBe(null);
      const grown = leadersOf(overview, "top_growth").find(({ account }) => account === vendor.acct);
      if (grown === undefined || (grown.previous_value ?? 0) !== 0) continue;
      check.expect
        .that("the delta of a leader by growth without reference", grown.delta, overview)
        .toBe(null);
    }
  }),
];

/** An overview after charges for five vendors. Two share the least volume, neither the first nor the last one, and two another one. */
function fiveVolumes(check: Check) {
  return check.once("overview/leaders", async (maker) => {
    const vendors = await givenVendors(maker, LEADERS + 1);
    const [first] = vendors as [Vendor, ...Vendor[]];
    const now = await targetClock(maker, first.merchant);
    const before = maker.succeeded(await overviewOf(maker, MONTH, first.merchant.api));
    const cover = coversNow(before, now());
    const { amount } = maker.profile.ordinary;
    const volumes = new Map<string, number>();
    for (const [index, vendor] of vendors.entries()) {
      const factor = [3, 5, 1, 1, 3][index] ?? 1;
      await givenCaptured(maker, vendor, { amount: amount * factor });
      volumes.set(vendor.acct, amount * factor);
    }
    const missedBy = (leaders: readonly Leader[]): readonly Vendor[] => {
      const least = Math.min(...leaders.map(({ value }) => numberOf(value)));
      return vendors.filter(
        ({ acct }) => (volumes.get(acct) ?? 0) > least && !leaders.some(({ account }) => account === acct),
      );
    };
    const overview = await soon(maker, {
      read: () => volumeOf(maker, first),
      holds: (read) => {
        const leaders = leadersOf(read, "top_volume");
        return leaders.length > 0 && missedBy(leaders).length === 0;
      },
    });
    return { vendors, volumes, overview, cover, missedBy };
  });
}

/** Charges for two vendors with the same name. */
async function expectNamesakesApart(check: Check): Promise<void> {
  const merchant = await ownMarketplace(check);
  const name = check.name("vendor");
  const charged: { readonly vendor: Vendor; readonly amount: number }[] = [];
  for (const factor of [2, 3]) {
    const vendor = { acct: await makeVendor(check, merchant, { name }), merchant };
    const amount = check.profile.ordinary.amount * factor;
    await givenCaptured(check, vendor, { amount });
    charged.push({ vendor, amount });
  }
  for (const { vendor, amount } of charged) {
    const { leader } = await leading(check, vendor, ({ value }) => value === amount);
    check.expect.that("the value of a leader with a namesake", leader.value).toBe(amount);
  }
}

/** The letters of a name without their accents, and without what stands for a character in HTML. */
const lettersOf = (name: string): string =>
  name
    .replace(/&#?\w+;/g, "")
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** The leaders of that overview, each with its vendor as read. Omits those whose vendor cannot be read. */
async function readLeaders(check: Check) {
  const { vendors, overview } = await fiveVolumes(check);
  const api = check.as(vendors[0]?.merchant.testKey ?? null);
  const vendorsRead = new Map<string, Readonly<Record<string, unknown>>>();
  const leaders = (["top_volume", "top_growth"] as const).flatMap((name) =>
    leadersOf(overview, name).map((leader) => ({ name, leader })),
  );
  for (const acct of new Set<unknown>(leaders.map(({ leader }) => leader.account))) {
    // Another rule judges that a leader has an id.
    if (typeof acct !== "string" || acct === "") continue;
    const read = await api.retrieveAccount({ path: { acct } });
    if (read.succeeded) vendorsRead.set(acct, read.body);
  }
  return {
    overview,
    leaders: leaders.flatMap(({ name, leader }) => {
      const vendor = vendorsRead.get(textOf(leader.account));
      return vendor === undefined ? [] : [{ name, leader, vendor }];
    }),
  };
}

/** A country code in lowercase; null for anything else. */
const countryIn = (value: unknown): string | null =>
  typeof value === "string" && /^[a-z]{2}$/i.test(value) ? code(value) : null;

/** A vendor's entry, once it is up to date or at the deadline. @throws Inconclusive if the vendor does not lead */
async function leading(
  check: Check,
  vendor: Vendor,
  isCurrent: (leader: Leader) => boolean,
): Promise<{ readonly leader: Leader; readonly overview: Overview }> {
  const now = await targetClock(check, vendor.merchant);
  const overview = await soon(check, {
    read: () => volumeOf(check, vendor),
    holds: (read) => {
      const entry = leaderIn(read, vendor);
      return entry !== undefined && isCurrent(entry);
    },
  });
  const leader = leaderIn(overview, vendor);
  if (leader === undefined)
    throw new Inconclusive("the vendor with a captured charge is not in `top_volume`");
  // A leader without current charges may be right if the window ended before now.
  if (!isCurrent(leader) && coversNow(overview, now()) === "perhaps") throw notCovered(overview);
  return { leader, overview };
}

function observeOrder(check: Check, leaders: readonly Leader[]): void {
  const values = leaders.map(({ value }) => numberOf(value));
  const sorted = [...values].sort((a, b) => b - a);
  check.observe("overview-leader-order", values.join() === sorted.join() ? "largest first" : "otherwise");
}
