import type { Mutant } from "../mutant.ts";

export const mutants: readonly Mutant[] = [
  {
    id: "endpoints-by-prefixed-names",
    violates: ["subscription-events/names-without-prefix"],
    summary: "For events of subscriptions only a name with the prefix evt. matches.",
    subtle: true,
    replace: (parts) => ({
      ...parts,
      isSubscribed: (endpoint, { type }) =>
        endpoint.events.includes(type.startsWith("subscription.") ? `evt.${type}` : type),
    }),
  },
  {
    id: "endpoints-get-everything",
    violates: ["subscription-events/unsubscribed-names-stay-away"],
    summary: "Every endpoint receives every event.",
    replace: (parts) => ({ ...parts, isSubscribed: () => true }),
  },
  {
    id: "endpoints-get-the-family",
    violates: ["subscription-events/unsubscribed-names-stay-away"],
    summary: "An endpoint receives every event whose name begins like one that it subscribed to.",
    subtle: true,
    replace: (parts) => ({
      ...parts,
      isSubscribed: (endpoint, { type }) =>
        endpoint.events.some((name) => type.startsWith(name.split(".")[0] ?? "")),
    }),
  },
];
