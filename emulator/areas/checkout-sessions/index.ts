import type { TimerHandler } from "../../kernel/parts.ts";
import type { Operation } from "../../kernel/types.ts";
import { connectInForce } from "../connect/parts.ts";
import { type CreateParts, deciderOfCreation } from "../common/create.ts";
import { type RetrieveParts, deciderOfRetrieval, retrieveParts } from "../common/retrieve.ts";
import { operationsOn } from "../common/routes.ts";
import { createSessionParts, expiryKind } from "./create.ts";
import { endSession } from "./ending.ts";
import { retrievedSession } from "./present.ts";
import { type CheckoutSession, checkoutSessions } from "./record.ts";

/** The replaceable parts of checkout sessions. */
export interface CheckoutSessionParts {
  create: CreateParts<CheckoutSession>;
  retrieve: RetrieveParts<CheckoutSession>;
}

/** Checkout sessions as documented (§2.2, §4.2). */
export const createCheckoutSessionParts = (): CheckoutSessionParts => ({
  create: createSessionParts(),
  retrieve: retrieveParts(checkoutSessions, "Checkout session", retrievedSession()),
});

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
