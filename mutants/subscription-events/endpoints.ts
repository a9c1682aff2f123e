import type { Delivery } from "../../emulator/kernel/events.ts";
import { entry, family, named, part, perEmulator, type Replace } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";

/** Of several endpoints for an event, or for one of this type, only the first receives it. */
const firstOnly = (type?: string): Replace =>
  part([], ({ isSubscribed }) => {
    const taken = new WeakMap<object, object>();
    return {
      isSubscribed: (endpoint, event) => {
        if (!isSubscribed(endpoint, event)) return false;
        if (type !== undefined && event.type !== type) return true;
        const first = taken.get(event) ?? endpoint;
        taken.set(event, first);
        return first === endpoint;
      },
    };
  });

/** Each endpoint of the account receives the events of this type. */
const unasked = (type: string): Replace =>
  part([], ({ isSubscribed }) => ({
    isSubscribed: (endpoint, event) => event.type === type || isSubscribed(endpoint, event),
  }));

/** At each endpoint but the first, a field of an event has another value. */
const differing = (type: string, field: string, value: unknown): Replace =>
  entry("deliveryPlans", "ordered", (ordered) => {
    const first = new Map<string, string>();
    const changed = (delivery: Delivery): Delivery => {
      const { endpointId, entry: feed } = delivery;
      const known = first.get(feed.eventId) ?? endpointId;
      first.set(feed.eventId, known);
      if (feed.type !== type || known === endpointId) return delivery;
      const { event = feed.body } = feed.body as { readonly event?: Readonly<Record<string, unknown>> };
      const data = isObject(event["data"]) ? { ...event["data"], [field]: value } : event["data"];
      const body = event === feed.body ? { ...event, data } : { event: { ...event, data } };
      return { ...delivery, entry: { ...feed, body } };
    };
    return (due, ids) =>
      ordered(due, ids).map((planned) => ({ ...planned, delivery: changed(planned.delivery) }));
  });

export const mutants = named({
  ...family(
    {
      "creation-differs-at-the-second-endpoint": ["subscription.created", "items", []],
      "activation-differs-at-the-second-endpoint": ["subscription.activated", "status", "past_due"],
      "credit-differs-at-the-second-endpoint": ["connect.funds.available", "amount", 1],
    } as const,
    ([type, field, value]) => ({
      violates: [
        `${type.startsWith("connect.") ? "connect" : "subscription"}-events/equal-ids-equal-content`,
      ],
      summary: `At each endpoint but the first, ${field} in ${type} is ${JSON.stringify(value)}.`,
      replace: differing(type, field, value),
    }),
  ),
  "endpoints-by-prefixed-names": {
    violates: ["subscription-events/names-without-prefix"],
    summary: "For events of subscriptions only a name with the prefix evt. matches.",
    replace: part([], () => ({
      isSubscribed: (endpoint, { type }) =>
        endpoint.events.includes(type.startsWith("subscription.") ? `evt.${type}` : type),
    })),
  },
  "endpoints-get-each-event-once": {
    violates: [
      "subscription-events/names-without-prefix",
      "connect-events/marketplace-endpoint-receives",
      "connect-events/vendor-endpoint-receives",
    ],
    summary: "Of several endpoints for one name, only the first receives an event of it.",
    replace: firstOnly(),
  },
  "endpoints-get-everything": {
    violates: [
      "connect-events/subscribed-names-only",
      "subscription-events/subscribed-names-only",
      "subscription-events/unsubscribed-names-stay-away",
    ],
    summary: "Every endpoint receives every event.",
    replace: part([], () => ({ isSubscribed: () => true })),
  },
  "endpoints-get-each-failure-once": {
    violates: ["subscription-events/names-without-prefix"],
    summary: "Of several endpoints for it, only the first receives a failed payment.",
    replace: firstOnly("payment.failed"),
  },
  "endpoints-get-pauses": {
    violates: ["subscription-events/subscribed-names-only"],
    summary: "Every endpoint receives every pause.",
    replace: unasked("subscription.paused"),
  },
  "endpoints-get-reversals": {
    violates: ["connect-events/subscribed-names-only"],
    summary: "Every endpoint of its account receives every reversal.",
    replace: unasked("connect.transfer.reversed"),
  },
  "endpoints-get-the-family": {
    violates: ["subscription-events/unsubscribed-names-stay-away"],
    summary: "An endpoint receives every event whose name begins like one that it subscribed to.",
    replace: part([], () => ({
      isSubscribed: (endpoint, { type }) =>
        endpoint.events.some((name) => type.startsWith(name.split(".")[0] ?? "")),
    })),
  },
  "endpoints-registered-later-get-nothing": {
    violates: ["subscription-events/names-without-prefix"],
    summary: "An endpoint that is registered after the first payment of its account receives no payment.",
    replace: perEmulator(() => {
      const known = new Map<string, Set<string>>();
      const first = new Map<string, object>();
      return part([], ({ isSubscribed }) => ({
        isSubscribed: (endpoint, event) => {
          if (event.type !== "payment.completed") return isSubscribed(endpoint, event);
          const { accountId, id } = endpoint;
          const ids = known.get(accountId) ?? new Set();
          known.set(accountId, ids);
          if (!first.has(accountId)) first.set(accountId, event);
          if (first.get(accountId) === event) ids.add(id);
          return ids.has(id) && isSubscribed(endpoint, event);
        },
      }));
    }),
  },
});
