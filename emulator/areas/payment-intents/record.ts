import { ownerOf } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import { table } from "../../kernel/table.ts";

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

/** All payment intents. */
export const paymentIntents = table<PaymentIntent>("paymentIntents", { owner: ownerOf });
