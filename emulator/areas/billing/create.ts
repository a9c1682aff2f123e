import type { Effects, Context, Decide } from "../../kernel/types.ts";
import { type Customer, customers } from "../customers/record.ts";
import type { Subscription, SubscriptionItem } from "./records.ts";
import { day, type Interval } from "../common/calendar.ts";
import { type BillingContext, issue, request } from "./charge.ts";
import { type Payment, timeOf } from "./events.ts";
import { upcoming } from "./schedule.ts";
import { applyTransition, fallBehind } from "./transitions.ts";
import { together, present, ownRecord, refuseBody } from "../common/deciders.ts";
import { fieldError, json, message, validationFailed } from "../../kernel/answers.ts";
import { firstRefusal, type Guard, guard } from "../../kernel/guards.ts";
import { array, atMost, number, object, positive, required, text, whole } from "../../kernel/rules.ts";
import type { FieldSpec } from "../../kernel/validate.ts";
import type { BillingParts } from "./parts.ts";
import { largestAmount, textField } from "../common/fields.ts";
import { trialField } from "../prices/index.ts";
import { prices } from "../prices/record.ts";
import { paymentPresenter, subscriptionPresenter } from "./present.ts";

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

/** The input of the guards of an order, which the hosted page uses as well. */
export interface OrderInput extends Context {
  parts: { fields: readonly FieldSpec[]; invalidStatus: number };
}

interface Body {
  customerId: string;
  items: { priceId: string; quantity?: number }[];
  trialDays?: number;
}

/** The fields of an order. */
export const orderFields: readonly FieldSpec[] = [
  textField("customerId"),
  {
    field: "items",
    rules: [
      required,
      array,
      { name: "minLength", accepts: (value) => (value as unknown[]).length > 0 },
      { name: "maxLength", accepts: (value) => (value as unknown[]).length <= 20 },
    ],
  },
  { field: "items.*", rules: [required, object] },
  { field: "items.*.priceId", rules: [required, text] },
  { field: "items.*.quantity", rules: [number, whole, positive, atMost(1_000_000)] },
  trialField,
];

const ownPrice = (context: Context, id: string) => ownRecord(context, prices, id);

/** The reasons to refuse an order, in order of precedence. */
export const orderGuards: readonly Guard<OrderInput>[] = [
  guard("validation", ({ command, parts }) => refuseBody(command.body, parts)),
  guard("customer", (context) =>
    ownRecord(context, customers, (context.command.body as Body).customerId) === undefined
      ? message(404, "Customer not found")
      : undefined,
  ),
  guard("prices", (context) => {
    const { items } = context.command.body as Body;
    const currencies = new Set(items.map(({ priceId }) => ownPrice(context, priceId)?.currency));
    const errors = items.flatMap(({ priceId }, at) =>
      ownPrice(context, priceId) === undefined ? [fieldError("exists", `items.${at}.priceId`)] : [],
    );
    if (errors.length > 0) return validationFailed(context.parts.invalidStatus, errors);
    const intervals = new Set(items.map(({ priceId }) => ownPrice(context, priceId)?.interval));
    if (currencies.size === 1 && intervals.size === 1) return undefined;
    const error =
      currencies.size === 1
        ? fieldError("sameInterval", "items", "The prices have different intervals")
        : fieldError("sameCurrency", "items", "The prices have different currencies");
    return validationFailed(context.parts.invalidStatus, [error]);
  }),
  guard("total", (context) => {
    const { items } = context.command.body as Body;
    const total = items.reduce(
      (sum, { priceId, quantity = 1 }) => sum + (ownPrice(context, priceId)?.amount ?? 0) * quantity,
      0,
    );
    if (total <= largestAmount) return undefined;
    return validationFailed(context.parts.invalidStatus, [fieldError("max", "items")]);
  }),
];

/** The order in a request. The length of the trial is that of the request, or the longest of the prices. */
export function orderOf(context: Context, checkoutSessionId: string | null = null): Order {
  const { state, command } = context;
  const body = command.body as Body;
  const customer = state.get(customers, body.customerId);
  if (customer === undefined) throw new Error("An order without a customer was not refused");
  const items: SubscriptionItem[] = body.items.map(({ priceId, quantity = 1 }) => ({ priceId, quantity }));
  const chosen = items.map(({ priceId }) => state.get(prices, priceId));
  return {
    customer,
    items,
    currency: chosen[0]?.currency ?? "xaf",
    interval: chosen[0]?.interval ?? "month",
    trialDays: body.trialDays ?? Math.max(0, ...chosen.map((price) => price?.trialDays ?? 0)),
    checkoutSessionId,
  };
}

/** `POST /v1/subscriptions` as documented (§4.9): unknown fields are ignored, and a declined payment is no error. */
export const createCreateSubscriptionParts = () => ({
  fields: orderFields,
  invalidStatus: 422,
  guards: orderGuards,
  /** The order in a valid request. */
  order: (context: Context): Order => orderOf(context),
  /** The status of success, even if the first payment is declined (§7.1). */
  status: 201,
  presenter: subscriptionPresenter(),
  paymentStatus: paymentPresenter(),
});

/** Decides `POST /v1/subscriptions`. */
export const decideCreation =
  (parts: ReturnType<typeof createCreateSubscriptionParts>, billing: BillingParts): Decide =>
  (context) => {
    const refusal = firstRefusal(parts.guards, { ...context, parts });
    if (refusal !== undefined) return refusal;
    const { state, ids } = context;
    const order = parts.order(context);
    const now = timeOf(state, order.customer, context.now);
    const { subscription, payment, effects } = open({ billing, state, now, ids }, order);
    return {
      ...effects,
      answer: json(parts.status, {
        ...present(parts.presenter, subscription),
        ...(payment === null ? {} : { paymentStatus: present(parts.paymentStatus, payment) }),
      }),
    };
  };
