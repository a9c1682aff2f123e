import { boolean, text } from "../../kernel/rules.ts";
import { invoicesOf, owedInvoice, request } from "../billing/charge.ts";
import { activateLater, cancelLater, kinds, without, withoutBilling } from "../billing/schedule.ts";
import { applyTransition, end, resumeBilling, voided } from "../billing/transitions.ts";
import { together } from "../common/effects.ts";
import { type Presenter, present } from "../common/present.ts";
import { type ActInput, type ActParts, type Acted, actParts, stateGuard } from "./act.ts";
import { paymentPresenter, subscriptionPresenter } from "./present.ts";
import type { Subscription } from "./record.ts";

/** The presenter of the whole subscription. */
export const shown = (): Presenter<Acted> =>
  Object.fromEntries(
    Object.entries(subscriptionPresenter()).map(([field, read]) => [
      field,
      ({ subscription }: Acted) => read(subscription),
    ]),
  );

/** Refuses a subscription that has ended. */
export const notEnded = stateGuard("ended", ({ subscription }) =>
  subscription.status === "canceled" ? "The subscription is canceled" : undefined,
);

/** Schedules a cancellation at the end of the period, and voids the invoice of the next one. */
const schedule = ({ billingContext, subscription: previous, body }: ActInput): Acted => {
  const { billing, state, now } = billingContext;
  if (previous.cancelAt !== null) return { subscription: previous, effects: {} };
  const cancelAt = billing.cancellationDate(previous, now, billing);
  const subscription: Subscription = {
    ...previous,
    cancelAt,
    cancelReason: (body["reason"] as string | undefined) ?? "requested_by_merchant",
    canceledAt: now,
    updatedAt: now,
  };
  const removed = invoicesOf(state, previous).filter(
    ({ status, dueAt }) => status === "open" && dueAt >= cancelAt,
  );
  return {
    subscription,
    effects: together(
      applyTransition(billingContext, {
        step: "cancellationScheduled",
        previous,
        subscription,
        cancellation: "scheduled",
      }),
      ...removed.map((invoice) => voided(billingContext, subscription, invoice).effects),
      {
        timers: [
          ...without(previous, kinds.reminder, kinds.due, kinds.trialEnd),
          cancelLater(billingContext, subscription, cancelAt),
        ],
      },
    ),
  };
};

/** The parts of a cancellation (§4.9): immediate with `cancelImmediately`, otherwise at the end of the period. */
export const createCancelParts = (): ActParts =>
  actParts({
    fields: [
      { field: "cancelImmediately", rules: [boolean] },
      { field: "reason", rules: [text] },
    ],
    guards: [notEnded],
    act: (input) =>
      input.body["cancelImmediately"] === true
        ? end(input.billingContext, input.subscription, {
            step: "canceledImmediately",
            cancellation: "immediate",
            reason: (input.body["reason"] as string | undefined) ?? "requested_by_merchant",
          })
        : schedule(input),
    presenter: shown(),
  });

/** The parts of a pause: no invoice is issued and no payment requested until the resumption. */
export const createPauseParts = (): ActParts =>
  actParts({
    guards: [
      notEnded,
      stateGuard("paused", ({ subscription }) =>
        subscription.pausedFrom === null ? undefined : "The subscription is paused",
      ),
    ],
    act: ({ billingContext, subscription: previous }) => {
      const subscription: Subscription = {
        ...previous,
        status: billingContext.billing.statuses.paused,
        pausedAt: billingContext.now,
        pausedFrom: previous.status,
        updatedAt: billingContext.now,
      };
      return {
        subscription,
        effects: together(applyTransition(billingContext, { step: "paused", previous, subscription }), {
          timers: withoutBilling(previous),
        }),
      };
    },
    presenter: shown(),
  });

/** The parts of a resumption: it restores the state before the pause. What became due in the meantime is due now, once. */
export const createResumeParts = (): ActParts =>
  actParts({
    guards: [
      notEnded,
      stateGuard("running", ({ subscription }) =>
        subscription.pausedFrom === null ? "The subscription is not paused" : undefined,
      ),
    ],
    act: ({ billingContext, subscription: previous }) => {
      const subscription: Subscription = {
        ...previous,
        status: previous.pausedFrom ?? previous.status,
        pausedAt: null,
        pausedFrom: null,
        updatedAt: billingContext.now,
      };
      return {
        subscription,
        effects: together(
          applyTransition(billingContext, { step: "resumed", previous, subscription }),
          resumeBilling(billingContext, subscription),
        ),
      };
    },
    presenter: shown(),
  });

/** The parts of retry-payment: the payment is requested now, and the activation follows asynchronously (§3). */
export const createRetryPaymentParts = (): ActParts =>
  actParts({
    guards: [
      notEnded,
      stateGuard("paused", ({ subscription }) =>
        subscription.pausedFrom === null ? undefined : "The subscription is paused",
      ),
      stateGuard("nothingOwed", ({ billingContext, subscription }) =>
        owedInvoice(billingContext.state, subscription) === undefined ? "No payment is owed" : undefined,
      ),
    ],
    act: ({ context, billingContext, subscription: previous }) => {
      const owed = owedInvoice(billingContext.state, previous);
      if (owed === undefined) return { subscription: previous, effects: {} };
      const { invoice, payment, effects } = request(billingContext, previous, owed);
      const subscription: Subscription = {
        ...previous,
        activationPending: payment.approved,
        updatedAt: billingContext.now,
      };
      const step = payment.approved ? "retryCallPaid" : "retryCallDeclined";
      return {
        subscription,
        payment,
        effects: together(
          effects,
          applyTransition(billingContext, { step, previous, subscription, invoice, payment }),
          payment.approved
            ? {
                timers: [
                  ...without(previous, kinds.retry),
                  activateLater(billingContext, subscription, context.now),
                ],
              }
            : {},
        ),
      };
    },
    presenter: {
      ...shown(),
      paymentStatus: ({ payment }) =>
        payment === undefined ? undefined : present(paymentPresenter(), payment),
    },
  });
