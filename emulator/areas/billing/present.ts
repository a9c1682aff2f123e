import { isoUtc } from "../../kernel/clock.ts";
import type { Payment } from "./events.ts";
import { type Presenter, stored, times } from "../common/deciders.ts";
import type { Subscription } from "./records.ts";

const renews: readonly string[] = ["active", "trialing"];

/** How a subscription is shown. The document names few of its fields (§2.12). */
export const subscriptionPresenter = (): Presenter<Subscription> => ({
  id: (subscription) => subscription.id,
  object: () => "subscription",
  accountId: (subscription) => subscription.accountId,
  liveMode: (subscription) => subscription.mode === "live",
  ...stored<Subscription>("customerId", "status"),
  items: (subscription) => subscription.items.map(({ priceId, quantity }) => ({ priceId, quantity })),
  currency: (subscription) => subscription.currency,
  currentPeriodStart: (subscription) => isoUtc(subscription.periodStart),
  currentPeriodEnd: (subscription) => isoUtc(subscription.periodEnd),
  nextBillingDate: ({ status, cancelAt, periodEnd }) =>
    renews.includes(status) && cancelAt === null ? isoUtc(periodEnd) : null,
  ...times<Subscription>("trialStart", "trialEnd", "cancelAt", "canceledAt", "pausedAt"),
  subscriptionActivationPending: (subscription) => subscription.activationPending,
  checkoutSessionId: (subscription) => subscription.checkoutSessionId,
  testClockId: (subscription) => subscription.clockId,
  ...times<Subscription>("createdAt", "updatedAt"),
});

/** How a payment is shown (§4.9). */
export const paymentPresenter = (): Presenter<Payment> => ({
  success: (payment) => payment.approved,
  paymentIntentId: (payment) => payment.id,
  error: (payment) => payment.error,
});
