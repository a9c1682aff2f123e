import type { Effects } from "../../kernel/types.ts";
import type { Customer } from "../customers/record.ts";
import type { Subscription, SubscriptionItem } from "../subscriptions/record.ts";
import { day, type Interval } from "../common/calendar.ts";
import { type BillingContext, issue, request } from "./charge.ts";
import type { Payment } from "./facts.ts";
import { upcoming } from "./schedule.ts";
import { applyTransition, fallBehind } from "./transitions.ts";
import { together } from "../common/effects.ts";

/** An order for a subscription. */
export interface Order {
  customer: Customer;
  items: readonly SubscriptionItem[];
  currency: string;
  interval: Interval;
  trialDays: number;
  /** The session of the hosted page, if it was ordered there. */
  checkoutSessionId: string | null;
}

/** Creates a subscription and requests its first payment, unless it begins with a trial (§3, §6.1). */
export function open(
  billingContext: BillingContext,
  order: Order,
): {
  subscription: Subscription;
  payment: Payment | null;
  effects: Effects;
} {
  const { billing, now, ids } = billingContext;
  const { customer, trialDays, checkoutSessionId } = order;
  const trialEnd = trialDays > 0 ? now + trialDays * day : null;
  const draft: Subscription = {
    id: ids.id("sub_"),
    accountId: customer.accountId,
    mode: customer.mode,
    customerId: customer.id,
    items: order.items,
    currency: order.currency,
    interval: order.interval,
    status: trialEnd === null ? billing.statuses.createdPaid : billing.statuses.createdTrialing,
    anchor: trialEnd ?? now,
    cycle: trialEnd === null ? 0 : -1,
    periodStart: now,
    periodEnd: trialEnd ?? billing.periodStart(now, 1, order.interval),
    trialStart: trialEnd === null ? null : now,
    trialEnd,
    cancelAt: null,
    cancelReason: null,
    canceledAt: null,
    pausedAt: null,
    pausedFrom: null,
    activationPending: false,
    checkoutSessionId,
    clockId: customer.clockId,
    createdAt: now,
    updatedAt: now,
  };
  if (trialEnd !== null) {
    const step = checkoutSessionId === null ? "createdTrialing" : "createdTrialingHosted";
    return {
      subscription: draft,
      payment: null,
      effects: together(applyTransition(billingContext, { step, previous: draft, subscription: draft }), {
        timers: upcoming(billingContext, draft),
      }),
    };
  }
  const issued = issue(billingContext, draft, draft, now);
  const requested = request(billingContext, draft, issued.invoice);
  const { payment, invoice } = requested;
  const after = payment.approved
    ? { subscription: draft, effects: { timers: upcoming(billingContext, draft) } }
    : fallBehind(billingContext, draft, invoice, billing.statuses.createdDeclined);
  const { subscription } = after;
  const step = payment.approved ? "createdPaid" : "createdDeclined";
  return {
    subscription,
    payment,
    effects: together(
      issued.effects,
      requested.effects,
      after.effects,
      applyTransition(billingContext, { step, previous: draft, subscription, invoice, payment }),
    ),
  };
}
