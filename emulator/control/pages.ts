import { invoiceIntent } from "../areas/billing/charge.ts";
import { timeOf } from "../areas/billing/events.ts";
import { nextPaymentOutcome } from "../areas/billing/parts.ts";
import { declinePayment, endSession, type Payer } from "../areas/checkout-sessions/ending.ts";
import { type CheckoutSession, checkoutSessions } from "../areas/checkout-sessions/record.ts";
import { customers } from "../areas/customers/record.ts";
import { ownerOf } from "../kernel/merchants.ts";
import type { State } from "../kernel/state.ts";
import type { MagicValue } from "../magic-values.ts";
import { operators } from "../areas/common/fields.ts";
import { together } from "../areas/common/deciders.ts";
import { nextOutcome } from "../areas/common/outcomes.ts";
import { onboardingSessions } from "../areas/connect/records.ts";
import { vendors } from "../areas/connect/vendor.ts";
import { invoices, subscriptions } from "../areas/billing/records.ts";
import { paymentIntents } from "../areas/payment-intents/record.ts";
import { hostedSessions } from "../areas/billing/hosted.ts";
import { json, message } from "../kernel/answers.ts";
import type { Answer, Caller } from "../kernel/request.ts";
import { oneOf, phone, required, text } from "../kernel/rules.ts";
import { put } from "../kernel/table.ts";
import type { Context } from "../kernel/types.ts";
import { createOperations } from "../operations.ts";
import {
  decideAs,
  refusedField,
  withRecord,
  type ControlContext,
  type ControlOperation,
  operation,
} from "./operation.ts";

const payerFields = [
  { field: "operator", rules: [text, oneOf(operators)] },
  { field: "phone", rules: [text, phone] },
];

const outcomeField = { field: "outcome", rules: [text, oneOf(["approved", "declined"])] };

const payerIn = (body: Readonly<Record<string, unknown>>): Payer => {
  const { operator, phone: number } = body as { operator?: string; phone?: string };
  return {
    ...(operator === undefined ? {} : { operator: operator.toLowerCase() }),
    ...(number === undefined ? {} : { phone: number.replace("+", "") }),
  };
};

const isDeclined = (body: Readonly<Record<string, unknown>>): boolean =>
  String(body["outcome"]).toLowerCase() === "declined";

/** Decides a documented operation on an object like a request of its owner. */
const decideFor = (
  { engine, parts }: ControlContext,
  { accountId, mode, id }: Caller & { readonly id: string },
  operationId: string,
): Answer => {
  const operation = createOperations(parts).find((known) => known.operationId === operationId);
  return operation === undefined
    ? message(404, "The emulator does not serve this")
    : decideAs(engine, operation, { caller: { accountId, mode }, params: { id } });
};

/** The magic value that decides about a payment on a page, unless the request does. */
const magicFor = ({ parts, body }: ControlContext, amount: number): MagicValue | undefined =>
  body["outcome"] === undefined ? parts.magic?.({ phone: payerIn(body).phone, amount }) : undefined;

/** Whether a payment of the session was declined before. */
const wasDeclined = (state: State, { orderId, ...session }: CheckoutSession): boolean =>
  state
    .find(paymentIntents, "owner", ownerOf(session))
    .some(({ status, description }) => status === "failed" && description === `Order ${orderId}`);

const statusOfIntent = ({ state }: Pick<Context, "state">, id: string | null) =>
  id === null ? null : (state.get(paymentIntents, id)?.status ?? null);

/**
 * What customers and vendors do on the hosted pages. Only this emulator has it. A payment that is approved on the page ends as
 * `setNextPaymentOutcome` prepared, if it was called.
 */
