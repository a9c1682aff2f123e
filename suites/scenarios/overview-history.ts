import { type Check, Inconclusive, type Merchant } from "../kit.ts";
import { givenCaptured, givenCharge, sendRefund } from "../fixtures/charges.ts";
import { ownMarketplace } from "../fixtures/marketplaces.ts";
import { givenAllocation } from "../fixtures/money-movements.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { targetClock } from "../fixtures/target-time.ts";
import { DAY } from "../fixtures/times.ts";
import type { Vendor } from "../fixtures/vendors.ts";

/** Something that an overview counts, and when it happened, epoch ms on the target's clock. */
interface Counted {
  readonly at: number;
  readonly value: number;
}

/** A captured charge. */
export interface Capture extends Counted {
  readonly acct: string;
}

/** What happened to a marketplace over more than two years. */
export interface OverviewHistory {
  readonly merchant: Merchant;
  readonly captures: readonly Capture[];
  /** The creations of vendors that were not deleted. */
  readonly creations: readonly Counted[];
}

/** The day of each month on which something happens: far from the edges of all windows, which end on another one. */
const DAY_OF_ACTS = 12;
const LAST_DAY = 22;

/** What happens in a month. Vendors have numbers. */
interface Month {
  readonly month: number;
  readonly creates?: readonly number[];
  /** Vendors without any charge: whether those of a deleted vendor count is open. */
  readonly deletes?: readonly number[];
  /** A vendor, the francs beyond the ordinary amount, and how much is refunded immediately. */
  readonly captures: readonly (readonly [vendor: number, more: number, refunded?: "part" | "all"])[];
  /** What does not count happens to this vendor: an allocation, and a charge that is not captured. */
  readonly idle?: number;
}

/** In order. The last one is the present. */
const MONTHS: readonly Month[] = [
  {
    month: 0,
    creates: [1, 2],
    captures: [
      [1, 0],
      [2, 1_703],
    ],
  },
  { month: 1, captures: [[2, 411, "all"]] },
  {
    month: 6,
    creates: [3],
    captures: [
      [3, 907],
      [1, 53],
    ],
    idle: 1,
  },
  { month: 10, creates: [4, 5], captures: [[1, 2_219, "part"]] },
  {
    month: 11,
    deletes: [5],
    captures: [
      [3, 307],
      [4, 5_003],
    ],
  },
  { month: 12, captures: [[1, 61]] },
  { month: 13, captures: [[2, 1_009]], idle: 2 },
  { month: 17, creates: [6, 7], captures: [[4, 89, "all"]] },
  {
    month: 18,
    deletes: [7],
    captures: [
      [1, 773],
      [6, 3_001],
    ],
  },
  {
    month: 22,
    captures: [
      [2, 131],
      [6, 17],
      [3, 4_507],
    ],
    idle: 6,
  },
  { month: 23, creates: [8, 9], captures: [[8, 601, "part"]] },
  {
    month: 24,
    creates: [10],
    deletes: [9],
    captures: [
      [10, 211],
      [4, 1_301],
      [1, 19],
    ],
    idle: 3,
  },
];

/** Lives two years of a marketplace of its own, and leaves its time in the middle of a month. */
export async function givenOverviewHistory(check: Check): Promise<OverviewHistory> {
  check.require("control.moveWallClock");
  const merchant = await ownMarketplace(check, undefined);
  if (!merchant.own) throw new Inconclusive("the marketplace is not the check's own");
  const start = new Date((await targetClock(check, merchant))());
  let now = start.getTime();
  const goTo = async (month: number, day: number): Promise<void> => {
    now = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1 + month, day, 10);
    await check.control.call("moveWallClock", {
      path: { accountId: merchant.accountId },
      json: { to: new Date(now).toISOString() },
    });
  };
  const vendors = new Map<number, { readonly vendor: Vendor; readonly at: number }>();
  const captures: Capture[] = [];
  const deleted = new Set<number>();
  for (const { month, creates = [], deletes = [], captures: captured, idle } of MONTHS) {
    await goTo(month, DAY_OF_ACTS);
    for (const one of creates)
      vendors.set(one, {
        vendor: { acct: await makeVendor(check, merchant), merchant },
        at: now,
      });
    const vendorOf = (one: number): Vendor => {
      const found = vendors.get(one);
      if (found === undefined) throw new Error(`the history did not create vendor ${one}`);
      return found.vendor;
    };
    for (const [one, more, refunded] of captured) {
      const charge = await givenCaptured(check, vendorOf(one), {
        amount: check.profile.ordinary.amount * 3 + more,
      });
      captures.push({ at: now, value: charge.amount, acct: charge.vendor.acct });
      if (refunded === undefined || !check.ports.bound("refundCharge")) continue;
      const part = refunded === "all" ? undefined : Math.floor(charge.amount / 3);
      check.succeeded((await sendRefund(check, charge, part)).answer);
    }
    if (idle !== undefined) {
      await givenAllocation(check, vendorOf(idle), check.profile.ordinary.amount + 4_001);
      await givenCharge(check, vendorOf(idle), { amount: check.profile.ordinary.amount * 2 + 7 });
    }
    for (const one of check.has("control.deleteVendor") ? deletes : []) {
      const path = { accountId: merchant.accountId, id: vendorOf(one).acct };
      await check.control.call("deleteVendor", { path });
      deleted.add(one);
    }
  }
  await goTo(MONTHS.at(-1)?.month ?? 0, LAST_DAY);
  return {
    merchant,
    captures,
    creations: [...vendors].flatMap(([one, { at }]) => (deleted.has(one) ? [] : [{ at, value: 1 }])),
  };
}

/** How near to a bound of a window nothing may have happened, ms: more than a week, whose days may count nowhere (`overview-folding`). */
const NEAR = 8 * DAY;

/** What happened between two bounds, epoch ms, in order; null if something happened so near to one that it may be on either side. */
export function between<T extends Counted>(all: readonly T[], from: number, to: number): readonly T[] | null {
  const isNear = ({ at }: Counted): boolean => Math.min(Math.abs(at - from), Math.abs(at - to)) < NEAR;
  return all.some(isNear) ? null : all.filter(({ at }) => from < at && at < to);
}

export const sumOf = (all: readonly Counted[]): number => all.reduce((sum, { value }) => sum + value, 0);
