import type { Ids } from "../../kernel/ids.ts";
import type { KernelParts, TimerHandler } from "../../kernel/parts.ts";
import { newTimer, type TimerChange } from "../../kernel/timeline.ts";
import type { ConnectParts } from "../connect/parts.ts";
import { type IntentStatus, type PaymentIntent, paymentIntents } from "../payment-intents/record.ts";
import { movePayment } from "./pay.ts";

/** The kind of the timer that ends a payment intent whose amount is a magic value. */
export const intentSettlement = "paymentIntent.settle";

/** The time until then, ms. */
export const settleDelay = 3_000;

const statuses: Readonly<Record<"approved" | "declined" | "canceled", IntentStatus>> = {
  approved: "succeeded",
  declined: "failed",
  canceled: "canceled",
};

/** The timer that ends an intent. */
export const settlementOf = (
  ids: Ids,
  { id, accountId }: PaymentIntent,
  end: keyof typeof statuses,
  at: number,
): TimerChange =>
  newTimer(ids, { at, kind: intentSettlement, accountId, subject: id, payload: { outcome: statuses[end] } });

/** Ends the intent, unless it has ended. */
export const settleIntent: TimerHandler = ({ state, timer, now, ids, parts }) => {
  const intent = state.get(paymentIntents, timer.subject);
  if (intent === undefined) return {};
  const { connect } = parts as KernelParts & { readonly connect: ConnectParts };
  const moved = movePayment({ state, now, ids, connect }, intent, timer.payload["outcome"] as IntentStatus);
  return "reason" in moved ? {} : moved.effects;
};
