import { type Check, type Merchant, NeedMissing, rule } from "../kit.ts";
import { givenCaptured, givenCharge, sendCapture, sendRefund } from "../fixtures/charges.ts";
import { givenCreation, PATIENT, sendCreation } from "../fixtures/vendor-creations.ts";
import { acceptedCreation } from "../fixtures/ordinary-creations.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { approve, makeVendor } from "../fixtures/new-vendors.ts";
import { givenAllocation } from "../fixtures/money-movements.ts";
import { ordinaryIntent } from "../fixtures/ordinary-requests.ts";
import { givenMarketplace } from "../fixtures/marketplaces.ts";
import { targetClock } from "../fixtures/target-time.ts";
import {
  coversNow,
  figureOf,
  overviewsOfEachStep,
  pointOfNow,
  readFigure,
  readUntil,
  valuesOf,
} from "../fixtures/overview-points.ts";
import { soon } from "../fixtures/reading.ts";
import { advanceTimeBy } from "../fixtures/funds.ts";
import { leaderIn, MONTH, volumeOf } from "../fixtures/overview-leaders.ts";
import { DAY, HOUR } from "../fixtures/times.ts";
import { fullQueries, holdsWindow, overviewIfAdmitted } from "../fixtures/overviews.ts";
import {
  odd,
  type Act,
  type Change,
  changes,
  captured,
  shownCapture,
} from "../scenarios/overview-changes.ts";
import { ifPossible } from "../fixtures/if-possible.ts";

const alone = { alone: true };
/** The states of a payment intent that is not captured (§2.1). */
const UNCAPTURED = ["requires_confirmation", "processing", "failed", "canceled"] as const;

