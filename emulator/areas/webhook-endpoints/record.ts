import { type WebhookEndpoint, webhookEndpoints } from "../../kernel/events.ts";
import type { State } from "../../kernel/state.ts";
import { put, remove, table } from "../../kernel/table.ts";
import type { Effects, Ids, Mode } from "../../kernel/types.ts";

/** How the deliveries of an account's endpoints are arranged unless they are registered otherwise. */
interface DeliveryMode {
  /** The account. */
  readonly id: string;
  /** A name out of `parts.deliveryPlans`. */
  readonly delivery: string;
}

/** The delivery modes that control has set. */
const deliveryModes = table<DeliveryMode>("deliveryModes");

/** The most endpoints that one account can have. */
export const mostEndpoints = 1000;

/** An endpoint as it was asked for. */
export interface WantedEndpoint {
  url: string;
  events: readonly string[];
  mode?: Mode;
  delivery?: string;
}

/** A new endpoint of an account; `usual` is how its deliveries are arranged when nobody has said. */
export function endpointOf(
  context: { state: State; ids: Ids; usual: string },
  accountId: string,
  { url, events, mode, delivery }: WantedEndpoint,
): WebhookEndpoint {
  const { state, ids, usual } = context;
  return {
    id: ids.id("we_"),
    accountId,
    url,
    events,
    delivery: delivery ?? state.get(deliveryModes, accountId)?.delivery ?? usual,
    ...(mode === undefined ? {} : { mode }),
  };
}

/** Whether an account has room for one more endpoint. */
export const hasRoom = (state: State, accountId: string): boolean =>
  state.find(webhookEndpoints, "account", accountId).length < mostEndpoints;

/** Ends an endpoint; what waits to be delivered to it again is called off. */
export const withdraw = (endpoint: WebhookEndpoint): Effects => ({
  writes: [remove(webhookEndpoints, endpoint.id)],
  timers: [{ do: "cancel", subject: endpoint.id }],
});

/** Arranges the deliveries of one endpoint anew, or of all that an account has and will have. */
export function arrange(state: State, accountId: string, delivery: string, endpointId?: string): Effects {
  const all = state.find(webhookEndpoints, "account", accountId);
  const chosen = endpointId === undefined ? all : all.filter(({ id }) => id === endpointId);
  return {
    writes: [
      ...chosen.map((endpoint) => put(webhookEndpoints, { ...endpoint, delivery })),
      ...(endpointId === undefined ? [put(deliveryModes, { id: accountId, delivery })] : []),
    ],
  };
}
