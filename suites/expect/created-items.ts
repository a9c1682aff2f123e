import { type Check, Inconclusive, type ReceivedEvent } from "../kit.ts";
import { passes } from "../fixtures/port-inputs.ts";
import type { GivenSubscription } from "../fixtures/subscriptions.ts";

/**
 * Compares the items of a new subscription's event with the requested price and quantity, if the port passes them on (§6.1).
 * @throws Inconclusive if the event has no list of items
 */
export function expectItems(
  check: Check,
  event: ReceivedEvent,
  { priceId, quantity, created }: GivenSubscription,
  port: string,
): void {
  const { items } = event.data;
  if (!Array.isArray(items)) throw new Inconclusive(`${event.type} has no list of items`);
  const reported = items.map((item) => (item as { quantity?: unknown } | null)?.quantity);
  const prices = items.map((item) => (item as { priceId?: unknown } | null)?.priceId);
  if (passes(check, port, "quantity"))
    check.expect.that(`the quantities in ${event.type}`, reported, event).toBe([quantity]);
  const price = (passes(check, port, "priceId") ? priceId : null) ?? created.output("priceId");
  if (price !== undefined) check.expect.that(`the prices in ${event.type}`, prices, event).toBe([price]);
}
