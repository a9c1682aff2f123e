import { message } from "../../kernel/answers.ts";
import { type WebhookEndpoint, webhookEndpoints } from "../../kernel/events.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Answer, Mode } from "../../kernel/request.ts";
import { array, maxItems, maxLength, required, text, url } from "../../kernel/rules.ts";
import type { State } from "../../kernel/state.ts";
import { put, remove, table } from "../../kernel/table.ts";
import type { Effects } from "../../kernel/types.ts";
import type { FieldSpec } from "../../kernel/validate.ts";

/** How the deliveries of an account's endpoints are arranged unless they are registered otherwise. */
interface DeliveryMode {
  /** The account. */
  readonly id: string;
  /** A name out of `parts.deliveryPlans`. */
  readonly delivery: string;
}

/** The delivery modes that control has set. */
const deliveryModes = table<DeliveryMode>("deliveryModes");

/** What an endpoint may be registered with, wherever that happens. */
export const endpointFields: readonly FieldSpec[] = [
  { field: "url", rules: [required, text, url, maxLength(2048)] },
  { field: "events", rules: [required, array, maxItems(100)] },
  { field: "events.*", rules: [required, text, maxLength(255)] },
];

/** The requested properties of an endpoint. */
export interface WantedEndpoint {
  url: string;
  events: readonly string[];
  mode?: Mode;
  delivery?: string;
}

/** A new endpoint of an account; `usual` is the default delivery plan. */
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

/** How many endpoints there can be. */
export interface MostEndpoints {
  ofOneAccount: number;
  ofAll: number;
}

/** The refusal of one endpoint too many, or nothing. */
export function noRoom(state: State, accountId: string, most: MostEndpoints): Answer | undefined {
  if (state.find(webhookEndpoints, "account", accountId).length >= most.ofOneAccount)
    return message(409, `An account has at most ${most.ofOneAccount} endpoints`);
  if (state.count(webhookEndpoints) >= most.ofAll)
    return message(409, `All accounts together have at most ${most.ofAll} endpoints`);
  return undefined;
}

/** Ends an endpoint; what waits to be delivered to it again is called off. */
export const withdraw = (endpoint: WebhookEndpoint): Effects => ({
  writes: [remove(webhookEndpoints, endpoint.id)],
  timers: [{ do: "cancel", subject: endpoint.id }],
});

/** Sets how the deliveries of one endpoint are arranged, or of all that an account has and will have. */
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
