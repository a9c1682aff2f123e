/** What the server remembers: merchants, and for each of them one set of books per mode. */
import type { Clock, Customer, Invoice, Price, Subscription } from "./billing-types.ts";
import type { Allocation, Charge, KeyUse, Vendor, Withdrawal } from "./connect-types.ts";

export interface Intent {
  id: string;
  amount: number;
  description: string | null;
  metadata: unknown;
  status: "requires_confirmation" | "processing" | "succeeded" | "failed";
  secret: string;
  createdMs: number;
  onBehalfOf: string | null;
  feeRate: number | null;
}

export interface Session {
  id: string;
  orderId: string;
  total: number;
  successUrl: string;
  cancelUrl: string;
  items: unknown[];
  metadata: unknown;
  createdMs: number;
}

/** A disbursement or a remittance (§2.3, §2.4). */
export interface Payout {
  id: string;
  object: "disbursement" | "remittance";
  amount: number;
  firstName: string;
  lastName: string;
  operatorName: string;
  country: string;
  phone: string;
  status: "processing" | "succeeded" | "failed";
  createdMs: number;
  updatedMs: number;
}

/** Everything of one merchant in one mode. */
export interface Books {
  merchant: Merchant;
  live: boolean;
  wallet: number;
  intents: Map<string, Intent>;
  sessions: Map<string, Session>;
  payouts: Map<string, Payout>;
  vendors: Vendor[];
  allocations: Map<string, Allocation>;
  withdrawals: Withdrawal[];
  charges: Map<string, Charge>;
  keys: Map<string, KeyUse>;
  creations: number[];
  customers: Map<string, Customer>;
  prices: Map<string, Price>;
  subscriptions: Map<string, Subscription>;
  invoices: Map<string, Invoice>;
  clocks: Map<string, Clock>;
  /** Envelopes, oldest first. */
  feed: unknown[];
}

export interface Merchant {
  accountId: string;
  testKey: string;
  liveKey: string;
  country: string;
  connectMode: "marketplace" | "platform" | null;
  feePayer: "controller" | "account" | null;
  /** ms before an allocation is available; null: none; "unset": not configured. */
  delay: number | null | "unset";
  priced: boolean;
  schedule: { cadence: string | null; enabled: boolean };
  test: Books;
  live: Books;
}

export interface World {
  settleMs: number;
  merchants: Merchant[];
  vendors: Map<string, Vendor>;
  /** Runs `work` after `ms`, unless the server has been closed. */
  later(ms: number, work: () => void): void;
}

function books(merchant: Merchant, live: boolean): Books {
  return {
    merchant,
    live,
    wallet: 900_000_000_000,
    intents: new Map(),
    sessions: new Map(),
    payouts: new Map(),
    vendors: [],
    allocations: new Map(),
    withdrawals: [],
    charges: new Map(),
    keys: new Map(),
    creations: [],
    customers: new Map(),
    prices: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    clocks: new Map(),
    feed: [],
  };
}

/** Adds a merchant with two empty sets of books. */
export function enrol(world: World, settings: Omit<Merchant, "schedule" | "test" | "live">): Merchant {
  const merchant = { ...settings, schedule: { cadence: null, enabled: false } } as unknown as Merchant;
  merchant.test = books(merchant, false);
  merchant.live = books(merchant, true);
  world.merchants.push(merchant);
  return merchant;
}
