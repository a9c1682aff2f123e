import { isoUtc } from "../../kernel/clock.ts";
import type { EventDraft } from "../../kernel/events.ts";
import { put } from "../../kernel/table.ts";
import type { Effects } from "../../kernel/types.ts";
import type { Booking } from "../account/payments.ts";
import { together } from "../common/deciders.ts";
import type { ConnectParts } from "../connect/parts.ts";
import { type IntentStatus, newIntent, type PaymentIntent } from "../payment-intents/record.ts";
import { movePayment } from "../payments/pay.ts";
import { type CheckoutSession, checkoutSessions, orders, type SessionEnd } from "./record.ts";

/** The status of the payment after each end of a session; undefined if the customer never tried to pay. */
const payments: Record<SessionEnd, IntentStatus | undefined> = {
  paid: "succeeded",
  declined: "failed",
  canceled: undefined,
  expired: undefined,
};

/** The payment intent of a session, when the customer has entered a phone number. */
const intentOf = (context: Booking, session: CheckoutSession): PaymentIntent => {
  const { accountId, mode, total, currency, orderId, metadata } = session;
  const description = `Order ${orderId}`;
  return newIntent(context, { accountId, mode, amount: total, currency, description, metadata });
};

/** The type of the event of a paid one-off session. */
export const completedType = "checkout.session.completed";

/** The operator and the number of the mobile-money account that paid, as far as they are known. */
export type Payer = { readonly operator?: string; readonly phone?: string };

/** The event of a paid one-off session (§6.1). The document names it and leaves its data open. */
const completed = (session: CheckoutSession, at: number): EventDraft => ({
  type: completedType,
  accountId: session.accountId,
  mode: session.mode,
  envelope: "subscription",
  data: {
    sessionId: session.id,
    orderId: session.orderId,
    paymentIntentId: session.intentId,
    total: session.total,
    currency: session.currency,
    metadata: session.metadata,
    completedAt: isoUtc(at),
  },
  to: [session.accountId],
});

/** Ends an open session and its payment, or says why that is impossible. */
export function endSession(
  context: Booking & { connect: ConnectParts },
  session: CheckoutSession,
  status: SessionEnd,
  payer: Payer = {},
): { session: CheckoutSession; effects: Effects } | { reason: string } {
  const { state, now } = context;
  if (session.status !== "open") return { reason: `The session has ended: ${session.status}` };
  const to = payments[status];
  const intent = to === undefined ? undefined : intentOf(context, session);
  const moved =
    intent === undefined || to === undefined
      ? undefined
      : movePayment(context, intent, to, { session: session.id, order: session.orderId, ...payer });
  if (moved !== undefined && "reason" in moved) return moved;
  const ended: CheckoutSession = { ...session, status, intentId: intent?.id ?? null, updatedAt: now };
  const order = state.get(orders, session.orderId);
  return {
    session: ended,
    effects: together(moved?.effects ?? {}, {
      writes: [
        put(checkoutSessions, ended),
        ...(order === undefined ? [] : [put(orders, { ...order, status, updatedAt: now })]),
      ],
      timers: [{ do: "cancel", subject: session.id }],
      events: status === "paid" ? [completed(ended, now)] : [],
    }),
  };
}

/** Records a declined payment of an open session. The customer may try again. */
export function declinePayment(
  context: Booking & { connect: ConnectParts },
  session: CheckoutSession,
): { session: CheckoutSession; effects: Effects } | { reason: string } {
  if (session.status !== "open") return { reason: `The session has ended: ${session.status}` };
  const moved = movePayment(context, intentOf(context, session), "failed");
  if ("reason" in moved) return moved;
  const tried = { ...session, updatedAt: context.now };
  return { session: tried, effects: together(moved.effects, { writes: [put(checkoutSessions, tried)] }) };
}
