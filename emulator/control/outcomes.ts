import { prepare } from "../areas/common/outcomes.ts";
import { type PayoutStatus, payoutStatuses } from "../areas/common/payout.ts";
import { isFinal, type Settlement, settle } from "../areas/common/settle.ts";
import { disbursementOutcomes, disbursementSettlement } from "../areas/disbursements/record.ts";
import { movePayment } from "../areas/payments/pay.ts";
import { type IntentStatus, intentStatuses, paymentIntents } from "../areas/payment-intents/record.ts";
import { remittanceSettlement } from "../areas/remittances/record.ts";
import { json, message } from "../kernel/answers.ts";
import { atMost, oneOf, positive, required, text, whole } from "../kernel/rules.ts";
import { refusedField } from "./refusals.ts";
import type { ControlContext, ControlOperation } from "./types.ts";

const timesField = { field: "times", rules: [whole, positive, atMost(1000)] };

/**
 * An operation that prepares what the next operations of a kind end in. With a `customerId` it prepares the kind
 * `<kind>:<customerId>`, which is looked up first.
 */
const preparation = (
  operationId: string,
  path: string,
  kind: string,
  outcomes: readonly string[],
): ControlOperation => ({
  operationId,
  method: "POST",
  path: `/merchants/:accountId/${path}`,
  fields: [
    { field: "outcome", rules: [required, text, oneOf(outcomes)] },
    timesField,
    { field: "customerId", rules: [text] },
  ],
  handle: ({ engine, merchant, body }) => {
    const outcome = (body["outcome"] as string).toLowerCase();
    const times = (body["times"] as number | undefined) ?? 1;
    const customerId = kind === "payment" ? (body["customerId"] as string | undefined) : undefined;
    const whose = customerId === undefined ? kind : `${kind}:${customerId}`;
    engine.act(merchant.id, ({ state }) => ({
      writes: [prepare(state, merchant.id, whose, outcome, times)],
    }));
    return json(200, { outcome, times });
  },
});

const settlePayout = (settlement: Settlement, { engine, merchant, params, body }: ControlContext) => {
  const payout = engine.state.get(settlement.table, params["id"] ?? "");
  if (payout === undefined || payout.accountId !== merchant.id)
    return message(404, `No such ${settlement.kind}`);
  if (isFinal(payout.status)) return message(409, `The ${settlement.kind} has ended: ${payout.status}`);
  const status = (body["status"] as string).toLowerCase() as PayoutStatus;
  engine.act(merchant.id, ({ state, now, ids }) => settle(settlement, { state, now, ids }, payout, status));
  return json(200, { id: payout.id, status });
};

/** Deciding how payments and payouts end. */
export const outcomeControls: ControlOperation[] = [
  preparation(
    "setNextDisbursementOutcome",
    "next-disbursement-outcome",
    "disbursement",
    disbursementOutcomes,
  ),
  {
    operationId: "settleDisbursement",
    method: "POST",
    path: "/merchants/:accountId/disbursements/:id/settle",
    fields: [{ field: "status", rules: [required, text, oneOf(disbursementOutcomes)] }],
    handle: (context) => settlePayout(disbursementSettlement, context),
  },
  preparation("setNextRemittanceOutcome", "next-remittance-outcome", "remittance", payoutStatuses),
  {
    operationId: "settleRemittance",
    method: "POST",
    path: "/merchants/:accountId/remittances/:id/settle",
    fields: [{ field: "status", rules: [required, text, oneOf(payoutStatuses)] }],
    handle: (context) => settlePayout(remittanceSettlement, context),
  },
  preparation("setNextPaymentOutcome", "next-payment-outcome", "payment", ["approved", "declined"]),
  {
    operationId: "setPaymentIntentStatus",
    method: "POST",
    path: "/merchants/:accountId/payment-intents/:id/status",
    fields: [{ field: "status", rules: [required, text, oneOf(intentStatuses)] }],
    handle: ({ engine, parts, merchant, params, body }) => {
      const intent = engine.state.get(paymentIntents, params["id"] ?? "");
      if (intent === undefined || intent.accountId !== merchant.id)
        return message(404, "No such payment intent");
      const status = (body["status"] as string).toLowerCase() as IntentStatus;
      const reason = engine.act(merchant.id, ({ state, now, ids }) => {
        const moved = movePayment({ state, now, ids, connect: parts.connect }, intent, status);
        return "reason" in moved ? { result: moved.reason } : { result: undefined, ...moved.effects };
      });
      if (reason !== undefined) return refusedField("status", "transition", reason);
      return json(200, { id: intent.id, status });
    },
  },
];
