/** What the billing routes share: refusals, finding and showing. */
import type { Subscription } from "./billing-types.ts";
import { type Body, Refusal, type Reply } from "./fields.ts";
import type { Call } from "./router.ts";
import { eastern, stamp } from "./text.ts";

/** 404 in the usual shape. */
export function missing(what: string): never {
  throw new Refusal(404, { message: `${what} not found` });
}

/** 409 in the shape of the billing routes. */
export function conflict(reason: string): never {
  throw new Refusal(409, { problem: { reason } });
}

/** The subscription named in the path. */
export function findSubscription({ books, params }: Call): Subscription {
  return books.subscriptions.get(params["id"] ?? "") ?? missing("subscription");
}

export const shown = (sub: Subscription): Reply => ({ status: 200, body: showSubscription(sub) });

/** What the subscriber's watch says. */
export function clockTime({ books, now }: Call, clock: string | null): number {
  return (clock === null ? undefined : books.clocks.get(clock)?.frozenMs) ?? now;
}

/** A subscription as the API shows it. */
export function showSubscription(sub: Subscription): Body {
  const when = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : eastern(ms));
  return {
    createdAt: stamp(sub.createdMs),
    trialEnd: when(sub.trial?.endMs),
    trialStart: when(sub.trial?.startMs),
    items: [{ quantity: sub.quantity, priceId: sub.price }],
    cancelAt: when(sub.cancelMs),
    currentPeriodEnd: eastern(sub.endMs),
    currentPeriodStart: eastern(sub.startMs),
    subscriptionActivationPending: sub.settling,
    state: sub.status,
    customer: sub.customer,
    reference: sub.id,
  };
}