/** What the figures of an overview count, and in which step (§2.9). Each check compares the figures before and after one action. */
export default [
  /** Compares the totals of every range. */
  rule("overview/captured-charge-counts-gross", alone, async (check) => {
    const vendor = await givenVendor(check);
    await changes(check, vendor.merchant, captures(check, vendor));
  }),

  /** Charges once now and, if control can move time, once in the last half hour of a UTC day, which is the next day east of UTC. */
  rule("overview/captured-charge-counts-in-its-step", alone, async (check) => {
    const vendor = await givenVendor(check);
    await changesItsStep(check, vendor.merchant, captures(check, vendor));
    if (!vendor.merchant.own || !check.has("control.moveWallClock")) return;
    const now = (await targetClock(check, vendor.merchant))();
    const midnight = (Math.floor(now / DAY) + 2) * DAY;
    await advanceTimeBy(check, vendor, midnight - HOUR / 2 - now);
    // The overview may not include the current day.
    await ifPossible(() => changesItsStep(check, vendor.merchant, captures(check, vendor)));
  }),

  /** Judges every valid combination of parameters, after a captured charge, and one beyond 24 bits, which a target may refuse. */
  rule("overview/gross-volume-total-is-the-sum", async (check) => {
    const vendor = await givenVendor(check);
    await givenCaptured(check, vendor, { amount: odd(check) });
    if (vendor.merchant.own)
      await ifPossible(() => givenCaptured(check, vendor, { amount: 16_777_217 + odd(check) }));
    await sums(check, vendor.merchant, "gross_volume");
  }),

  /** Judges every valid combination of parameters, also after a deletion. */
  rule("overview/new-accounts-total-is-the-sum", PATIENT, async (check) => {
    const merchant = await givenMarketplace(check);
    const { acct } = await acceptedCreation(check, merchant);
    // More than lead.
    if (merchant.own && check.has("control.createVendor"))
      for (let made = 1; made <= 4; made += 1) await makeVendor(check, merchant);
    await sums(check, merchant, "new_accounts");
    if (!merchant.own || !check.has("control.deleteVendor")) return;
    await check.control.call("deleteVendor", { path: { accountId: merchant.accountId, id: acct } });
    await sums(check, merchant, "new_accounts");
  }),

  rule("overview/created-vendor-counts", { ...PATIENT, ...alone }, async (check) => {
    const merchant = await givenMarketplace(check);
    await changes(check, merchant, creates(check, merchant));
  }),

  rule("overview/created-vendor-counts-in-its-step", { ...PATIENT, ...alone }, async (check) => {
    const merchant = await givenMarketplace(check);
    await changesItsStep(check, merchant, creates(check, merchant));
  }),

  /** Creates two vendors and deletes one. If control can move time, repeats this for vendors in the reference. */
  rule("overview/deleted-vendor-does-not-count", { ...PATIENT, ...alone }, async (check) => {
    const merchant = await givenMarketplace(check);
    await changes(check, merchant, {
      figure: "new_accounts",
      by: async () => {
        const { acct } = await givenCreation(check, merchant);
        await givenCreation(check, merchant);
        const path = { accountId: merchant.accountId, id: acct };
        await check.control.call("deleteVendor", { path });
        return { amount: 1 };
      },
    });
    await deletedFromReference(check);
  }),

  /** Creates an intent and captures it, if a port can. Then makes a charge that counts. */
  rule("overview/plain-intent-does-not-count", alone, async (check) => {
    const vendor = await vendorIfAny(check);
    const merchant = vendor?.merchant ?? (await givenMarketplace(check));
    await changes(check, merchant, {
      figure: "gross_volume",
      by: async () => {
        const intent = check.succeeded(
          await merchant.api.createPaymentIntent({
            body: { ...ordinaryIntent(check), amount: odd(check) + 1 },
          }),
        );
        if (check.ports.bound("captureCharge"))
          await sendCapture(check, {
            id: intent.text("id"),
            vendor: { merchant },
          });
        const change = vendor === null ? { amount: 0 } : await countedAfterwards(check, vendor);
        // If the target counts every intent, it may also count the charge's intent again.
        return { ...change, uncounted: [odd(check) + 1, odd(check) + 1 + change.amount] };
      },
    });
  }),

  /** Allocates, then makes a charge that counts, if ports can. */
  rule("overview/allocation-does-not-count", alone, async (check) => {
    const vendor = await givenVendor(check);
    await changes(check, vendor.merchant, {
      figure: "gross_volume",
      by: async () => {
        const { amount } = await givenAllocation(check, vendor, odd(check) + 1);
        return { ...(await countedAfterwards(check, vendor)), uncounted: [amount] };
      },
    });
  }),

  /**
   * Makes a charge that is not captured, one for each state in which control leaves a charge uncaptured, and one that is captured. Then reads
   * what a new vendor leads with.
   */
  rule("overview/uncaptured-charge-does-not-count", alone, async (check) => {
    const vendor = await givenVendor(check);
    const counted: number[] = [];
    await changes(check, vendor.merchant, {
      figure: "gross_volume",
      by: async () => {
        const uncaptured = [await givenCharge(check, vendor, { amount: odd(check) + 1 })];
        for (const status of UNCAPTURED)
          await ifPossible(async () => {
            check.require("control.setPaymentIntentStatus");
            const charge = await givenCharge(check, vendor, { amount: odd(check) + 1 });
            uncaptured.push(charge);
            const path = { accountId: vendor.merchant.accountId, id: charge.id };
            await check.control.call("setPaymentIntentStatus", { path, json: { status } });
          });
        const { charge, ...change } = await captured(check, vendor);
        counted.push(charge.amount);
        return { ...change, uncounted: uncaptured.map(({ amount }, index) => amount * (index + 1)) };
      },
    });
    if (!vendor.merchant.own) return;
    const leader = leaderIn(await volumeOf(check, vendor), vendor);
    // The leaders may be computed later than the total. Another rule judges that the vendor leads.
    if (leader !== undefined && leader.value !== 0)
      check.expect.that("the value of the leader", leader.value).toBe(counted[0]);
  }),

  /** Refunds a part of a captured charge, then the rest. A charge that counts follows each refund. */
  rule("overview/refunded-charge-still-counts", alone, async (check) => {
    const vendor = await givenVendor(check);
    const charge = await shownCapture(check, vendor);
    for (const amount of [Math.floor(charge.amount / 3), undefined]) {
      await changes(check, vendor.merchant, {
        figure: "gross_volume",
        by: async () => {
          check.succeeded((await sendRefund(check, charge, amount)).answer);
          return countedAfterwards(check, vendor);
        },
      });
    }
  }),

  /** Charges for one merchant and reads the figures of another. */
  rule("overview/belongs-to-its-account", alone, async (check) => {
    const vendor = await givenVendor(check);
    const other = check.has("control.createMerchant")
      ? await givenMarketplace(check)
      : await check.otherMerchant();
    await changes(check, other, {
      figure: "gross_volume",
      by: async () => {
        // Meanwhile the merchant's own volume must rise.
        const { amount } = await shownCapture(check, vendor);
        return { amount: 0, uncounted: [amount] };
      },
    });
  }),
];

