import { openapi } from "../../../spec/index.ts";
import { pointed } from "../../../spec/json.ts";
import type { TraceContext, TraceRule } from "./rule.ts";

/**
 * An endpoint receives only the documented events to whose names it subscribed (§6). Outside of a run, another client may have registered it
 * before, with other names.
 */
export function subscribedNames({ judge, isOwn, endpointAt }: TraceContext): TraceRule {
  return {
    arrives: (event) => {
      const { address, family, type } = event;
      const endpoint = endpointAt(address);
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
