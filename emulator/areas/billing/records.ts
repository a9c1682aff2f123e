import { ownerOf } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import { table } from "../../kernel/table.ts";
import type { Interval } from "../common/calendar.ts";

/** The states of a subscription (§3). The document shows no value for the paused state. */
export type SubscriptionStatus = "active" | "unpaid" | "trialing" | "past_due" | "canceled" | "paused";

/** A price in a subscription. */
export interface SubscriptionItem {
  readonly priceId: string;
  readonly quantity: number;
}

/** A billing period, by its number in the sequence of intervals that begins at the anchor. */
export interface Period {
  /** Period `cycle` begins `cycle` intervals after the anchor. */
  readonly anchor: number;
  readonly cycle: number;
  readonly periodStart: number;
  readonly periodEnd: number;
}

/** A subscription as it is stored. Times in epoch milliseconds, on the clock that the subscription follows. */
export interface Subscription extends Period {
  /** `sub_…` */
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly customerId: string;
  readonly items: readonly SubscriptionItem[];
  /** Lowercase code. */
  readonly currency: string;
  /** The length of each period. */
  readonly interval: Interval;
  readonly status: SubscriptionStatus;
  readonly trialStart: number | null;
  readonly trialEnd: number | null;
  /** When a scheduled cancellation takes effect. */
  readonly cancelAt: number | null;
  readonly cancelReason: string | null;
  /** When the cancellation was requested. */
  readonly canceledAt: number | null;
  readonly pausedAt: number | null;
  /** The state that a resumption restores; null unless it is paused. */
  readonly pausedFrom: SubscriptionStatus | null;
  /** Whether the owed payment has succeeded and the activation is still to come. */
  readonly activationPending: boolean;
  /** The session of the hosted page that created it; null for none. */
  readonly checkoutSessionId: string | null;
  /** The test clock that it follows; null for the wall clock. */
  readonly clockId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** All subscriptions. */
export const subscriptions = table<Subscription>("subscriptions", {
  owner: ownerOf,
  customer: (subscription) => subscription.customerId,
  clock: (subscription) => subscription.clockId ?? undefined,
});

/** The invoice for a period. Amounts in whole francs, times in epoch milliseconds. */
export interface Invoice extends Period {
  /** `in_…` */
  readonly id: string;
  readonly number: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly customerId: string;
  readonly subscriptionId: string;
  /** `ord_…`, the same for all payment requests of this invoice. */
  readonly orderId: string;
  readonly total: number;
  readonly appliedBalance: number;
  readonly amountDue: number;
  /** Lowercase code. */
  readonly currency: string;
  readonly status: "open" | "paid" | "void";
  /** When its payment is requested for the first time. */
  readonly dueAt: number;
  /** The number of payment requests so far. */
  readonly attempts: number;
  readonly finalizedAt: number;
  readonly paidAt: number | null;
  readonly voidedAt: number | null;
}

/** All invoices. */
export const invoices = table<Invoice>("invoices", {
  owner: ownerOf,
  subscription: (invoice) => invoice.subscriptionId,
});

/** Counts the invoices of an account in an environment. */
interface InvoiceCounter {
  /** Account and environment in one text. */
  readonly id: string;
  readonly last: number;
}

/** The counters from which invoices get their numbers. */
export const invoiceCounters = table<InvoiceCounter>("invoiceCounters");
