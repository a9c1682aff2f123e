/** Who is there at the start: merchants in every documented plight, and vendors that the API cannot make. */
import { addVendor } from "./connect-accounts.ts";
import { numericId, uuidId } from "./text.ts";
import { credit } from "./wallets.ts";
import { enrol, type Merchant, type World } from "./world.ts";

/** A merchant as a fixture: its key, its account and one vendor of its own. */
export interface Plight {
  testKey: string;
  accountId: string;
  vendor: string;
}

export interface Population {
  testKey: string;
  liveKey: string;
  accountId: string;
  /** Another merchant: platform mode, fees paid by the controller, funds available after a delay. */
  other: Plight;
  /** A vendor of the other merchant. */
  otherAccountVendor: string;
  /** Merchants whose allocations are refused: Connect off, no operator, no price grid, no delay. */
  plights: { dormant: Plight; operatorless: Plight; unpriced: Plight; undated: Plight };
  /** Vendors of the main merchant, by what is special about them. */
  vendors: {
    ready: string;
    walletless: string;
    payoutless: string;
    foreignCurrency: string;
    inReview: string;
    unscheduledCountry: string;
    unknownCountry: string;
    deleted: string;
    live: string;
  };
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
  const plight = (settings: Settings): Plight => {
    const made = merchant(settings);
    const vendor = addVendor(world, made.test, { name: "Sole vendor", payoutTo: "242060000001" });
    return { testKey: made.testKey, accountId: made.accountId, vendor: vendor.id };
  };

  const main = merchant({});
  const books = main.test;
  const ready = addVendor(world, books, { name: "Ready", payoutTo: "242060000002" });
  credit(world, books, ready, { kind: "allocation", source: "seed", amount: 40_000, fee: 0 });
  const payoutless = addVendor(world, books, { name: "Nowhere to pay to", country: "CM" });
  credit(world, books, payoutless, { kind: "allocation", source: "seed", amount: 25_000, fee: 0 });
  const vendor = (name: string, more: Parameters<typeof addVendor>[2] | object = {}) =>
    addVendor(world, books, { name, ...more }).id;
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

  const other = plight({ connectMode: "platform", feePayer: "controller", delay: world.settleMs * 4 });
  return {
    testKey: main.testKey,
    liveKey: main.liveKey,
    accountId: main.accountId,
    other,
    otherAccountVendor: other.vendor,
    plights: {
      dormant: plight({ connectMode: null, feePayer: null }),
      operatorless: plight({ country: "ST" }),
      unpriced: plight({ priced: false }),
      undated: plight({ delay: "unset" }),
    },
    vendors: {
      ready: ready.id,
      walletless: vendor("Walletless"),
      payoutless: payoutless.id,
      foreignCurrency: vendor("Elsewhere", { currency: "XOF", country: "SN" }),
      inReview: vendor("In review", { review: "in_review" }),
      unscheduledCountry: vendor("Unscheduled", { country: "TD" }),
      unknownCountry: vendor("Unknown", { country: "AQ" }),
      deleted: vendor("Deleted", { deleted: true }),
      live: addVendor(world, main.live, { name: "Live", payoutTo: "242060000003" }).id,
    },
    completedClock: clock,
  };
}
