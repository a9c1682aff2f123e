import type { TimerContext, TimerHandler } from "../../kernel/parts.ts";
import type { Effects } from "../../kernel/types.ts";
import { invoices, type Subscription, subscriptions } from "./records.ts";
import { type BillingContext, issue, nextInvoice, request } from "./charge.ts";
import { timeOf } from "./events.ts";
import type { BillingParts } from "./parts.ts";
import { kinds, nextPeriod, retryLater, upcoming } from "./schedule.ts";
import {
  activate,
  applyTransition,
  end,
  eventsOf,
  fallBehind,
  inPeriodOf,
  owes,
  settled,
} from "./transitions.ts";
import { together } from "../common/deciders.ts";

type Handle = (billingContext: BillingContext, subscription: Subscription, context: TimerContext) => Effects;

/** Issues the invoice of the next period. */
const remind: Handle = (billingContext, subscription) => {
  const { billing, now } = billingContext;
  const due = billing.dueDate(subscription);
  const period = nextPeriod(billing, subscription, Math.min(now, due));
  const { invoice, effects } = issue(billingContext, subscription, period, subscription.periodEnd);
  const events = eventsOf(billingContext, {
    step: "reminder",
    previous: subscription,
    subscription,
    invoice,
  });
  return together(effects, { events });
};

/** Settles a payment that was declined before. */
function paidLate(
  billingContext: BillingContext,
  previous: Subscription,
  { invoice, payment, effects }: ReturnType<typeof request>,
): Effects {
  const after = settled(billingContext, previous, invoice);
  const { subscription } = after;
  const paid = { step: "retryPaid", previous, subscription, invoice, payment } as const;
  return together(effects, after.effects, applyTransition(billingContext, paid));
}

/** Ends the period and requests the payment of the next one. */
const bill: Handle = (billingContext, previous) => {
  const { billing, state, now } = billingContext;
  const period = nextPeriod(billing, previous, now);
  const known = nextInvoice(state, previous);
  const issued =
    known === undefined
      ? issue(billingContext, previous, period, previous.periodEnd)
      : { invoice: { ...known, ...period }, effects: {} };
  const emitted =
    known === undefined
      ? eventsOf(billingContext, {
          step: "dueWithoutInvoice",
          previous,
          subscription: previous,
          invoice: issued.invoice,
        })
      : [];
  const begin: Effects = together(issued.effects, { events: emitted });
  if (issued.invoice.status !== "open") {
    // It was settled through its link, or voided. The next period begins without a payment request.
    const subscription = inPeriodOf(billingContext, previous, issued.invoice);
    const step = issued.invoice.status === "void" ? "renewalVoided" : "renewalPaidAhead";
    return together(applyTransition(billingContext, { step, previous, subscription }), {
      timers: upcoming(billingContext, subscription),
    });
  }
  const requested = request(billingContext, previous, issued.invoice);
  const { invoice, payment, effects } = requested;
  if (!payment.approved) {
    const behind = fallBehind(billingContext, previous, invoice, billing.statuses.renewalDeclined);
    const { subscription } = behind;
    const move = applyTransition(billingContext, {
      step: "renewalDeclined",
      previous,
      subscription,
      invoice,
      payment,
    });
    return together(begin, effects, behind.effects, move);
  }
  if (owes(previous)) return together(begin, paidLate(billingContext, previous, requested));
  const subscription = {
    ...inPeriodOf(billingContext, previous, invoice),
    status: billing.statuses.renewalPaid,
  };
  return together(
    begin,
    effects,
    applyTransition(billingContext, { step: "renewalPaid", previous, subscription, invoice, payment }),
    { timers: upcoming(billingContext, subscription) },
  );
};

/** Ends a trial: issues the invoice of the first paid period and requests its payment. */
const endTrial: Handle = (billingContext, previous) => {
  const { billing, now } = billingContext;
  const issued = issue(billingContext, previous, nextPeriod(billing, previous, now), previous.periodEnd);
  const { invoice, payment, effects } = request(billingContext, previous, issued.invoice);
  const begun = inPeriodOf(billingContext, previous, invoice);
  if (payment.approved) {
    const subscription = { ...begun, status: billing.statuses.trialEndPaid };
    return together(
      issued.effects,
      effects,
      applyTransition(billingContext, { step: "trialEndPaid", previous, subscription, invoice, payment }),
      { timers: upcoming(billingContext, subscription) },
    );
  }
  const behind = fallBehind(billingContext, begun, invoice, billing.statuses.trialEndDeclined);
  const { subscription } = behind;
  return together(
    issued.effects,
    effects,
    behind.effects,
    applyTransition(billingContext, { step: "trialEndDeclined", previous, subscription, invoice, payment }),
  );
};

/** Requests a declined payment again. */
const retry: Handle = (billingContext, previous, { state, timer }) => {
  const {
    invoiceId,
    since,
    retry: number,
  } = timer.payload as { invoiceId: string; since: number; retry: number };
  const open = state.get(invoices, invoiceId);
  if (open?.status !== "open") return {};
  const requested = request(billingContext, previous, open);
  const { invoice, payment, effects } = requested;
  if (payment.approved) return paidLate(billingContext, previous, requested);
  return together(
    effects,
    { timers: retryLater(billingContext, previous, { invoice, since, retry: number + 1 }) },
    applyTransition(billingContext, {
      step: "retryDeclined",
      previous,
      subscription: previous,
      invoice,
      payment,
    }),
  );
};

/** Carries out a scheduled cancellation. */
const cancel: Handle = (billingContext, previous) =>
  end(billingContext, previous, { step: "cancellationDue", cancellation: "due" }).effects;

/** Activates a subscription after a settlement by request. */
const activation: Handle = (billingContext, previous) =>
  previous.activationPending ? activate(billingContext, previous).effects : {};

/** Creates a timer handler that finds the subscription and the parts in force, and ignores an ended subscription. */
const handler =
  (handle: Handle): TimerHandler =>
  (context) => {
    const { state, timer, ids, parts } = context;
    const { billing } = parts as unknown as { billing: BillingParts };
    const subject = (timer.payload["subscriptionId"] as string | undefined) ?? timer.subject;
    const subscription = state.get(subscriptions, subject);
    if (subscription === undefined || subscription.status === billing.statuses.canceled) return {};
    const now = timer.kind === kinds.activation ? timeOf(state, subscription, context.now) : context.now;
    return handle({ billing, state, now, ids }, subscription, context);
  };

/** The timer handlers of subscriptions. */
export const subscriptionTimers = (): Record<string, TimerHandler> => ({
  [kinds.reminder]: handler(remind),
  [kinds.due]: handler(bill),
  [kinds.trialEnd]: handler(endTrial),
  [kinds.retry]: handler(retry),
  [kinds.cancellation]: handler(cancel),
  [kinds.activation]: handler(activation),
});
