import { named, part } from "../mutant.ts";

export const mutants = named({
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
    replace: part([], ({ isSubscribed }) => {
      const taken = new WeakMap<object, object>();
      return {
        isSubscribed: (endpoint, event) => {
          if (!isSubscribed(endpoint, event)) return false;
          const first = taken.get(event) ?? endpoint;
          taken.set(event, first);
          return first === endpoint;
        },
      };
    }),
  },
  "endpoints-get-everything": {
    violates: ["subscription-events/unsubscribed-names-stay-away"],
    summary: "Every endpoint receives every event.",
    replace: part([], () => ({ isSubscribed: () => true })),
  },
  "endpoints-get-the-family": {
    violates: ["subscription-events/unsubscribed-names-stay-away"],
    summary: "An endpoint receives every event whose name begins like one that it subscribed to.",
    replace: part([], () => ({
      isSubscribed: (endpoint, { type }) =>
        endpoint.events.some((name) => type.startsWith(name.split(".")[0] ?? "")),
    })),
  },
});
