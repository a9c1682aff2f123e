import { json, message, only } from "../../kernel/answers.ts";
import { type Guard, firstRefusal, guard } from "../../kernel/guards.ts";
import { put } from "../../kernel/table.ts";
import type { Context, Decide, Effects, Operation } from "../../kernel/types.ts";
import { type BillingContext, collect } from "./charge.ts";
import { timeOf } from "./events.ts";
import type { BillingParts } from "./parts.ts";
import { activateLater, kinds, upcoming, without } from "./schedule.ts";
import { applyTransition, inPeriodOf, owes, voided } from "./transitions.ts";
import {
  together,
  type ListingParts,
  newestFirst,
  deciderOfListing,
  type Presenter,
  present,
  type RetrieveParts,
  deciderOfRetrieval,
  retrieveParts,
  operationsOn,
  stored,
  times,
} from "../common/deciders.ts";
import { type Subscription, subscriptions, type Invoice, invoices } from "./records.ts";

interface InvoiceInput {
  context: Context;
  billingContext: BillingContext;
  invoice: Invoice;
  subscription: Subscription;
}

interface InvoiceActParts extends RetrieveParts<Invoice> {
  guards: readonly Guard<InvoiceInput>[];
  act: (input: InvoiceInput) => { invoice: Invoice; effects: Effects };
}

const presenter = (): Presenter<Invoice> => ({
  id: (invoice) => invoice.id,
  object: () => "invoice",
  ...stored<Invoice>("number", "accountId"),
  liveMode: (invoice) => invoice.mode === "live",
  ...stored<Invoice>("customerId", "subscriptionId", "orderId", "status"),
  ...stored<Invoice>("total", "appliedBalance", "amountDue", "currency"),
  ...times<Invoice>("periodStart", "periodEnd", "dueAt"),
  attempts: (invoice) => invoice.attempts,
  ...times<Invoice>("finalizedAt", "paidAt", "voidedAt"),
  url: (invoice) => `/invoice/${invoice.id}`,
});

const stillOpen: Guard<InvoiceInput> = guard("open", ({ invoice }) =>
  invoice.status === "open" ? undefined : message(409, `The invoice is ${invoice.status}`),
);

const found = () => retrieveParts(invoices, "Invoice", presenter());

/** The customer pays through the link. A subscription that owed this payment is activated, as after a retry. */
const pay: InvoiceActParts["act"] = ({ context, billingContext, invoice: open, subscription: previous }) => {
  const { invoice, payment, effects } = collect(billingContext, open);
  const wasOwed = open.attempts > 0 && owes(previous);
  const onResumption = open.attempts > 0 && previous.pausedFrom !== null;
  const subscription: Subscription = onResumption
    ? {
        ...inPeriodOf(billingContext, previous, invoice),
        pausedFrom: billingContext.billing.statuses.settled,
      }
    : { ...previous, activationPending: previous.activationPending || wasOwed };
  return {
    invoice,
    effects: together(
      effects,
      applyTransition(billingContext, { step: "linkPaid", previous, subscription, invoice, payment }),
      wasOwed
        ? {
            timers: [
              ...without(previous, kinds.retry),
              activateLater(billingContext, subscription, context.now),
            ],
          }
        : {},
    ),
  };
};

/** Voids an invoice. Its payment is no longer requested, and the subscription continues with the next period. */
const voidIt: InvoiceActParts["act"] = ({ billingContext, invoice: open, subscription: previous }) => {
  const { invoice, effects } = voided(billingContext, previous, open);
  if (open.attempts === 0 || !owes(previous)) return { invoice, effects };
  const subscription = inPeriodOf(billingContext, previous, invoice);
  return {
    invoice,
    effects: together(effects, {
      writes: [put(subscriptions, subscription)],
      timers: [...without(previous, kinds.retry), ...upcoming(billingContext, subscription)],
    }),
  };
};

const createListParts = (): ListingParts<Invoice> => ({
  select: (context) => {
    const { subscriptionId: [subscriptionId] = [], customerId: [customerId] = [] } = context.command.query;
    return newestFirst(invoices)(context)
      .filter((one) => subscriptionId === undefined || one.subscriptionId === subscriptionId)
      .filter((one) => customerId === undefined || one.customerId === customerId);
  },
  presenter: presenter(),
});

const actParts = (act: InvoiceActParts["act"]): InvoiceActParts => ({ ...found(), guards: [stillOpen], act });

/** The default parts of invoices. */
export const createInvoiceParts = () => ({
  retrieve: found(),
  list: createListParts(),
  pay: actParts(pay),
  void: actParts(voidIt),
});

/** The replaceable parts of the routes of invoices (§4.9). */
export type InvoiceParts = ReturnType<typeof createInvoiceParts>;

const decide =
  (parts: InvoiceActParts, billing: BillingParts): Decide =>
  (context) => {
    const { state, ids } = context;
    const invoice = parts.find(context);
    const subscription = invoice === undefined ? undefined : state.get(subscriptions, invoice.subscriptionId);
    if (invoice === undefined || subscription === undefined) return only(parts.notFound());
    const billingContext = { billing, state, now: timeOf(state, subscription, context.now), ids };
    const input = { context, billingContext, invoice, subscription };
    const refusal = firstRefusal(parts.guards, input);
    if (refusal !== undefined) return refusal;
    const acted = parts.act(input);
    return { ...acted.effects, answer: json(200, present(parts.presenter, acted.invoice)) };
  };

const operation = operationsOn("checkout", "subscriptions");

/** The routes of invoices. */
export function invoiceOperations(parts: InvoiceParts, billing: BillingParts): Operation[] {
  return [
    operation("listInvoices", "GET /v1/invoices", deciderOfListing(parts.list)),
    operation("retrieveInvoice", "GET /v1/invoices/:id", deciderOfRetrieval(parts.retrieve)),
    operation("payInvoice", "POST /v1/invoices/:id/pay", decide(parts.pay, billing)),
    operation("voidInvoice", "POST /v1/invoices/:id/void", decide(parts.void, billing)),
  ];
}