export const pageControls: readonly ControlOperation[] = [
  operation("paySession", "POST /merchants/:accountId/sessions/:id/pay", {
    fields: [outcomeField, ...payerFields],
    handle: withRecord(checkoutSessions, "No such checkout session", (sent, session) => {
      const { engine, parts, merchant, body } = sent;
      const ended = engine.act(merchant.id, ({ state, now, ids }) => {
        const context = { state, now, ids, connect: parts.connect };
        const value = magicFor(sent, session.total);
        const usual =
          value === undefined ? "approved" : wasDeclined(state, session) ? value.again : value.payment;
        const { outcome, writes } = isDeclined(body)
          ? { outcome: "declined", writes: [] }
          : nextOutcome(state, merchant.id, "payment", usual);
        const endOf = (): ReturnType<typeof endSession> => {
          if (outcome === "unanswered" && session.status === "open") return { session, effects: {} };
          if (outcome === "canceled") return endSession(context, session, "canceled");
          return outcome === "approved"
            ? endSession(context, session, "paid", payerIn(body))
            : declinePayment(context, session);
        };
        const end = endOf();
        const effects = "reason" in end ? {} : together({ writes }, end.effects);
        return { ...effects, result: { ...end, outcome } };
      });
      if ("reason" in ended) return refusedField("status", "transition", ended.reason);
      const { id, status, orderId, intentId } = ended.session;
      return json(200, {
        id,
        outcome: ended.outcome,
        status,
        orderId,
        paymentIntentId: intentId,
        payment: statusOfIntent(engine, intentId),
      });
    }),
  }),
  operation("paySubscriptionSession", "POST /merchants/:accountId/subscription-sessions/:id/pay", {
    fields: [outcomeField, ...payerFields],
    handle: withRecord(hostedSessions, "No such subscription session", (context, session) => {
      const { engine, parts, merchant, body } = context;
      const { phone: number } = payerIn(body);
      // The number that subscribes also pays the renewals.
      if (parts.magic !== undefined && number !== undefined)
        engine.act(merchant.id, ({ state }) => {
          const customer = state.get(customers, session.order.customer.id);
          return customer === undefined ? {} : { writes: [put(customers, { ...customer, phone: number })] };
        });
      const billing = isDeclined(body)
        ? { ...parts.billing, outcome: () => ({ approved: false, writes: [] }) }
        : parts.billing;
      return decideFor({ ...context, parts: { ...parts, billing } }, session, "completeSubscriptionSession");
    }),
  }),
  operation("cancelSubscriptionSession", "POST /merchants/:accountId/subscription-sessions/:id/cancel", {
    handle: withRecord(hostedSessions, "No such subscription session", ({ engine, merchant }, session) => {
      if (session.isCanceled || session.subscriptionId !== null)
        return refusedField("status", "transition", "The session has ended");
      engine.act(merchant.id, () => ({ writes: [put(hostedSessions, { ...session, isCanceled: true })] }));
      return json(200, { id: session.id, status: "canceled" });
    }),
  }),
  operation("payInvoiceLink", "POST /merchants/:accountId/invoices/:id/pay", {
    fields: [outcomeField, ...payerFields],
    handle: withRecord(invoices, "No such invoice", (context, invoice) => {
      const { engine, parts, merchant, body } = context;
      const { state } = engine;
      const subscription = state.get(subscriptions, invoice.subscriptionId);
      if (subscription === undefined) return message(404, "No such invoice");
      if (invoice.status !== "open") return message(409, `The invoice is ${invoice.status}`);
      const isApproved = engine.act(merchant.id, ({ now, ids }) => {
        const value = magicFor(context, invoice.amountDue);
        const usual = value && (invoice.attempts > 0 ? value.again : value.payment);
        const { approved, writes } = isDeclined(body)
          ? { approved: false, writes: [] }
          : nextPaymentOutcome(state, subscription, usual);
        if (approved) return { result: true, writes };
        const billing = { billing: parts.billing, state, now: timeOf(state, subscription, now), ids };
        const failed = invoiceIntent(billing, ids.id("pi_"), invoice, "failed");
        return { result: false, writes: [...writes, put(paymentIntents, failed)] };
      });
      return isApproved
        ? decideFor(context, invoice, "payInvoice")
        : json(200, { id: invoice.id, status: invoice.status, outcome: "declined" });
    }),
  }),
  operation("submitOnboarding", "POST /merchants/:accountId/onboarding/:id/submit", {
    fields: [{ field: "payoutPhone", rules: [required, text, phone] }],
    handle: ({ engine, merchant, params, body }) => {
      const session = engine.state.get(onboardingSessions, params["id"] ?? "");
      const vendor = session === undefined ? undefined : engine.state.get(vendors, session.vendor);
      if (session === undefined || vendor?.accountId !== merchant.id)
        return message(404, "No such onboarding session");
      if (session.expiresAt <= engine.clocks.now(merchant.id))
        return refusedField("status", "transition", "The link has expired");
      const payoutPhone = (body["payoutPhone"] as string).replace("+", "");
      engine.act(merchant.id, () => ({
        writes: [put(vendors, { ...vendor, payoutPhone, fileStatus: "documents_submitted" })],
      }));
      return json(200, { acct: vendor.id, status: "documents_submitted" });
    },
  }),
];
