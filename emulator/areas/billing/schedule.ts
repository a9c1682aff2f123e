import { newTimer, type TimerChange } from "../../kernel/timeline.ts";
import type { Invoice, Period, Subscription } from "./records.ts";
import { type BillingContext, nextInvoice } from "./charge.ts";
import { clockOf } from "./events.ts";
import type { BillingParts } from "./parts.ts";

/** The kinds of timers of subscriptions. Each has a handler in `parts.timers`. */
export const kinds = {
  reminder: "subscription.reminder",
  due: "subscription.due",
  trialEnd: "subscription.trialEnd",
  retry: "subscription.retry",
  cancellation: "subscription.cancellation",
  activation: "subscription.activation",
} as const;

type Kind = (typeof kinds)[keyof typeof kinds];

/** The subject of a subscription's activation timer. It differs from the others, since it stays in real time when they move to a test clock. */
const activationOf = (subscription: Subscription): string => `${subscription.id}/activation`;

const timer = (
  { ids }: BillingContext,
  subscription: Subscription,
  kind: Kind,
  at: number,
  payload: Readonly<Record<string, unknown>> = {},
): TimerChange =>
  newTimer(ids, {
    clock: clockOf(subscription),
    at,
    kind,
    accountId: subscription.accountId,
    subject: subscription.id,
    payload,
  });

/** The period after the current one. If its due date is long past, as after a pause, periods are counted from now. */
export function nextPeriod(billing: BillingParts, subscription: Subscription, now: number): Period {
  const { anchor, cycle, periodEnd, status, trialEnd, interval } = subscription;
  const first = status === "trialing" || trialEnd === periodEnd;
  const row =
    first || now > billing.dueDate(subscription)
      ? { anchor: first ? Math.max(now, periodEnd) : now, cycle: 0 }
      : { anchor, cycle: cycle + 1 };
  return {
    ...row,
    periodStart: billing.periodStart(row.anchor, row.cycle, interval),
    periodEnd: billing.periodStart(row.anchor, row.cycle + 1, interval),
  };
}

/** The timers for the end of the current period; none if a cancellation comes first. None is due before now. */
export function upcoming(billingContext: BillingContext, subscription: Subscription): TimerChange[] {
  const { billing, state, now } = billingContext;
  if (subscription.cancelAt !== null) return [];
  const due = Math.max(now, billing.dueDate(subscription));
  if (subscription.status === "trialing") return [timer(billingContext, subscription, kinds.trialEnd, due)];
  const reminder = timer(
    billingContext,
    subscription,
    kinds.reminder,
    Math.max(now, billing.reminderDate(billing.dueDate(subscription))),
  );
  const issued = nextInvoice(state, subscription) !== undefined;
  return [...(issued ? [] : [reminder]), timer(billingContext, subscription, kinds.due, due)];
}

/** The timer of the next automatic retry of a payment that was first declined at `since`; none after the last retry. */
export function retryLater(
  billingContext: BillingContext,
  subscription: Subscription,
  plan: { invoice: Invoice; since: number; retry: number },
): TimerChange[] {
  const delay = billingContext.billing.retries[plan.retry];
  if (delay === undefined) return [];
  const { invoice, since, retry } = plan;
  return [
    timer(billingContext, subscription, kinds.retry, since + delay, { invoiceId: invoice.id, since, retry }),
  ];
}

/** The timer of a scheduled cancellation. */
export const cancelLater = (
  billingContext: BillingContext,
  subscription: Subscription,
  at: number,
): TimerChange => timer(billingContext, subscription, kinds.cancellation, at);

/** The timer, on the wall clock, of the activation after a settlement by request. */
export const activateLater = (
  billingContext: BillingContext,
  subscription: Subscription,
  wall: number,
): TimerChange =>
  newTimer(billingContext.ids, {
    at: wall + billingContext.billing.activationDelay,
    kind: kinds.activation,
    accountId: subscription.accountId,
    subject: activationOf(subscription),
    payload: { subscriptionId: subscription.id },
  });

/** Cancels the activation. */
export const withoutActivation = (subscription: Subscription): TimerChange => ({
  do: "cancel",
  subject: activationOf(subscription),
});

/** Cancels the timers of these kinds. */
export const without = (subscription: Subscription, ...unwanted: readonly Kind[]): TimerChange[] =>
  unwanted.map((kind) => ({ do: "cancel", subject: subscription.id, kind }));

/** Cancels all timers except that of a scheduled cancellation. */
export const withoutBilling = (subscription: Subscription): TimerChange[] =>
  without(subscription, kinds.reminder, kinds.due, kinds.trialEnd, kinds.retry);

/** Cancels all timers. */
export const withoutAnything = (subscription: Subscription): TimerChange[] => [
  { do: "cancel", subject: subscription.id },
  withoutActivation(subscription),
];
