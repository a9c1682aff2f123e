import { message } from "../../kernel/answers.ts";
import { type WebhookEndpoint, webhookEndpoints } from "../../kernel/events.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Answer, Mode } from "../../kernel/request.ts";
import { array, maxItems, maxLength, required, text, url } from "../../kernel/rules.ts";
import type { State } from "../../kernel/state.ts";
import { put, remove, table } from "../../kernel/table.ts";
import type { Effects } from "../../kernel/types.ts";
import type { FieldSpec } from "../../kernel/validate.ts";

/** The default delivery plan of an account's endpoints. */
interface DeliveryMode {
  /** The account. */
  readonly id: string;
  /** A name in `parts.deliveryPlans`. */
  readonly delivery: string;
}

/** The default delivery plans that control has set. */
const deliveryModes = table<DeliveryMode>("deliveryModes");

/** The fields of an endpoint, for the API and control. */
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

/** Creates an endpoint of an account. `usual` is the default delivery plan. */
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

/** The most endpoints of one account, and of all accounts. */
export interface MostEndpoints {
  ofOneAccount: number;
  ofAll: number;
}

/** The refusal of an endpoint that exceeds a limit. */
export function noRoom(state: State, accountId: string, most: MostEndpoints): Answer | undefined {
  if (state.find(webhookEndpoints, "account", accountId).length >= most.ofOneAccount)
    return message(409, `An account has at most ${most.ofOneAccount} endpoints`);
  if (state.count(webhookEndpoints) >= most.ofAll)
    return message(409, `All accounts together have at most ${most.ofAll} endpoints`);
  return undefined;
}

/** Deletes an endpoint and cancels the retries of its deliveries. */
export const withdraw = (endpoint: WebhookEndpoint): Effects => ({
  writes: [remove(webhookEndpoints, endpoint.id)],
  timers: [{ do: "cancel", subject: endpoint.id }],
});

/** Sets the delivery plan of one endpoint, or of all present and future endpoints of an account. */
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
