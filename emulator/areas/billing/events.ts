import type { State } from "../../kernel/state.ts";
import { wallClock } from "../../kernel/timeline.ts";
import type { Customer } from "../customers/record.ts";
import type { Invoice, Subscription } from "./records.ts";
import { testClocks } from "../test-clocks/record.ts";
import { isoOrNull, isoUtc } from "../../kernel/clock.ts";
import type { Presenter } from "../common/deciders.ts";

/** A request for the payment of an invoice, and its outcome. */
export interface Payment {
  /** `pi_…` */
  readonly id: string;
  readonly approved: boolean;
  /** Why it was declined. */
  readonly error: string | null;
}

/** The facts that an event about a subscription reports. */
export interface Facts {
  readonly state: State;
  /** The subscription afterwards. */
  readonly subscription: Subscription;
  /** The subscription before. */
  readonly previous: Subscription;
  readonly customer: Customer | undefined;
  readonly invoice?: Invoice;
  readonly payment?: Payment;
  /** The kind of cancellation that is reported. */
  readonly cancellation?: "scheduled" | "due" | "immediate";
  /** The time on the subscription's clock, epoch milliseconds. */
  readonly at: number;
}

/** The clock on which a subscription's timers run. */
export const clockOf = (subscription: Subscription): string =>
  subscription.clockId ?? wallClock(subscription.accountId);

/** The time for a customer or subscription: that of its test clock, or `wall` without one. */
export const timeOf = (state: State, follower: { clockId: string | null }, wall: number): number =>
  follower.clockId === null ? wall : (state.get(testClocks, follower.clockId)?.frozenTime ?? wall);

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

const ofInvoice = (...fields: readonly (keyof Invoice)[]): Data =>
  Object.fromEntries(fields.map((field) => [field, ({ invoice }: Facts) => invoice?.[field]]));

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
    ...ofInvoice("customerId", "total", "appliedBalance", "amountDue", "currency"),
    ...billingContext("finalizedAt"),
  },
  "invoice.paid": {
    invoiceId: ({ invoice }) => invoice?.id,
    ...ofInvoice("subscriptionId", "orderId"),
    amount: ({ invoice }) => invoice?.amountDue,
    currency: ({ invoice }) => invoice?.currency,
    ...billingContext("paidAt"),
  },
  "invoice.voided": {
    invoiceId: ({ invoice }) => invoice?.id,
    ...ofInvoice("subscriptionId", "customerId"),
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

/** Everything that can happen to a subscription, with the events that report it (§6.1). */
export const createSteps = () => ({
  createdPaid: ["subscription.created", "invoice.paid", "payment.completed"],
  createdDeclined: ["subscription.created", "payment.failed"],
  createdTrialing: ["subscription.created", "subscription.trial_ending"],
  /** On the hosted page. */
  createdTrialingHosted: ["subscription.created"],
  /** Three days before the due date. */
  reminder: ["invoice.finalized"],
  /** On the due date, if no reminder has issued the invoice. */
  dueWithoutInvoice: ["invoice.finalized"],
  renewalPaid: ["invoice.paid", "payment.completed", "subscription.updated"],
  /** On the due date of an invoice that was settled through its link. */
  renewalPaidAhead: ["subscription.updated"],
  /** On the due date of an invoice that was voided. */
  renewalVoided: [],
  renewalDeclined: ["payment.failed", "subscription.past_due"],
  trialEndPaid: ["invoice.finalized", "invoice.paid", "payment.completed"],
  trialEndDeclined: ["invoice.finalized", "payment.failed"],
  retryPaid: ["invoice.paid", "payment.completed", "subscription.activated"],
  retryDeclined: ["payment.failed"],
  /** Retry-payment succeeded. The activation is a separate step. */
  retryCallPaid: ["invoice.paid", "payment.completed"],
  retryCallDeclined: ["payment.failed"],
  /** Through the invoice's link. */
  linkPaid: ["invoice.paid", "payment.completed"],
  activated: ["subscription.activated"],
  paused: ["subscription.paused"],
  resumed: ["subscription.resumed"],
  cancellationScheduled: ["subscription.canceled"],
  cancellationDue: ["subscription.canceled"],
  canceledImmediately: ["subscription.canceled"],
  invoiceVoided: ["invoice.voided"],
  quantityChanged: [],
});

export type Step = keyof ReturnType<typeof createSteps>;
