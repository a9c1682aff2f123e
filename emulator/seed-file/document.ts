import type { Interval } from "../areas/common/calendar.ts";
import type { Vendor } from "../areas/connect/vendor.ts";
import type { Mode } from "../kernel/request.ts";
import type { SubscriptionStatus } from "../areas/billing/records.ts";

/** A seed file: the initial state of an emulator. Amounts are in whole francs. `daysAgo` counts back from the start. */
export interface SeedDocument {
  readonly merchants: readonly SeededMerchant[];
}

/** A merchant. The merchants of the file replace the default ones. */
export interface SeededMerchant {
  readonly name: string;
  readonly country?: string;
  readonly currency?: string;
  /** The environment of all its objects. Default: `test`. */
  readonly mode?: Mode;
  /** Default: `marketplace`. */
  readonly connectMode?: "marketplace" | "platform" | null;
  /** The available balance at the start. Default: what payments and refunds leave. */
  readonly balance?: number;
  /** As in `changeSettings`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly vendors?: readonly SeededVendor[];
  readonly prices?: readonly SeededPrice[];
  readonly customers?: readonly SeededCustomer[];
  readonly payments?: readonly SeededPayment[];
  readonly disbursements?: readonly SeededDisbursement[];
  /** They receive the events after the start. */
  readonly webhookEndpoints?: readonly { readonly url: string; readonly events: readonly string[] }[];
}

export interface SeededVendor {
  readonly name: string;
  readonly email?: string;
  readonly country?: string;
  /** When it was created. That is before its first sale. */
  readonly daysAgo?: number;
  /** The state of its compliance file. An approved vendor may collect and withdraw. */
  readonly compliance?: NonNullable<Vendor["fileStatus"]>;
  /** Default: true. */
  readonly payoutMethod?: boolean;
  /** Its balance at the start, which is at least what its sales and allocations leave. */
  readonly balance?: { readonly available?: number; readonly pending?: number };
  readonly sales?: readonly SeededSale[];
  readonly allocations?: readonly SeededAllocation[];
}

/** Money that the merchant moved to a vendor. */
export interface SeededAllocation {
  readonly amount: number;
  readonly daysAgo?: number;
  /** The amount that was reversed on the same day. */
  readonly reversed?: number;
}

/** A payout of the merchant. */
export interface SeededDisbursement {
  readonly amount: number;
  readonly daysAgo?: number;
  /** Its final status. Default: `succeeded`. */
  readonly status?: "succeeded" | "failed" | "canceled";
  readonly firstName?: string;
  readonly lastName?: string;
  /** Digits. */
  readonly phone?: string;
}

/** A captured charge. */
export interface SeededSale {
  readonly amount: number;
  readonly daysAgo?: number;
  /** Percent. Default: 10. */
  readonly applicationFeeRate?: number;
  /** The amount that was refunded on the same day. */
  readonly refunded?: number;
}

export interface SeededPrice {
  /** The name by which subscriptions in the file refer to it. */
  readonly name: string;
  readonly amount: number;
  /** Default: `month`. */
  readonly interval?: Interval;
  readonly trialDays?: number;
}

export interface SeededCustomer {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  /** The name of a test clock to which it is attached at the start. */
  readonly testClock?: string;
  readonly subscriptions?: readonly SeededSubscription[];
}

export interface SeededSubscription {
  /** The name of a price of the merchant. */
  readonly price: string;
  readonly status: SubscriptionStatus;
  readonly quantity?: number;
  /** When it was created. Default: as long ago as its state requires. */
  readonly daysAgo?: number;
  readonly trialDays?: number;
  /** Whether it is active and ends with its period. */
  readonly cancelAtPeriodEnd?: boolean;
}

export interface SeededPayment {
  readonly amount: number;
  readonly daysAgo?: number;
  /** Default: `succeeded`. */
  readonly status?: string;
  readonly description?: string;
}

/** A part of a seed file is impossible. The message says why. */
export class SeedFault extends Error {
  /** The location in the document, e.g. `["merchants", "0", "vendors", "1", "balance"]`. */
  readonly path: readonly string[];
  constructor(path: readonly string[], reason: string) {
    super(`${path.join(".")}: ${reason}`);
    this.path = path;
  }
}
