import { ownerOf } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import { table } from "../../kernel/table.ts";
import type { Interval } from "../common/calendar.ts";

/** The states of a subscription (§3); the document names the paused one in words only. */
export type SubscriptionStatus = "active" | "unpaid" | "trialing" | "past_due" | "canceled" | "paused";

/** What is subscribed to. */
export interface SubscriptionItem {
  readonly priceId: string;
  readonly quantity: number;
}

/** A span of time that is paid for, by its place in the row of intervals that begins at the anchor. */
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
  /** How long each period is. */
  readonly interval: Interval;
  readonly status: SubscriptionStatus;
  readonly trialStart: number | null;
  readonly trialEnd: number | null;
  /** When a scheduled cancellation becomes due. */
  readonly cancelAt: number | null;
  readonly cancelReason: string | null;
  /** When the cancellation was requested. */
  readonly canceledAt: number | null;
  readonly pausedAt: number | null;
  /** The state to which a resumption leads back. */
  readonly pausedFrom: SubscriptionStatus | null;
  /** The payment that was owed went through, the activation has yet to come. */
  readonly activationPending: boolean;
  /** The hosted page's session that made it. */
  readonly checkoutSessionId: string | null;
  /** The test clock that it follows; null: real time. */
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
