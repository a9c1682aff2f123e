import { json, message, only, fieldError, validationFailed } from "../../kernel/answers.ts";
import { type Guard, firstRefusal, guard } from "../../kernel/guards.ts";
import type { Answer } from "../../kernel/request.ts";
import type { Context, Decide, Effects } from "../../kernel/types.ts";
import type { FieldSpec } from "../../kernel/validate.ts";
import { type BillingContext, invoicesOf, owedInvoice, request } from "./charge.ts";
import { type Payment, timeOf } from "./events.ts";
import type { BillingParts } from "./parts.ts";
import { activate, applyTransition, end, resumeBilling, voided, eventsOf } from "./transitions.ts";
import { together, type Presenter, present, findOwn, refuseBody } from "../common/deciders.ts";
import { type Subscription, subscriptions, type SubscriptionItem } from "./records.ts";
import { boolean, text, atMost, number, positive, required, whole } from "../../kernel/rules.ts";
import { activateLater, cancelLater, kinds, without, withoutBilling } from "./schedule.ts";
import { paymentPresenter, subscriptionPresenter } from "./present.ts";
import { put } from "../../kernel/table.ts";
import { largestAmount } from "../common/fields.ts";

/** The input of a request that acts on a subscription. `billingContext.now` is the time on the subscription's clock. */
export interface ActInput {
  context: Context;
  billingContext: BillingContext;
  subscription: Subscription;
  /** The body; an absent one is empty. */
  body: Readonly<Record<string, unknown>>;
  parts: ActParts;
}

/** The outcome of such a request. */
export interface Acted {
  subscription: Subscription;
  payment?: Payment;
  effects: Effects;
}

/** The replaceable parts of a request that acts on a subscription. */
export interface ActParts {
  find: (context: Context) => Subscription | undefined;
  notFound: () => Answer;
  fields: readonly FieldSpec[];
  invalidStatus: number;
  guards: readonly Guard<ActInput>[];
  act: (input: ActInput) => Acted;
  status: number;
  /** Shows the subscription after the request. */
  presenter: Presenter<Acted>;
}

/** Refuses a body that breaks the rules of its fields. */
const validationGuard: Guard<ActInput> = guard("validation", ({ context, parts }) =>
  refuseBody(context.command.body, parts),
);

/** Refuses because of the subscription's state. `refuses` returns the reason, if there is one. */
const stateGuard = (name: string, refuses: (input: ActInput) => string | undefined): Guard<ActInput> =>
  guard(name, (input) => {
    const reason = refuses(input);
    return reason === undefined ? undefined : message(409, reason);
  });

/** The usual parts of such a request. */
const actParts = (
  own: Pick<ActParts, "act" | "presenter"> & Partial<Pick<ActParts, "fields" | "guards">>,
): ActParts => ({
  find: findOwn(subscriptions),
  notFound: () => message(404, "Subscription not found"),
  invalidStatus: 422,
  status: 200,
  fields: [],
  ...own,
  guards: [validationGuard, ...(own.guards ?? [])],
});

/** Decides such a request. A pending activation takes effect first. */
export const decideAct =
  (parts: ActParts, billing: BillingParts): Decide =>
  (context) => {
    const { state, command, ids } = context;
    const found = parts.find(context);
    if (found === undefined) return only(parts.notFound());
    const billingContext = { billing, state, now: timeOf(state, found, context.now), ids };
    const before = found.activationPending
      ? activate(billingContext, found)
      : { subscription: found, effects: {} };
    const { subscription } = before;
    const input = {
      context,
      billingContext,
      subscription,
      body: (command.body ?? {}) as Readonly<Record<string, unknown>>,
      parts,
    };
    const refusal = firstRefusal(parts.guards, input);
    if (refusal !== undefined) return refusal;
    const acted = parts.act(input);
    return {
      ...together(before.effects, acted.effects),
      answer: json(parts.status, present(parts.presenter, acted)),
    };
  };

/** The presenter of the whole subscription. */
const shown = (): Presenter<Acted> =>
  Object.fromEntries(
    Object.entries(subscriptionPresenter()).map(([field, read]) => [
      field,
      ({ subscription }: Acted) => read(subscription),
    ]),
  );

/** Refuses a subscription that has ended. */
const notEnded = stateGuard("ended", ({ subscription }) =>
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

/** The items after the change: the quantity applies to the price in the body, or to the first item. */
const changed = ({ subscription, body }: ActInput): readonly SubscriptionItem[] => {
  const { quantity, priceId } = body as { quantity: number; priceId?: string };
  return subscription.items.map((item, at) =>
    (priceId === undefined ? at === 0 : item.priceId === priceId) ? { ...item, quantity } : item,
  );
};

const refuse = (
  name: string,
  [rule, field]: readonly [rule: string, field: string],
  applies: (input: ActInput) => boolean,
): Guard<ActInput> =>
  guard(name, (input) =>
    applies(input) ? validationFailed(input.parts.invalidStatus, [fieldError(rule, field)]) : undefined,
  );

/** The parts of a change of quantity, which applies from the next invoice on and emits no event (§6.1). */
export const createChangeQuantityParts = (): ActParts =>
  actParts({
    fields: [
      { field: "quantity", rules: [required, number, whole, positive, atMost(1_000_000)] },
      { field: "priceId", rules: [text] },
    ],
    guards: [
      notEnded,
      refuse(
        "price",
        ["exists", "priceId"],
        ({ subscription, body }) =>
          body["priceId"] !== undefined &&
          !subscription.items.some(({ priceId }) => priceId === body["priceId"]),
      ),
      refuse(
        "total",
        ["max", "quantity"],
        (input) =>
          input.billingContext.billing.amount(input.billingContext.state, changed(input)) > largestAmount,
      ),
    ],
    act: (input) => {
      const { billingContext, subscription: previous } = input;
      const subscription: Subscription = {
        ...previous,
        items: changed(input),
        updatedAt: billingContext.now,
      };
      return {
        subscription,
        effects: {
          writes: [put(subscriptions, subscription)],
          events: eventsOf(billingContext, { step: "quantityChanged", previous, subscription }),
        },
      };
    },
    presenter: shown(),
  });
