import { boolean, text } from "../../kernel/rules.ts";
import { invoicesOf, owedInvoice, request } from "../billing/charge.ts";
import { end, goOn, moved, together, voided } from "../billing/moves.ts";
import { activateLater, cancelLater, kinds, without, withoutBilling } from "../billing/schedule.ts";
import { type Presenter, present } from "../common/present.ts";
import { type Acted, type ActInput, type ActParts, actParts, stateGuard } from "./act.ts";
import { paymentPresenter, subscriptionPresenter } from "./present.ts";
import type { Subscription } from "./record.ts";

/** The whole subscription, field by field. */
export const shown = (): Presenter<Acted> =>
  Object.fromEntries(
    Object.entries(subscriptionPresenter()).map(([field, read]) => [
      field,
      ({ subscription }: Acted) => read(subscription),
    ]),
  );

/** Refuses what has ended. */
export const notEnded = stateGuard("ended", ({ subscription }) =>
  subscription.status === "canceled" ? "The subscription is canceled" : undefined,
);

/** A cancellation at the end of the period; what was issued for the period after it is voided. */
const schedule = ({ moment, subscription: previous, body }: ActInput): Acted => {
  const { billing, state, now } = moment;
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
      moved(moment, { step: "cancellationScheduled", previous, subscription, cancellation: "scheduled" }),
      ...removed.map((invoice) => voided(moment, subscription, invoice).effects),
      {
        timers: [
          ...without(previous, kinds.reminder, kinds.due, kinds.trialEnd),
          cancelLater(moment, subscription, cancelAt),
        ],
      },
    ),
  };
};

/** The parts of a cancellation (§4.9): at once with `cancelImmediately`, else at the end of the period. */
export const createCancelParts = (): ActParts =>
  actParts({
    fields: [
      { field: "cancelImmediately", rules: [boolean] },
      { field: "reason", rules: [text] },
    ],
    guards: [notEnded],
    act: (input) =>
      input.body["cancelImmediately"] === true
        ? end(input.moment, input.subscription, {
            step: "canceledImmediately",
            cancellation: "immediate",
            reason: (input.body["reason"] as string | undefined) ?? "requested_by_merchant",
          })
        : schedule(input),
    presenter: shown(),
  });

/** The parts of a pause: nothing is invoiced or requested until the resumption. */
export const createPauseParts = (): ActParts =>
  actParts({
    guards: [
      notEnded,
      stateGuard("paused", ({ subscription }) =>
        subscription.pausedFrom === null ? undefined : "The subscription is paused",
      ),
    ],
    act: ({ moment, subscription: previous }) => {
      const subscription: Subscription = {
        ...previous,
        status: moment.billing.statuses.paused,
        pausedAt: moment.now,
        pausedFrom: previous.status,
        updatedAt: moment.now,
      };
      return {
        subscription,
        effects: together(moved(moment, { step: "paused", previous, subscription }), {
          timers: withoutBilling(previous),
        }),
      };
    },
    presenter: shown(),
  });

/** The parts of a resumption: back to the state before the pause. What fell due meanwhile is due now, once. */
export const createResumeParts = (): ActParts =>
  actParts({
    guards: [
      notEnded,
      stateGuard("running", ({ subscription }) =>
        subscription.pausedFrom === null ? "The subscription is not paused" : undefined,
      ),
    ],
    act: ({ moment, subscription: previous }) => {
      const subscription: Subscription = {
        ...previous,
        status: previous.pausedFrom ?? previous.status,
        pausedAt: null,
        pausedFrom: null,
        updatedAt: moment.now,
      };
      return {
        subscription,
        effects: together(
          moved(moment, { step: "resumed", previous, subscription }),
          goOn(moment, subscription),
        ),
      };
    },
    presenter: shown(),
  });

/** The parts of retry-payment: the payment is requested now, the activation follows by itself (§3). */
export const createRetryPaymentParts = (): ActParts =>
  actParts({
    guards: [
      notEnded,
      stateGuard("paused", ({ subscription }) =>
        subscription.pausedFrom === null ? undefined : "The subscription is paused",
      ),
      stateGuard("nothingOwed", ({ moment, subscription }) =>
        owedInvoice(moment.state, subscription) === undefined ? "No payment is owed" : undefined,
      ),
    ],
    act: ({ context, moment, subscription: previous }) => {
      const owed = owedInvoice(moment.state, previous);
      if (owed === undefined) return { subscription: previous, effects: {} };
      const { invoice, payment, effects } = request(moment, previous, owed);
      const subscription: Subscription = {
        ...previous,
        activationPending: payment.approved,
        updatedAt: moment.now,
      };
      const step = payment.approved ? "retryCallPaid" : "retryCallDeclined";
      return {
        subscription,
        payment,
        effects: together(
          effects,
          moved(moment, { step, previous, subscription, invoice, payment }),
          payment.approved
            ? {
                timers: [...without(previous, kinds.retry), activateLater(moment, subscription, context.now)],
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
