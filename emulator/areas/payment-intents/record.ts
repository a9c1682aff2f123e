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

/** The transitions of an intent. The document names the states and leaves the transitions open (§3). */
const moves: Record<IntentStatus, readonly IntentStatus[]> = {
  requires_payment_method: ["requires_confirmation", "canceled"],
  requires_confirmation: ["processing", "canceled"],
  processing: ["succeeded", "failed", "canceled"],
  succeeded: [],
  failed: [],
  canceled: [],
};

/** The states on the shortest path between two states, without the first; undefined if there is no path. */
function pathBetween(from: IntentStatus, to: IntentStatus): readonly IntentStatus[] | undefined {
  let ways: (readonly IntentStatus[])[] = [[]];
  for (let length = 0; length <= Object.keys(moves).length; length += 1) {
    const found = ways.find((way) => (way.at(-1) ?? from) === to);
    if (found !== undefined) return found;
    ways = ways.flatMap((way) => moves[way.at(-1) ?? from].map((next) => [...way, next]));
  }
  return undefined;
}

/** The intent in another state; undefined if it cannot reach that state. */
export function movedTo(intent: PaymentIntent, to: IntentStatus, now: number): PaymentIntent | undefined {
  const path = pathBetween(intent.status, to);
  if (path === undefined) return undefined;
  return path.length === 0 ? intent : { ...intent, status: to, updatedAt: now };
}

/** Why an intent cannot reach a state. */
export const immovable = (intent: PaymentIntent, to: IntentStatus): string =>
  moves[intent.status].length === 0
    ? `The payment has ended: ${intent.status}`
    : `A payment does not go back from ${intent.status} to ${to}`;
