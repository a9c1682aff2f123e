import { put } from "../../kernel/table.ts";
import type { Effects } from "../../kernel/types.ts";
import { type Booking, creditPayment } from "../account/payments.ts";
import { together } from "../common/deciders.ts";
import { captureOf } from "../connect/captures.ts";
import type { ConnectParts } from "../connect/parts.ts";
import { charges } from "../connect/records.ts";
import {
  immovable,
  movedTo,
  type IntentStatus,
  type PaymentIntent,
  paymentIntents,
} from "../payment-intents/record.ts";

/** The effects of moving a payment, or why it cannot be moved. */
export type Moved =
  { readonly intent: PaymentIntent; readonly effects: Effects } | { readonly reason: string };

/**
 * Brings a payment into a state, by all moves between. One that succeeds credits the merchant; one on behalf of a vendor is
 * captured. The intent may be new: `details` name what else it pays.
 */
export function movePayment(
  context: Booking & { connect: ConnectParts },
  intent: PaymentIntent,
  to: IntentStatus,
  details: Readonly<Record<string, string>> = {},
): Moved {
  const { state, now, ids, connect } = context;
  const moved = movedTo(intent, to, now);
  if (moved === undefined) return { reason: immovable(intent, to) };
  const charge = state.find(charges, "intent", intent.id)[0];
  if (to === "succeeded" && moved !== intent && charge !== undefined) {
    const captured = captureOf({ state, now, ids, parts: connect }, charge);
    return { intent: captured.intent, effects: captured.effects };
  }
  const { accountId, mode, amount, currency } = intent;
  const credited =
    to === "succeeded" && moved !== intent
      ? creditPayment(context, {
          accountId,
          mode,
          amount,
          currency,
          details: { intent: intent.id, ...details },
        })
      : {};
  return { intent: moved, effects: together({ writes: [put(paymentIntents, moved)] }, credited) };
}