/** Deletes one of two vendors in the reference. If possible, observes whether its charge still counts. */
async function deletedFromReference(check: Check): Promise<void> {
  if (!check.has("control.createMerchant") || !check.has("control.moveWallClock")) return;
  const merchant = await givenMarketplace(check);
  const { acct } = await givenCreation(check, merchant);
  await givenCreation(check, merchant);
  const vendor = { acct, merchant };
  await approve(check, vendor);
  const charge = await ifPossible(() => givenCaptured(check, vendor));
  await advanceTimeBy(check, vendor, 34.5 * DAY);
  const read = () => readFigure(check, merchant.api, MONTH, "new_accounts");
  const before = await soon(check, { read, holds: ({ previousTotal }) => previousTotal === 2 });
  // A window that is aligned to weeks or months has another reference, which another rule judges.
  if (before.previousTotal !== 2) return;
  await check.control.call("deleteVendor", { path: { accountId: merchant.accountId, id: acct } });
  const { overview, previousTotal } = await soon(check, {
    read,
    holds: (figure) => figure.previousTotal === 1,
  });
  check.expect
    .that("the reference total of two new accounts, one of them deleted", previousTotal, overview)
    .toBe(1);
  if (charge === null) return;
  const volume = figureOf(overview, "gross_volume").previousTotal;
  check.observe(
    "overview-deleted-vendors",
    `${volume} of a deleted vendor's volume of ${charge.amount} counts`,
  );
}

const captures = (check: Check, vendor: Vendor): Act => ({
  figure: "gross_volume",
  by: () => captured(check, vendor),
});

/** A creation, beside one that is refused. */
const creates = (check: Check, merchant: Merchant): Act => ({
  figure: "new_accounts",
  by: async () => {
    const { answer } = await sendCreation(check, merchant, { extra: { fee_payer: "account" } });
    await givenCreation(check, merchant);
    return { amount: answer.succeeded ? 2 : 1 };
  },
});

/**
 * A charge that counts, if ports can capture one. An overview may be delayed: once this charge counts, whatever happened before it and does
 * not show does not count.
 */
async function countedAfterwards(check: Check, vendor: Vendor): Promise<Change> {
  const isPossible = check.ports.bound("createDirectCharge") && check.ports.bound("captureCharge");
  return isPossible ? captured(check, vendor) : { amount: 0 };
}

/** A vendor to charge for, or null if there is none. */
async function vendorIfAny(check: Check): Promise<Vendor | null> {
  try {
    return await givenVendor(check);
  } catch (error) {
    if (error instanceof NeedMissing) return null;
    throw error;
  }
}

/** Expects that an action changes only the point of its own step, by days, weeks and months. */
async function changesItsStep(check: Check, merchant: Merchant, { figure, by }: Act): Promise<void> {
  const now = await targetClock(check, merchant);
  const before = (await overviewsOfEachStep(check, merchant.api)).map(({ query, overview }) => ({
    query,
    overview,
    ...figureOf(overview, figure),
    cover: coversNow(overview, now()),
  }));
  const { amount, ...rest } = await by();
  for (const then of before) {
    const { query, cover } = then;
    const { overview, points } = await readUntil(check, merchant, {
      query,
      before: then.overview,
      figure,
      total: then.total + amount,
      cover,
      ...rest,
    });
    const raised = points.flatMap(({ value }, step) => (value === then.points[step]?.value ? [] : [step]));
    if (raised.length === 0 && !holdsWindow(overview, query, points.length)) continue;
    check.expect
      .that(`the steps whose value changed, by ${query.granularity}`, raised.length, overview)
      .toBe(1);
    const own = pointOfNow(points, now());
    if (own !== null)
      check.expect.that(`the step that changed, by ${query.granularity}`, raised[0], overview).toBeOneOf(own);
  }
}

/** Expects that the total of a figure is the sum of its points, for each query whose points cover the whole window. */
async function sums(check: Check, merchant: Merchant, figure: Act["figure"]): Promise<void> {
  for (const query of fullQueries({ weeks: true })) {
    const overview = await overviewIfAdmitted(check, query, merchant.api);
    if (overview === null) continue;
    const { total, points } = figureOf(overview, figure);
    if (!holdsWindow(overview, query, points.length)) continue;
    const sum = valuesOf(points).reduce((all, value) => all + value, 0);
    check.expect.that(`${figure}.total, whose points add up to ${sum}`, total, overview).toBe(sum);
  }
}
