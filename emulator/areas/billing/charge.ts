import { creditPayment } from "../account/payments.ts";
import { together } from "../common/deciders.ts";
import { movedTo, newIntent, type PaymentIntent, paymentIntents } from "../payment-intents/record.ts";
import type { Ids } from "../../kernel/ids.ts";
import { ownerOf } from "../../kernel/merchants.ts";
import type { State } from "../../kernel/state.ts";
import { put } from "../../kernel/table.ts";
import type { Effects } from "../../kernel/types.ts";
import { type Invoice, invoiceCounters, invoices, type Period, type Subscription } from "./records.ts";
import type { Payment } from "./events.ts";
import type { BillingParts } from "./parts.ts";

/** What a decision about a subscription is based on. `now` is the time on the subscription's clock. */
export interface BillingContext {
  billing: BillingParts;
  state: State;
  now: number;
  ids: Ids;
}

/** The invoices of a subscription, oldest first. */
export const invoicesOf = (state: State, subscription: Subscription): readonly Invoice[] =>
  state.find(invoices, "subscription", subscription.id);

/** The invoice for the next period, if it was issued. */
export const nextInvoice = (state: State, subscription: Subscription): Invoice | undefined =>
  invoicesOf(state, subscription).find((invoice) => invoice.dueAt === subscription.periodEnd);

/** The invoice whose payment request was declined. */
export const owedInvoice = (state: State, subscription: Subscription): Invoice | undefined =>
  invoicesOf(state, subscription).findLast((invoice) => invoice.status === "open" && invoice.attempts > 0);

/** Issues the invoice for a period. */
export function issue(
  { billing, state, now, ids }: BillingContext,
  subscription: Subscription,
  period: Period,
  dueAt: number,
): { invoice: Invoice; effects: Effects } {
  const owner = ownerOf(subscription);
  const last = (state.get(invoiceCounters, owner)?.last ?? 0) + 1;
  const total = billing.amount(state, subscription.items);
  const { anchor, cycle, periodStart, periodEnd } = period;
  const invoice: Invoice = {
    id: ids.id("in_"),
    number: billing.invoiceNumber(last, now),
    accountId: subscription.accountId,
    mode: subscription.mode,
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    orderId: ids.id("ord_"),
    anchor,
    cycle,
    periodStart,
    periodEnd,
    total,
    appliedBalance: 0,
    amountDue: total,
    currency: subscription.currency,
    status: "open",
    dueAt,
    attempts: 0,
    finalizedAt: now,
    paidAt: null,
    voidedAt: null,
  };
  return {
    invoice,
    effects: { writes: [put(invoices, invoice), put(invoiceCounters, { id: owner, last })] },
  };
}

/** The payment intent of a payment request, after its payer approved or declined. */
export const invoiceIntent = (
  context: BillingContext,
  id: string,
  invoice: Invoice,
  status: "succeeded" | "failed",
): PaymentIntent => {
  const { accountId, mode, amountDue: amount, currency } = invoice;
  const requested = newIntent(
    context,
    {
      accountId,
      mode,
      amount,
      currency,
      description: `Invoice ${invoice.number}`,
      metadata: { invoiceId: invoice.id, subscriptionId: invoice.subscriptionId },
    },
    id,
  );
  return movedTo(requested, status, context.now) ?? requested;
};

/** Settles an invoice with a successful payment. */
export function collect(
  billingContext: BillingContext,
  open: Invoice,
): { invoice: Invoice; payment: Payment; effects: Effects } {
  const { now, ids } = billingContext;
  const invoice: Invoice = { ...open, status: "paid", paidAt: now, attempts: open.attempts + 1 };
  const payment: Payment = { id: ids.id("pi_"), approved: true, error: null };
  return {
    invoice,
    payment,
    effects: together(
      {
        writes: [
          put(invoices, invoice),
          put(paymentIntents, invoiceIntent(billingContext, payment.id, invoice, "succeeded")),
        ],
      },
      creditPayment(billingContext, {
        accountId: invoice.accountId,
        mode: invoice.mode,
        amount: invoice.amountDue,
        currency: invoice.currency,
        details: { intent: payment.id, invoice: invoice.id, subscription: invoice.subscriptionId },
      }),
    ),
  };
}

/** Requests the payment of an invoice. */
export function request(
  billingContext: BillingContext,
  subscription: Subscription,
  open: Invoice,
): { invoice: Invoice; payment: Payment; effects: Effects } {
  const { billing, state, ids } = billingContext;
  const { approved, writes } = billing.outcome(state, subscription);
  if (approved) {
    const collected = collect(billingContext, open);
    return { ...collected, effects: together({ writes }, collected.effects) };
  }
  const invoice: Invoice = { ...open, attempts: open.attempts + 1 };
  const payment: Payment = { id: ids.id("pi_"), approved: false, error: billing.declineReason };
  return {
    invoice,
    payment,
    effects: {
      writes: [
        ...writes,
        put(invoices, invoice),
        put(paymentIntents, invoiceIntent(billingContext, payment.id, invoice, "failed")),
      ],
    },
  };
}
