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
