import type { State } from "../../kernel/state.ts";
import type { Write } from "../../kernel/table.ts";
import type { Presenter } from "../common/present.ts";
import { prices } from "../prices/record.ts";
import type { Subscription, SubscriptionItem, SubscriptionStatus } from "../subscriptions/record.ts";
import { day, type Interval, periodsAfter } from "../common/calendar.ts";
import { createEventData } from "./events.ts";
import type { Facts } from "./facts.ts";
import { nextPaymentOutcome } from "./outcome.ts";
import { type Step, createSteps } from "./steps.ts";

/** The replaceable parts of billing: how time and payments change subscriptions (§3, §4.8, §6.1). */
export interface BillingParts {
  /** The beginning of the period of that number. */
  periodStart: (anchor: number, cycle: number, interval?: Interval) => number;
  /** When the payment of the next period is requested. */
  dueDate: (subscription: Subscription) => number;
  /** When the invoice of the next period is issued and sent. */
  reminderDate: (dueDate: number) => number;
  /** When a declined payment is requested again, milliseconds after it was declined first; then no more. */
  retries: readonly number[];
  /** To which date a cancellation is scheduled. */
  cancellationDate: (subscription: Subscription, now: number, billing: BillingParts) => number;
  /** Whole francs for one period. */
  amount: (state: State, items: readonly SubscriptionItem[]) => number;
  invoiceNumber: (sequence: number, issuedAt: number) => string;
  /** Whether a payment is approved, and the prepared outcome that this uses up. */
  outcome: (state: State, subscription: Subscription) => { approved: boolean; writes: readonly Write[] };
  /** What a declined payment says. */
  declineReason: string;
  /** The state after each transition. */
  statuses: {
    createdPaid: SubscriptionStatus;
    createdDeclined: SubscriptionStatus;
    createdTrialing: SubscriptionStatus;
    trialEndPaid: SubscriptionStatus;
    trialEndDeclined: SubscriptionStatus;
    renewalPaid: SubscriptionStatus;
    renewalDeclined: SubscriptionStatus;
    settled: SubscriptionStatus;
    paused: SubscriptionStatus;
    canceled: SubscriptionStatus;
  };
  /** Milliseconds of real time between a settlement by request and its activation. */
  activationDelay: number;
  /** The events of each step. */
  steps: Record<Step, readonly string[]>;
  /** The data of each event. */
  eventData: Record<string, Presenter<Facts>>;
  /** The accounts that are reported. */
  recipients: (facts: Facts) => readonly string[];
  /** The time in the envelope: that of the subscription's clock, which is our choice. */
  emittedAt: (facts: Facts) => number;
}

/** Billing as documented. */
export const createBillingParts = (): BillingParts => ({
  periodStart: periodsAfter,
  dueDate: (subscription) => subscription.periodEnd,
  reminderDate: (dueDate) => dueDate - 3 * day,
  retries: [1 * day, 3 * day, 5 * day, 7 * day],
  cancellationDate: ({ anchor, cycle, periodEnd, interval }, now, { periodStart }) => {
    let date = periodEnd;
    for (let next = cycle + 2; date <= now; next += 1) date = periodStart(anchor, next, interval);
    return date;
  },
  amount: (state, items) =>
    items.reduce(
      (sum, { priceId, quantity }) => sum + (state.get(prices, priceId)?.amount ?? 0) * quantity,
      0,
    ),
  invoiceNumber: (sequence, issuedAt) =>
    `INV-${new Date(issuedAt).getUTCFullYear()}-${String(sequence).padStart(6, "0")}`,
  outcome: nextPaymentOutcome,
  declineReason: "insufficient_funds",
  statuses: {
    createdPaid: "active",
    createdDeclined: "unpaid",
    createdTrialing: "trialing",
    trialEndPaid: "active",
    trialEndDeclined: "unpaid",
    renewalPaid: "active",
    renewalDeclined: "past_due",
    settled: "active",
    paused: "paused",
    canceled: "canceled",
  },
  activationDelay: 20,
  steps: createSteps(),
  eventData: createEventData(),
  recipients: ({ subscription }) => [subscription.accountId],
  emittedAt: ({ at }) => at,
});
