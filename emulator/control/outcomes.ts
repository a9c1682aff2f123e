import { prepare } from "../areas/common/outcomes.ts";
import {
  type PayoutStatus,
  payoutStatuses,
  isFinal,
  type Settlement,
  settle,
} from "../areas/common/payout.ts";
import { disbursementOutcomes, disbursementSettlement } from "../areas/disbursements/record.ts";
import { movePayment } from "../areas/payments/pay.ts";
import { type IntentStatus, intentStatuses, paymentIntents } from "../areas/payment-intents/record.ts";
import { remittanceSettlement } from "../areas/remittances/record.ts";
import { json, message } from "../kernel/answers.ts";
import { atMost, oneOf, positive, required, text, whole } from "../kernel/rules.ts";
import { refusedField, wordIn, withRecord, type ControlOperation, operation } from "./operation.ts";
import { endSession } from "../areas/checkout-sessions/ending.ts";
import { checkoutSessions, type SessionEnd, sessionEnds } from "../areas/checkout-sessions/record.ts";

/**
 * An operation that prepares what the next operations of a kind end in. With a `customerId` it prepares the kind
 * `<kind>:<customerId>`, which is looked up first.
 */
const preparation = (operationId: string, kind: string, outcomes: readonly string[]): ControlOperation =>
  operation(operationId, `POST /merchants/:accountId/next-${kind}-outcome`, {
    fields: [
      { field: "outcome", rules: [required, text, oneOf(outcomes)] },
      { field: "times", rules: [whole, positive, atMost(1000)] },
      { field: "customerId", rules: [text] },
    ],
    handle: ({ engine, merchant, body }) => {
      const outcome = wordIn(body, "outcome");
      const times = (body["times"] as number | undefined) ?? 1;
      const customerId = kind === "payment" ? (body["customerId"] as string | undefined) : undefined;
      const whose = customerId === undefined ? kind : `${kind}:${customerId}`;
      engine.act(merchant.id, ({ state }) => ({
        writes: [prepare(state, merchant.id, whose, outcome, times)],
      }));
      return json(200, { outcome, times });
    },
  });

/** An operation that settles a payout. */
const settlingPayouts = (
  operationId: string,
  settlement: Settlement,
  statuses: readonly PayoutStatus[],
): ControlOperation =>
  operation(operationId, `POST /merchants/:accountId/${settlement.kind}s/:id/settle`, {
    fields: [{ field: "status", rules: [required, text, oneOf(statuses)] }],
    handle: withRecord(
      settlement.table,
      `No such ${settlement.kind}`,
      ({ engine, merchant, body }, payout) => {
        if (isFinal(payout.status)) return message(409, `The ${settlement.kind} has ended: ${payout.status}`);
        const status = wordIn<PayoutStatus>(body, "status");
        engine.act(merchant.id, (context) => settle(settlement, context, payout, status));
        return json(200, { id: payout.id, status });
      },
    ),
  });

/** Operations that determine the outcomes of payments and payouts, and what the customer of a hosted page does. */
export const outcomeControls: ControlOperation[] = [
  preparation("setNextDisbursementOutcome", "disbursement", disbursementOutcomes),
  settlingPayouts("settleDisbursement", disbursementSettlement, disbursementOutcomes),
  preparation("setNextRemittanceOutcome", "remittance", payoutStatuses),
  settlingPayouts("settleRemittance", remittanceSettlement, payoutStatuses),
  preparation("setNextPaymentOutcome", "payment", ["approved", "declined"]),
  operation("setPaymentIntentStatus", "POST /merchants/:accountId/payment-intents/:id/status", {
    fields: [{ field: "status", rules: [required, text, oneOf(intentStatuses)] }],
    handle: withRecord(paymentIntents, "No such payment intent", (context, intent) => {
      const { engine, parts, merchant, body } = context;
      const status = wordIn<IntentStatus>(body, "status");
      const reason = engine.act(merchant.id, ({ state, now, ids }) => {
        const moved = movePayment({ state, now, ids, connect: parts.connect }, intent, status);
        return "reason" in moved ? { result: moved.reason } : { result: undefined, ...moved.effects };
      });
      if (reason !== undefined) return refusedField("status", "transition", reason);
      return json(200, { id: intent.id, status });
    }),
  }),
  operation("endSession", "POST /merchants/:accountId/sessions/:id/end", {
    fields: [{ field: "status", rules: [required, text, oneOf(sessionEnds)] }],
    handle: withRecord(checkoutSessions, "No such checkout session", (context, found) => {
      const { engine, parts, merchant, body } = context;
      const status = wordIn<SessionEnd>(body, "status");
      const ended = engine.act(merchant.id, ({ state, now, ids }) => {
        const end = endSession({ state, now, ids, connect: parts.connect }, found, status);
        const effects = "reason" in end ? {} : end.effects;
        return { ...effects, result: end };
      });
      if ("reason" in ended) return refusedField("status", "transition", ended.reason);
      const { id, orderId, intentId } = ended.session;
      return json(200, { id, status, orderId, paymentIntentId: intentId });
    }),
  }),
];
