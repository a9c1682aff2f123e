import { isoOrNull, isoUtc } from "../../kernel/clock.ts";
import type { Presenter } from "../common/present.ts";
import type { Facts } from "./facts.ts";

type Data = Presenter<Facts>;

const whose = (): Data => ({
  subscriptionId: ({ subscription }) => subscription.id,
  customerId: ({ subscription }) => subscription.customerId,
});

const status = (): Data => ({ status: ({ subscription }) => subscription.status });

const previousStatus = (): Data => ({ previousStatus: ({ previous }) => previous.status });

const period = (): Data => ({
  currentPeriodStart: ({ subscription }) => isoUtc(subscription.periodStart),
  currentPeriodEnd: ({ subscription }) => isoUtc(subscription.periodEnd),
});

const trial = (): Data => ({
  trialStart: ({ subscription }) => isoOrNull(subscription.trialStart),
  trialEnd: ({ subscription }) => isoOrNull(subscription.trialEnd),
});

const billingContext = (field: string): Data => ({ [field]: ({ at }) => isoUtc(at) });

const aboutSubscriptions = (): Record<string, Data> => ({
  "subscription.created": {
    ...whose(),
    customerEmail: ({ customer }) => customer?.email ?? null,
    ...status(),
    ...period(),
    ...trial(),
    items: ({ subscription }) => subscription.items.map(({ priceId, quantity }) => ({ priceId, quantity })),
    createdAt: ({ subscription }) => isoUtc(subscription.createdAt),
    checkoutSessionId: ({ subscription }) => subscription.checkoutSessionId ?? undefined,
  },
  "subscription.activated": { ...whose(), ...status(), ...period(), ...billingContext("activatedAt") },
  "subscription.updated": {
    ...whose(),
    ...status(),
    ...period(),
    nextBillingDate: ({ subscription }) =>
      subscription.cancelAt === null ? isoUtc(subscription.periodEnd) : null,
    ...billingContext("updatedAt"),
  },
  "subscription.past_due": {
    ...whose(),
    ...status(),
    ...previousStatus(),
    reason: ({ payment }) => payment?.error ?? null,
    ...billingContext("updatedAt"),
  },
  "subscription.paused": { ...whose(), ...status(), ...previousStatus(), ...billingContext("pausedAt") },
  "subscription.resumed": { ...whose(), ...status(), ...previousStatus(), ...billingContext("resumedAt") },
  "subscription.canceled": {
    ...whose(),
    ...status(),
    reason: ({ subscription }) => subscription.cancelReason,
    canceledAt: ({ subscription, at }) => isoUtc(subscription.canceledAt ?? at),
    effectiveDate: ({ subscription, cancellation }) =>
      cancellation === "scheduled" ? isoOrNull(subscription.cancelAt) : undefined,
    previousStatus: ({ previous, cancellation }) =>
      cancellation === "scheduled" ? undefined : previous.status,
    completedAt: ({ cancellation, at }) => (cancellation === "scheduled" ? undefined : isoUtc(at)),
  },
  "subscription.trial_ending": {
    ...whose(),
    ...status(),
    ...trial(),
    trialEndDate: ({ subscription }) => isoOrNull(subscription.trialEnd)?.slice(0, 10) ?? null,
  },
});

const aboutInvoices = (): Record<string, Data> => ({
  "invoice.finalized": {
    invoiceId: ({ invoice }) => invoice?.id,
    invoiceNumber: ({ invoice }) => invoice?.number,
    customerId: ({ invoice }) => invoice?.customerId,
    total: ({ invoice }) => invoice?.total,
    appliedBalance: ({ invoice }) => invoice?.appliedBalance,
    amountDue: ({ invoice }) => invoice?.amountDue,
    currency: ({ invoice }) => invoice?.currency,
    ...billingContext("finalizedAt"),
  },
  "invoice.paid": {
    invoiceId: ({ invoice }) => invoice?.id,
    subscriptionId: ({ invoice }) => invoice?.subscriptionId,
    orderId: ({ invoice }) => invoice?.orderId,
    amount: ({ invoice }) => invoice?.amountDue,
    currency: ({ invoice }) => invoice?.currency,
    ...billingContext("paidAt"),
  },
  "invoice.voided": {
    invoiceId: ({ invoice }) => invoice?.id,
    subscriptionId: ({ invoice }) => invoice?.subscriptionId,
    customerId: ({ invoice }) => invoice?.customerId,
    ...billingContext("voidedAt"),
  },
});

const aboutPayments = (): Record<string, Data> => ({
  "payment.completed": {
    orderId: ({ invoice }) => invoice?.orderId,
    paymentIntentId: ({ payment }) => payment?.id,
    ...whose(),
    amount: ({ invoice }) => invoice?.amountDue,
    currency: ({ invoice }) => invoice?.currency,
    ...billingContext("completedAt"),
  },
  "payment.failed": {
    orderId: ({ invoice }) => invoice?.orderId,
    paymentIntentId: ({ payment }) => payment?.id,
    ...whose(),
    error: ({ payment }) => payment?.error ?? null,
    ...billingContext("failedAt"),
  },
});

/** The data of every event of §6.1, field by field. */
export const createEventData = (): Record<string, Data> => ({
  ...aboutSubscriptions(),
  ...aboutInvoices(),
  ...aboutPayments(),
});
