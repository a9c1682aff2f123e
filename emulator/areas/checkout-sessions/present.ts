import { isoUtc } from "../../kernel/clock.ts";
import type { Presenter } from "../common/present.ts";
import type { CheckoutSession } from "./record.ts";

/** The session as the creation shows it (§2.2), with the path of its page. */
export const createdSession = (): Presenter<CheckoutSession> => ({
  id: (session) => session.id,
  accountId: (session) => session.accountId,
  successUrl: (session) => session.successUrl,
  cancelUrl: (session) => session.cancelUrl,
  orderId: (session) => session.orderId,
  expiresAt: (session) => isoUtc(session.expiresAt),
  createdAt: (session) => isoUtc(session.createdAt),
  updatedAt: (session) => isoUtc(session.updatedAt),
  url: (session) => `/pay/${session.id}`,
});

/** The session as the retrieval shows it. The document leaves the fields open (§2.2). */
export const retrievedSession = (): Presenter<CheckoutSession> => ({
  ...createdSession(),
  status: (session) => session.status,
  paymentIntentId: (session) => session.intentId ?? undefined,
  total: (session) => session.total,
  currency: (session) => session.currency,
  items: (session) => session.items,
  metadata: (session) => session.metadata,
});
