import type { EventDraft } from "../../kernel/events.ts";
import { present, together } from "../common/deciders.ts";
import type { Facts, Step, Payment } from "./events.ts";
import type { BillingParts } from "./parts.ts";
import { put } from "../../kernel/table.ts";
import type { Effects } from "../../kernel/types.ts";
import { customers } from "../customers/record.ts";
import { type Invoice, invoices, type Subscription, subscriptions } from "./records.ts";
import { type BillingContext, invoicesOf, owedInvoice } from "./charge.ts";
import { kinds, retryLater, upcoming, without, withoutActivation, withoutAnything } from "./schedule.ts";

/** The events of a step, with data computed from `facts`. */
function emit(billing: BillingParts, step: Step, facts: Facts): EventDraft[] {
  const { accountId, mode } = facts.subscription;
  return billing.steps[step].map((type) => {
    const data = billing.eventData[type];
    if (data === undefined) throw new Error(`Nobody knows the data of ${type}`);
    return {
      type,
      accountId,
      mode,
      envelope: "subscription",
      data: present(data, facts),
      to: billing.recipients(facts),
      at: billing.emittedAt(facts),
    };
  });
}

/** A subscription before and after a step. */
interface Transition {
  step: Step;
  previous: Subscription;
  subscription: Subscription;
  invoice?: Invoice;
  payment?: Payment;
  cancellation?: Facts["cancellation"];
}

/** The events of a step. */
export function eventsOf({ billing, state, now }: BillingContext, move: Transition): EventDraft[] {
  const { step, subscription, previous, invoice, payment, cancellation } = move;
  return emit(billing, step, {
    state,
    subscription,
    previous,
    customer: state.get(customers, subscription.customerId),
    at: now,
    ...(invoice === undefined ? {} : { invoice }),
    ...(payment === undefined ? {} : { payment }),
    ...(cancellation === undefined ? {} : { cancellation }),
  });
}

/** Stores the subscription after a step, and emits the step's events. */
export const applyTransition = (billingContext: BillingContext, move: Transition): Effects => ({
  writes: [put(subscriptions, move.subscription)],
  events: eventsOf(billingContext, move),
});

/** Whether a payment was declined and is still owed. */
export const owes = ({ status }: Subscription): boolean => status === "unpaid" || status === "past_due";

/** The subscription in the period of a settled invoice, or in a new period if that one has ended. */
export function inPeriodOf(
  { billing, now }: BillingContext,
  subscription: Subscription,
  invoice: Invoice,
): Subscription {
  const { anchor, cycle, periodStart, periodEnd } = invoice;
  const period =
    periodEnd > now
      ? { anchor, cycle, periodStart, periodEnd }
      : {
          anchor: now,
          cycle: 0,
          periodStart: now,
          periodEnd: billing.periodStart(now, 1, subscription.interval),
        };
  return { ...subscription, ...period, updatedAt: now };
}

/** The subscription after its debt is settled, without events. */
export function settled(
  billingContext: BillingContext,
  owing: Subscription,
  invoice: Invoice,
): {
  subscription: Subscription;
  effects: Effects;
} {
  const subscription: Subscription = {
    ...inPeriodOf(billingContext, owing, invoice),
    status: billingContext.billing.statuses.settled,
    activationPending: false,
  };
  return {
    subscription,
    effects: {
      timers: [
        ...without(owing, kinds.retry, kinds.reminder, kinds.due),
        withoutActivation(owing),
        ...upcoming(billingContext, subscription),
      ],
    },
  };
}

/** Activates a subscription whose debt was settled by request. */
export function activate(
  billingContext: BillingContext,
  previous: Subscription,
): { subscription: Subscription; effects: Effects } {
  const invoice = invoicesOf(billingContext.state, previous).findLast(({ status }) => status === "paid");
  if (invoice === undefined) return { subscription: previous, effects: {} };
  const { subscription, effects } = settled(billingContext, previous, invoice);
  return {
    subscription,
    effects: together(
      applyTransition(billingContext, { step: "activated", previous, subscription, invoice }),
      effects,
    ),
  };
}

/** The status and the retries that follow a declined payment. */
export function fallBehind(
  billingContext: BillingContext,
  subscription: Subscription,
  invoice: Invoice,
  status: Subscription["status"],
): { subscription: Subscription; effects: Effects } {
  const owing: Subscription = { ...subscription, status, updatedAt: billingContext.now };
  return {
    subscription: owing,
    effects: { timers: retryLater(billingContext, owing, { invoice, since: billingContext.now, retry: 0 }) },
  };
}

/** Voids an invoice. */
export function voided(
  billingContext: BillingContext,
  subscription: Subscription,
  open: Invoice,
): {
  invoice: Invoice;
  effects: Effects;
} {
  const invoice: Invoice = { ...open, status: "void", voidedAt: billingContext.now };
  return {
    invoice,
    effects: {
      writes: [put(invoices, invoice)],
      events: eventsOf(billingContext, {
        step: "invoiceVoided",
        previous: subscription,
        subscription,
        invoice,
      }),
    },
  };
}

/** Ends a subscription. Voids its open invoices and cancels its timers. */
export function end(
  billingContext: BillingContext,
  previous: Subscription,
  how: { step: Step; cancellation: "due" | "immediate"; reason?: string },
): { subscription: Subscription; effects: Effects } {
  const { billing, state, now } = billingContext;
  const subscription: Subscription = {
    ...previous,
    status: billing.statuses.canceled,
    cancelReason: how.reason ?? previous.cancelReason,
    canceledAt: how.cancellation === "due" ? (previous.canceledAt ?? now) : now,
    cancelAt: how.cancellation === "due" ? previous.cancelAt : null,
    activationPending: false,
    updatedAt: now,
  };
  const open = invoicesOf(state, previous).filter(({ status }) => status === "open");
  return {
    subscription,
    effects: together(
      applyTransition(billingContext, {
        step: how.step,
        previous,
        subscription,
        cancellation: how.cancellation,
      }),
      ...open.map((invoice) => voided(billingContext, subscription, invoice).effects),
      { timers: withoutAnything(subscription) },
    ),
  };
}

/** Restarts the timers after a pause: those of an unpaid invoice, or of the end of the period. */
export function resumeBilling(billingContext: BillingContext, subscription: Subscription): Effects {
  const invoice = owedInvoice(billingContext.state, subscription);
  return {
    timers:
      owes(subscription) && invoice !== undefined
        ? retryLater(billingContext, subscription, { invoice, since: billingContext.now, retry: 0 })
        : upcoming(billingContext, subscription),
  };
}
