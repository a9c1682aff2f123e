import { openapi } from "../../../spec/index.ts";
import { pointed } from "../../../spec/json.ts";
import { bodyOf, type Call } from "./calls.ts";
import type { TraceContext, TraceRule } from "./rule.ts";

/**
 * An endpoint receives only the documented events to whose names it subscribed (§6). Each address of a run is registered once; another client may
 * have registered one before, with other names.
 */
export function subscribedNames({ judge, isOwn }: TraceContext): TraceRule {
  const endpoints = new Map<string, { readonly names: readonly unknown[]; readonly call: Call }>();
  return {
    // Events may arrive before the registration is answered.
    begins: (call) => {
      if (call.operation !== null) return;
      // The form of a port's request is the profile's matter.
      const members = Object.values(bodyOf(call));
      const names = members.find((value): value is readonly unknown[] => Array.isArray(value));
      for (const url of members)
        if (names !== undefined && typeof url === "string" && URL.canParse(url))
          endpoints.set(url.split("/").at(-1) ?? "", { names, call });
    },
    arrives: (event) => {
      const { address, family, type } = event;
      const endpoint = endpoints.get(address);
      if (!isOwn || endpoint === undefined || pointed(openapi, `/webhooks/${type}`) === undefined) return;
      const { names, call } = endpoint;
      judge({
        rule:
          family === "connect"
            ? "connect-events/subscribed-names-only"
            : "subscription-events/subscribed-names-only",
        holds: names.includes(type),
        seen: event,
        earlier: call.exchange === null ? [] : [call],
        expected: () =>
          `one of the ${names.length} events to which the endpoint subscribed: ${names.join(", ")}`,
        actual: () => `${type} arrived`,
      });
    },
  };
}
