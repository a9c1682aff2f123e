import { isoOrNull, isoUtc } from "../../kernel/clock.ts";
import type { Payment } from "./events.ts";
import type { Presenter } from "../common/deciders.ts";
import type { Subscription } from "./records.ts";

const renews: readonly string[] = ["active", "trialing"];

/** How a subscription is shown. The document names few of its fields (§2.12). */
export const subscriptionPresenter = (): Presenter<Subscription> => ({
  id: (subscription) => subscription.id,
  object: () => "subscription",
  accountId: (subscription) => subscription.accountId,
  liveMode: (subscription) => subscription.mode === "live",
  customerId: (subscription) => subscription.customerId,
  status: (subscription) => subscription.status,
  items: (subscription) => subscription.items.map(({ priceId, quantity }) => ({ priceId, quantity })),
  currency: (subscription) => subscription.currency,
  currentPeriodStart: (subscription) => isoUtc(subscription.periodStart),
  currentPeriodEnd: (subscription) => isoUtc(subscription.periodEnd),
  nextBillingDate: ({ status, cancelAt, periodEnd }) =>
    renews.includes(status) && cancelAt === null ? isoUtc(periodEnd) : null,
  trialStart: (subscription) => isoOrNull(subscription.trialStart),
  trialEnd: (subscription) => isoOrNull(subscription.trialEnd),
  cancelAt: (subscription) => isoOrNull(subscription.cancelAt),
  canceledAt: (subscription) => isoOrNull(subscription.canceledAt),
  pausedAt: (subscription) => isoOrNull(subscription.pausedAt),
  subscriptionActivationPending: (subscription) => subscription.activationPending,
  checkoutSessionId: (subscription) => subscription.checkoutSessionId,
  testClockId: (subscription) => subscription.clockId,
  createdAt: (subscription) => isoUtc(subscription.createdAt),
  updatedAt: (subscription) => isoUtc(subscription.updatedAt),
});

/** How a payment is shown (§4.9). */
export const paymentPresenter = (): Presenter<Payment> => ({
  success: (payment) => payment.approved,
  paymentIntentId: (payment) => payment.id,
  error: (payment) => payment.error,
});
