import { json, message, only } from "../../kernel/answers.ts";
import { isoUtc } from "../../kernel/clock.ts";
import { type Guard, firstRefusal } from "../../kernel/guards.ts";
import { ownerOf } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import { boolean, url } from "../../kernel/rules.ts";
import { put, table } from "../../kernel/table.ts";
import type { Context, Decide, Effects, Operation } from "../../kernel/types.ts";
import { type FieldSpec, valueAt } from "../../kernel/validate.ts";
import { timeOf } from "./events.ts";
import { type Order, open, type OrderInput, orderFields, orderGuards, orderOf } from "./create.ts";
import type { BillingParts } from "./parts.ts";
import { together, type Presenter, present, findOwn, operationsOn } from "../common/deciders.ts";
import { customers } from "../customers/record.ts";

/** A session of the hosted page, on which a customer subscribes. */
export interface HostedSession {
  /** `session_…` */
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly order: Order;
  /** The subscription; null until the session is completed. */
  readonly subscriptionId: string | null;
  /** Whether the customer cancelled it. */
  readonly isCanceled: boolean;
  /** Where the customer is redirected afterwards; null for no redirect. */
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** The sessions of the hosted page on which customers subscribe. */
export const hostedSessions = table<HostedSession>("hostedSessions", { owner: ownerOf });

const presenter: Presenter<HostedSession> = {
  id: ({ id }) => id,
  object: () => "subscription_session",
  accountId: ({ accountId }) => accountId,
  customerId: ({ order }) => order.customer.id,
  status: ({ subscriptionId, isCanceled }) => {
    if (isCanceled) return "canceled";
    return subscriptionId === null ? "open" : "completed";
  },
  subscriptionId: ({ subscriptionId }) => subscriptionId,
  createdAt: ({ createdAt }) => isoUtc(createdAt),
  url: ({ id }) => `/pay/${id}`,
};
const guards: readonly Guard<OrderInput>[] = orderGuards;
const fields: readonly FieldSpec[] = [...orderFields, { field: "complete", rules: [boolean] }];

/** The default parts of the hosted page: a session is opened, then completed by its customer. Its routes are our choice. */
export const createHostedParts = () => ({
  fields,
  invalidStatus: 422,
  guards,
  order: orderOf,
  presenter,
});

/** The replaceable parts of the hosted page (§6.1). */
type HostedParts = ReturnType<typeof createHostedParts>;

const complete = (
  billing: BillingParts,
  { state, now, ids }: Context,
  session: HostedSession,
): { session: HostedSession; effects: Effects } => {
  const customer = state.get(customers, session.order.customer.id) ?? session.order.customer;
  const billingContext = { billing, state, now: timeOf(state, customer, now), ids };
  const { subscription, effects } = open(billingContext, { ...session.order, customer });
  const completed = { ...session, subscriptionId: subscription.id };
  return {
    session: completed,
    effects: together(effects, { writes: [put(hostedSessions, completed)] }),
  };
};

/** A redirect URL in the body. An invalid one is ignored, like unknown fields (§4). */
const redirectIn = (body: unknown, field: string): string | null => {
  const value = valueAt(body, field);
  return url.accepts(value, body) ? String(value) : null;
};

const decideOpening =
  (parts: HostedParts, billing: BillingParts): Decide =>
  (context) => {
    const refusal = firstRefusal(parts.guards, { ...context, parts });
    if (refusal !== undefined) return refusal;
    const { command, now, ids } = context;
    const id = ids.id("session_");
    const opened: HostedSession = {
      id,
      ...command.caller,
      order: parts.order(context, id),
      subscriptionId: null,
      isCanceled: false,
      successUrl: redirectIn(command.body, "successUrl"),
      cancelUrl: redirectIn(command.body, "cancelUrl"),
      createdAt: now,
    };
    const { session, effects } =
      (command.body as { complete?: boolean }).complete === true
        ? complete(billing, context, opened)
        : { session: opened, effects: { writes: [put(hostedSessions, opened)] } };
    return { ...effects, answer: json(201, present(parts.presenter, session)) };
  };

const decideCompletion =
  (parts: HostedParts, billing: BillingParts): Decide =>
  (context) => {
    const opened = findOwn(hostedSessions)(context);
    if (opened === undefined) return only(message(404, "Subscription session not found"));
    if (opened.isCanceled) return only(message(409, "The session is canceled"));
    if (opened.subscriptionId !== null) return only(message(409, "The session is completed"));
    const { session, effects } = complete(billing, context, opened);
    return { ...effects, answer: json(200, present(parts.presenter, session)) };
  };

const operation = operationsOn("checkout", "subscriptions");

/** The routes of the hosted page. */
export const hostedOperations = (parts: HostedParts, billing: BillingParts): Operation[] => [
  operation("createSubscriptionSession", "POST /v1/subscription-sessions", decideOpening(parts, billing)),
  operation(
    "completeSubscriptionSession",
    "POST /v1/subscription-sessions/:id/complete",
    decideCompletion(parts, billing),
  ),
];
