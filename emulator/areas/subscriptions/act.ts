import { json, message, only } from "../../kernel/answers.ts";
import { type Guard, firstRefusal, guard } from "../../kernel/guards.ts";
import type { Answer } from "../../kernel/request.ts";
import type { Context, Decide, Effects } from "../../kernel/types.ts";
import type { FieldSpec } from "../../kernel/validate.ts";
import type { BillingContext } from "../billing/charge.ts";
import { type Payment, timeOf } from "../billing/facts.ts";
import type { BillingParts } from "../billing/parts.ts";
import { activate } from "../billing/transitions.ts";
import { together } from "../common/effects.ts";
import { type Presenter, present } from "../common/present.ts";
import { findOwn } from "../common/retrieve.ts";
import { refuseBody } from "../common/validation.ts";
import { type Subscription, subscriptions } from "./record.ts";

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
export const stateGuard = (name: string, refuses: (input: ActInput) => string | undefined): Guard<ActInput> =>
  guard(name, (input) => {
    const reason = refuses(input);
    return reason === undefined ? undefined : message(409, reason);
  });

/** The usual parts of such a request. */
export const actParts = (
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
