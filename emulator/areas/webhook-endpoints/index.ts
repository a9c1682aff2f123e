import { fieldError, json, message, only, validationFailed } from "../../kernel/answers.ts";
import { type FeedEntry, type WebhookEndpoint, webhookEndpoints } from "../../kernel/events.ts";
import { type Guard, firstRefusal, guard } from "../../kernel/guards.ts";
import type { Caller } from "../../kernel/request.ts";
import type { State } from "../../kernel/state.ts";
import { put } from "../../kernel/table.ts";
import type { Context, Decide, Operation } from "../../kernel/types.ts";
import type { FieldSpec } from "../../kernel/validate.ts";
import { type Presenter, present, refuseBody, operationsOn } from "../common/deciders.ts";
import { type MostEndpoints, endpointFields, endpointOf, noRoom, withdraw } from "./record.ts";

interface EndpointInput extends Context {
  parts: WebhookEndpointParts;
}

/** The replaceable parts of webhook endpoints and of the feed. Their routes are our choice (§6). */
export interface WebhookEndpointParts {
  fields: readonly FieldSpec[];
  guards: readonly Guard<EndpointInput>[];
  /** The event names that are registered, among the requested ones. */
  names: (asked: readonly string[]) => readonly string[];
  most: MostEndpoints;
  /** The default delivery plan: a name in `parts.deliveryPlans`. */
  usualDelivery: string;
  /** The endpoints that a caller sees: those of the account and the environment. */
  own: (state: State, caller: Caller) => readonly WebhookEndpoint[];
  presenter: Presenter<WebhookEndpoint>;
  /** The entries of the feed that a caller sees. */
  feed: (state: State, caller: Caller, after: number) => readonly FeedEntry[];
}

/** The most entries in one answer of the feed. */
const mostEntries = 1000;

/** The default parts of endpoints and of the feed. */
export const createWebhookEndpointParts = (): WebhookEndpointParts => ({
  fields: endpointFields,
  guards: [
    guard("validation", ({ command, parts: { fields } }) =>
      refuseBody(command.body, { fields, invalidStatus: 422 }),
    ),
    guard("room", ({ state, command, parts }) => noRoom(state, command.caller.accountId, parts.most)),
  ],
  names: (asked) => asked,
  most: { ofOneAccount: 1000, ofAll: 100_000 },
  usualDelivery: "ordered",
  own: (state, { accountId, mode }) =>
    state.find(webhookEndpoints, "account", accountId).filter((endpoint) => (endpoint.mode ?? mode) === mode),
  presenter: {
    id: ({ id }) => id,
    object: () => "webhook_endpoint",
    url: (endpoint) => endpoint.url,
    events: ({ events }) => events,
    liveMode: ({ mode }) => mode === "live",
  },
  feed: (state, { accountId, mode }, after) =>
    state.feed.since(accountId, after).filter((entry) => entry.mode === mode),
});

const decideRegistration =
  (parts: WebhookEndpointParts): Decide =>
  (context) => {
    const refusal = firstRefusal(parts.guards, { ...context, parts });
    if (refusal !== undefined) return refusal;
    const { state, command, ids } = context;
    const asked = command.body as { url: string; events: string[] };
    const { accountId, mode } = command.caller;
    const wanted = { url: asked.url, events: parts.names(asked.events), mode };
    const endpoint = endpointOf({ state, ids, usual: parts.usualDelivery }, accountId, wanted);
    return {
      writes: [put(webhookEndpoints, endpoint)],
      answer: json(201, present(parts.presenter, endpoint)),
    };
  };

const decideList =
  (parts: WebhookEndpointParts): Decide =>
  ({ state, command }) =>
    only(
      json(200, {
        data: parts.own(state, command.caller).map((endpoint) => present(parts.presenter, endpoint)),
      }),
    );

const decideDeletion =
  (parts: WebhookEndpointParts): Decide =>
  ({ state, command }) => {
    const endpoint = parts.own(state, command.caller).find(({ id }) => id === command.params["id"]);
    if (endpoint === undefined) return only(message(404, "Webhook endpoint not found"));
    return { ...withdraw(endpoint), answer: json(200, { id: endpoint.id, deleted: true }) };
  };

const decideFeed =
  (parts: WebhookEndpointParts): Decide =>
  ({ state, command }) => {
    const after = command.query["after"]?.[0] ?? "0";
    if (!/^\d{1,15}$/.test(after)) {
      const error = fieldError("integer", "after");
      return only(validationFailed(422, [error]));
    }
    const entries = parts.feed(state, command.caller, Number(after)).slice(0, mostEntries);
    return only(
      json(200, {
        data: entries.map(({ body }) => body),
        next: entries.at(-1)?.sequence ?? Number(after),
      }),
    );
  };

const operation = operationsOn("payment", "webhookEndpoints");

/** The routes of webhook endpoints, and the feed for clients that cannot receive webhooks. */
export function webhookEndpointOperations(parts: WebhookEndpointParts): Operation[] {
  return [
    operation("registerWebhookEndpoint", "POST /v1/webhook-endpoints", decideRegistration(parts)),
    operation("listWebhookEndpoints", "GET /v1/webhook-endpoints", decideList(parts)),
    operation("deleteWebhookEndpoint", "DELETE /v1/webhook-endpoints/:id", decideDeletion(parts)),
    operation("listEvents", "GET /v1/events", decideFeed(parts)),
  ];
}
