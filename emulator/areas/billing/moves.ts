import type { EventDraft } from "../../kernel/events.ts";
import { put } from "../../kernel/table.ts";
import type { Effects } from "../../kernel/types.ts";
import { customers } from "../customers/record.ts";
import { type Invoice, invoices } from "../invoices/record.ts";
import { type Subscription, subscriptions } from "../subscriptions/record.ts";
import { type Moment, invoicesOf, owedInvoice } from "./charge.ts";
import { tell } from "./emit.ts";
import type { Facts, Payment } from "./facts.ts";
import { kinds, retryLater, upcoming, without, withoutActivation, withoutAnything } from "./schedule.ts";
import type { Step } from "./steps.ts";

/** Everything that several effects change, in their order. */
export const together = (...all: readonly Effects[]): Effects => ({
  writes: all.flatMap((one) => one.writes ?? []),
  postings: all.flatMap((one) => one.postings ?? []),
  timers: all.flatMap((one) => one.timers ?? []),
  events: all.flatMap((one) => one.events ?? []),
});

/** A subscription before and after something that happened to it. */
export interface Move {
  step: Step;
  previous: Subscription;
  subscription: Subscription;
  invoice?: Invoice;
  payment?: Payment;
  cancellation?: Facts["cancellation"];
}

/** What a step tells. */
export function told({ billing, state, now }: Moment, move: Move): EventDraft[] {
  const { step, subscription, previous, invoice, payment, cancellation } = move;
  return tell(billing, step, {
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

/** Stores a subscription as a step leaves it, and tells the step. */
export const moved = (moment: Moment, move: Move): Effects => ({
  writes: [put(subscriptions, move.subscription)],
  events: told(moment, move),
});

/** Whether a payment request was declined and the payment is still owed. */
export const owes = ({ status }: Subscription): boolean => status === "unpaid" || status === "past_due";

/** The subscription in the period of an invoice that is settled; a subscription that ended meanwhile begins again. */
export function inPeriodOf(
  { billing, now }: Moment,
  subscription: Subscription,
  invoice: Invoice,
): Subscription {
  const { anchor, cycle, periodStart, periodEnd } = invoice;
  const period =
    periodEnd > now
      ? { anchor, cycle, periodStart, periodEnd }
      : { anchor: now, cycle: 0, periodStart: now, periodEnd: billing.periodStart(now, 1) };
  return { ...subscription, ...period, updatedAt: now };
}

/** The subscription as it goes on after what it owed is settled, without telling it. */
export function settled(
  moment: Moment,
  owing: Subscription,
  invoice: Invoice,
): {
  subscription: Subscription;
  effects: Effects;
} {
  const subscription: Subscription = {
    ...inPeriodOf(moment, owing, invoice),
    status: moment.billing.statuses.settled,
    activationPending: false,
  };
  return {
    subscription,
    effects: {
      timers: [
        ...without(owing, kinds.retry, kinds.reminder, kinds.due),
        withoutActivation(owing),
        ...upcoming(moment, subscription),
      ],
    },
  };
}

/** Activates a subscription whose debt was settled by request. */
export function activate(
  moment: Moment,
  previous: Subscription,
): { subscription: Subscription; effects: Effects } {
  const invoice = invoicesOf(moment.state, previous).findLast(({ status }) => status === "paid");
  if (invoice === undefined) return { subscription: previous, effects: {} };
  const { subscription, effects } = settled(moment, previous, invoice);
  return {
    subscription,
    effects: together(moved(moment, { step: "activated", previous, subscription, invoice }), effects),
  };
}

/** What follows when a payment was declined: another state, and retries. */
export function fallBehind(
  moment: Moment,
  subscription: Subscription,
  invoice: Invoice,
  status: Subscription["status"],
): { subscription: Subscription; effects: Effects } {
  const owing: Subscription = { ...subscription, status, updatedAt: moment.now };
  return {
    subscription: owing,
    effects: { timers: retryLater(moment, owing, { invoice, since: moment.now, retry: 0 }) },
  };
}

/** Voids an invoice. */
export function voided(
  moment: Moment,
  subscription: Subscription,
  open: Invoice,
): {
  invoice: Invoice;
  effects: Effects;
} {
  const invoice: Invoice = { ...open, status: "void", voidedAt: moment.now };
  return {
    invoice,
    effects: {
      writes: [put(invoices, invoice)],
      events: told(moment, { step: "invoiceVoided", previous: subscription, subscription, invoice }),
    },
  };
}

/** Ends a subscription: what is still open is voided, nothing comes any more. */
export function end(
  moment: Moment,
  previous: Subscription,
  how: { step: Step; cancellation: "due" | "immediate"; reason?: string },
): { subscription: Subscription; effects: Effects } {
  const { billing, state, now } = moment;
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
      moved(moment, { step: how.step, previous, subscription, cancellation: how.cancellation }),
      ...open.map((invoice) => voided(moment, subscription, invoice).effects),
      { timers: withoutAnything(subscription) },
    ),
  };
}

/** What a resumption sets going again: requests for what is owed, else the end of the period. */
export function goOn(moment: Moment, subscription: Subscription): Effects {
  const invoice = owedInvoice(moment.state, subscription);
  return {
    timers:
      owes(subscription) && invoice !== undefined
        ? retryLater(moment, subscription, { invoice, since: moment.now, retry: 0 })
        : upcoming(moment, subscription),
  };
}
