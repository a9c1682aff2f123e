import type { State } from "../../kernel/state.ts";
import type { Write } from "../../kernel/table.ts";
import { nextOutcome } from "../common/outcomes.ts";
import type { Subscription, SubscriptionItem, SubscriptionStatus } from "./records.ts";
import type { Presenter } from "../common/deciders.ts";
import { prices } from "../prices/record.ts";
import { day, type Interval, periodsAfter } from "../common/calendar.ts";
import { createEventData, type Facts, type Step, createSteps } from "./events.ts";

const none = "";

/** The outcome that control prepared for the customer's next payment, or for the account's; otherwise the usual one. */
export function nextPaymentOutcome(
  state: State,
  { accountId, customerId }: Pick<Subscription, "accountId" | "customerId">,
  usual = "approved",
): { approved: boolean; writes: readonly Write[] } {
  const own = nextOutcome(state, accountId, `payment:${customerId}`, none);
  const { outcome, writes } = own.outcome === none ? nextOutcome(state, accountId, "payment", usual) : own;
  return { approved: outcome === "approved", writes };
}

/** The replaceable parts of billing: how time and payments change subscriptions (§3, §4.8, §6.1). */
export interface BillingParts {
  /** The beginning of the period with the number `cycle`. */
  periodStart: (anchor: number, cycle: number, interval?: Interval) => number;
  /** When the payment of the next period is requested. */
  dueDate: (subscription: Subscription) => number;
  /** When the invoice of the next period is issued and sent. */
  reminderDate: (dueDate: number) => number;
  /** When a declined payment is requested again, in ms after it was declined for the first time. */
  retries: readonly number[];
  /** The date on which a scheduled cancellation takes effect. */
  cancellationDate: (subscription: Subscription, now: number, billing: BillingParts) => number;
  /** The price of one period, whole francs. */
  amount: (state: State, items: readonly SubscriptionItem[]) => number;
  invoiceNumber: (sequence: number, issuedAt: number) => string;
  /** Whether the next payment is approved, and the writes that use up a prepared outcome. */
  outcome: (state: State, subscription: Subscription) => { approved: boolean; writes: readonly Write[] };
  /** The error of a declined payment. */
  declineReason: string;
  /** The status after each transition. */
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
  /** The time between a settlement by request and the activation, ms of real time. */
  activationDelay: number;
  /** The events of each step. */
  steps: Record<Step, readonly string[]>;
  /** The data of each event, by type. */
  eventData: Record<string, Presenter<Facts>>;
  /** The accounts that receive an event. */
  recipients: (facts: Facts) => readonly string[];
  /** The time in the envelope. We chose the subscription's clock, since the document does not say. */
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
  outcome: (state, subscription) => nextPaymentOutcome(state, subscription),
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
