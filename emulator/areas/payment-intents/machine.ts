import type { IntentStatus, PaymentIntent } from "./record.ts";

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
