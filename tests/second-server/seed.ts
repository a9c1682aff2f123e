/** The objects at the start: merchants in every documented condition, and vendors that the API cannot create. */
import { addVendor } from "./connect-accounts.ts";
import type { Vendor } from "./connect-types.ts";
import { numericId, uuidId } from "./text.ts";
import { credit } from "./wallets.ts";
import { enrol, type Merchant, type World } from "./world.ts";

/** A merchant as a fixture: its key, its account and one vendor of its own. */
export interface FixtureMerchant {
  testKey: string;
  accountId: string;
  vendor: string;
}

export type VendorKind =
  | "ready"
  | "walletless"
  | "payoutless"
  | "foreignCurrency"
  | "inReview"
  | "unscheduledCountry"
  | "unknownCountry"
  | "deleted"
  | "live";

export interface Population {
  testKey: string;
  liveKey: string;
  accountId: string;
  /** Another merchant: platform mode, fees paid by the controller, funds available after a delay. */
  other: FixtureMerchant;
  /** Merchants whose allocations are refused: Connect off, no operator, no price grid, no delay. */
  specialMerchants: {
    dormant: FixtureMerchant;
    operatorless: FixtureMerchant;
    unpriced: FixtureMerchant;
    undated: FixtureMerchant;
  };
  /** Vendors of the main merchant by what is special about them, several of each. */
  vendors: Record<VendorKind, string[]>;
  /** A test clock of the main merchant that is completed. */
  completedClock: string;
}

type Settings = Partial<Pick<Merchant, "country" | "connectMode" | "feePayer" | "delay" | "priced">>;

/** Fills an empty world; `secret` makes the random part of a key. */
export function populate(world: World, secret: () => string): Population {
  const merchant = (settings: Settings) =>
    enrol(world, {
      accountId: numericId("acct_"),
      testKey: `sk_test_${secret()}`,
      liveKey: `sk_live_${secret()}`,
      country: "CG",
      connectMode: "marketplace",
      feePayer: "account",
      delay: null,
      priced: true,
      ...settings,
    });
  const fixtureMerchant = (settings: Settings): FixtureMerchant => {
    const made = merchant(settings);
    const vendor = addVendor(world, made.test, { name: "Sole vendor", payoutTo: "242060000001" });
    return { testKey: made.testKey, accountId: made.accountId, vendor: vendor.id };
  };

  const main = merchant({});
  const books = main.test;
  const several = (count: number, make: () => Vendor) => Array.from({ length: count }, () => make().id);
  const plain = (name: string, more: Partial<Vendor> = {}) =>
    several(4, () => addVendor(world, books, { name, ...more }));
  const funded = (count: number, name: string, more: Partial<Vendor>) =>
    several(count, () => {
      const made = addVendor(world, books, { name, ...more });
      credit(world, books, made, { kind: "allocation", source: "seed", amount: 40_000, fee: 0 });
      return made;
    });
  const clock = uuidId("clock_");
  const long = Date.UTC(2024, 0, 1);
  books.clocks.set(clock, {
    id: clock,
    name: null,
    frozenMs: long,
    completed: true,
    createdMs: long,
    updatedMs: long,
  });

  const other = fixtureMerchant({
    connectMode: "platform",
    feePayer: "controller",
    delay: world.settleMs * 8,
  });
  return {
    testKey: main.testKey,
    liveKey: main.liveKey,
    accountId: main.accountId,
    other,
    specialMerchants: {
      dormant: fixtureMerchant({ connectMode: null, feePayer: null }),
      operatorless: fixtureMerchant({ country: "ST" }),
      unpriced: fixtureMerchant({ priced: false }),
      undated: fixtureMerchant({ delay: "unset" }),
    },
    vendors: {
      ready: funded(12, "Ready", { payoutTo: "242060000002" }),
      walletless: plain("Walletless"),
      payoutless: funded(4, "Nowhere to pay to", { country: "CM" }),
      foreignCurrency: plain("Elsewhere", { currency: "XOF", country: "SN" }),
      inReview: plain("In review", { review: "in_review" }),
      unscheduledCountry: plain("Unscheduled", { country: "TD" }),
      unknownCountry: plain("Unknown", { country: "AQ" }),
      deleted: plain("Deleted", { deleted: true }),
      live: several(4, () => addVendor(world, main.live, { name: "Live", payoutTo: "242060000003" })),
    },
    completedClock: clock,
  };
}
