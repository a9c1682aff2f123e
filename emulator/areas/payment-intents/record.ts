import { ownerOf } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import { table } from "../../kernel/table.ts";
import type { Context } from "../../kernel/types.ts";

/** The states of an intent (§3). */
export const intentStatuses = [
  "requires_payment_method",
  "requires_confirmation",
  "processing",
  "succeeded",
  "failed",
  "canceled",
] as const;

export type IntentStatus = (typeof intentStatuses)[number];

/** A payment intent as it is stored. Amounts in whole francs, times in epoch milliseconds. */
export interface PaymentIntent {
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly amount: number;
  /** Lowercase code. */
  readonly currency: string;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly clientSecret: string;
  readonly status: IntentStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Creates an intent without a payment method. */
export function newIntent(
  { now, ids }: Pick<Context, "now" | "ids">,
  wanted: Pick<PaymentIntent, "accountId" | "mode" | "amount" | "currency" | "description" | "metadata">,
  id = ids.id("pi_"),
): PaymentIntent {
  const { accountId, mode, amount, currency, description, metadata } = wanted;
  return {
    id,
    accountId,
    mode,
    amount,
    currency,
    description,
    metadata,
    clientSecret: `${id}_secret_${ids.token(24)}`,
    status: "requires_payment_method",
    createdAt: now,
    updatedAt: now,
  };
}

/** All payment intents. */
export const paymentIntents = table<PaymentIntent>("paymentIntents", { owner: ownerOf });
