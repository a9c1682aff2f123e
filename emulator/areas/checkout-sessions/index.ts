import {
  type Presenter,
  type CreateInput,
  type CreateParts,
  validationGuard,
  deciderOfCreation,
  deciderOfRetrieval,
  retrieveParts,
  operationsOn,
  stored,
  times,
} from "../common/deciders.ts";
import { type CheckoutSession, checkoutSessions, type Order, orders } from "./record.ts";
import { fieldError, validationFailed } from "../../kernel/answers.ts";
import { type Guard, guard } from "../../kernel/guards.ts";
import { notNegative, number, object, positive, text, whole } from "../../kernel/rules.ts";
import { put } from "../../kernel/table.ts";
import { newTimer } from "../../kernel/timeline.ts";
import type { Context, Effects, Operation } from "../../kernel/types.ts";
import type { FieldSpec } from "../../kernel/validate.ts";
import {
  amountField,
  currencyField,
  metadataField,
  optionalList,
  textField,
  urlField,
} from "../common/fields.ts";
import type { TimerHandler } from "../../kernel/parts.ts";
import { connectInForce } from "../connect/parts.ts";
import { endSession } from "./ending.ts";

/** The session as the creation shows it (§2.2), with the path of its page. */
const createdSession = (): Presenter<CheckoutSession> => ({
  ...stored<CheckoutSession>("id", "accountId", "successUrl", "cancelUrl", "orderId"),
  ...times<CheckoutSession>("expiresAt", "createdAt", "updatedAt"),
  url: (session) => `/pay/${session.id}`,
});

/** The session as the retrieval shows it. The document leaves the fields open (§2.2). */
const retrievedSession = (): Presenter<CheckoutSession> => ({
  ...createdSession(),
  status: (session) => session.status,
  paymentIntentId: (session) => session.intentId ?? undefined,
  ...stored<CheckoutSession>("total", "currency", "items", "metadata"),
});

/** The time that a session stays open, ms. */
const sessionLifetime = 24 * 3_600_000;

/** The kind of the timer that expires an open session. */
const expiryKind = "checkoutSession.expire";

interface Body {
  total: number;
  currency: string;
  successUrl: string;
  cancelUrl: string;
  items?: unknown[];
  metadata?: Record<string, unknown>;
}

const fields: readonly FieldSpec[] = [
  amountField("total"),
  currencyField(["xaf", "xof"]),
  textField("accountId"),
  urlField("successUrl"),
  urlField("cancelUrl"),
  optionalList("items"),
  { field: "items.*", rules: [object] },
  { field: "items.*.productId", rules: [text] },
  { field: "items.*.productName", rules: [text] },
  { field: "items.*.quantity", rules: [number, whole, positive] },
  { field: "items.*.price", rules: [number, whole, notNegative] },
  metadataField,
];

/** Refuses an account other than the caller's own. */
const accountGuard: Guard<CreateInput<CheckoutSession>> = guard("account", ({ command, parts }) => {
  const { accountId } = command.body as { accountId: string };
  return accountId === command.caller.accountId
    ? undefined
    : validationFailed(parts.invalidStatus, [fieldError("exists", "accountId")]);
});

const record = ({ command, now, ids }: Context): CheckoutSession => {
  const body = command.body as Body;
  return {
    id: ids.id("session_"),
    ...command.caller,
    total: body.total,
    currency: body.currency.toLowerCase(),
    successUrl: body.successUrl,
    cancelUrl: body.cancelUrl,
    orderId: ids.id("ord_"),
    items: body.items ?? [],
    metadata: body.metadata ?? {},
    status: "open",
    intentId: null,
    expiresAt: now + sessionLifetime,
    createdAt: now,
    updatedAt: now,
  };
};

const orderOf = ({ orderId, accountId, mode, id, createdAt, updatedAt }: CheckoutSession): Order => ({
  id: orderId,
  accountId,
  mode,
  sessionId: id,
  status: "open",
  createdAt,
  updatedAt,
});

const effects = (session: CheckoutSession, { ids }: Context): Effects => ({
  writes: [put(checkoutSessions, session), put(orders, orderOf(session))],
  timers: [
    newTimer(ids, {
      at: session.expiresAt,
      kind: expiryKind,
      accountId: session.accountId,
      subject: session.id,
    }),
  ],
});

/** The parts of `POST /v1/sessions` (§4.2). */
const createSessionParts = (): CreateParts<CheckoutSession> => ({
  fields,
  invalidStatus: 400,
  guards: [validationGuard(), accountGuard],
  record,
  effects,
  status: 200,
  presenter: createdSession(),
});

/** Checkout sessions as documented (§2.2, §4.2). */
export const createCheckoutSessionParts = () => ({
  create: createSessionParts(),
  retrieve: retrieveParts(checkoutSessions, "Checkout session", retrievedSession()),
});

/** The replaceable parts of checkout sessions. */
export type CheckoutSessionParts = ReturnType<typeof createCheckoutSessionParts>;

/** The timer handlers of sessions. */
export const checkoutSessionTimers = (): Record<string, TimerHandler> => ({
  [expiryKind]: ({ state, timer, now, ids, parts }) => {
    const session = state.get(checkoutSessions, timer.subject);
    if (session === undefined) return {};
    const ended = endSession({ state, now, ids, connect: connectInForce({ parts }) }, session, "expired");
    return "reason" in ended ? {} : ended.effects;
  },
});

const onCheckout = operationsOn("checkout", "checkoutSessions");
const onPayment = operationsOn("payment", "checkoutSessions");

/** The routes of checkout sessions: creation on the checkout host, retrieval on the payment host. */
export const checkoutSessionOperations = (parts: CheckoutSessionParts): Operation[] => [
  onCheckout("createSession", "POST /v1/sessions", deciderOfCreation(parts.create)),
  onPayment("retrieveSession", "GET /v1/sessions/:id", deciderOfRetrieval(parts.retrieve)),
];
