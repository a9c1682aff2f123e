import { arrange, endpointFields, endpointOf, noRoom, withdraw } from "../areas/webhook-endpoints/record.ts";
import { json, message } from "../kernel/answers.ts";
import { retryKind, type WebhookEndpoint, webhookEndpoints } from "../kernel/events.ts";
import { undeliveredTo } from "../kernel/dispatcher.ts";
import type { Answer, Mode } from "../kernel/request.ts";
import { required, text } from "../kernel/rules.ts";
import { put } from "../kernel/table.ts";
import type { Parts } from "../parts.ts";
import { modeField, refusedField, withEndpoint, type ControlOperation, operation } from "./operation.ts";
import { shownDelivery } from "./why.ts";
import { secretOf } from "../http/webhooks.ts";

const shown = (endpoint: WebhookEndpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  events: endpoint.events,
  mode: endpoint.mode ?? null,
  delivery: endpoint.delivery,
});

const unknownPlan = (parts: Parts, delivery: string): Answer | undefined => {
  if (Object.hasOwn(parts.deliveryPlans, delivery)) return undefined;
  return refusedField("delivery", "enum", `Choose one of ${Object.keys(parts.deliveryPlans).join(", ")}`);
};

/** Operations on webhook endpoints, and the feed for clients that cannot receive webhooks. */
export const webhookControls: ControlOperation[] = [
  operation("registerWebhookEndpoint", "POST /merchants/:accountId/webhook-endpoints", {
    vendorsToo: true,
    fields: [...endpointFields, modeField, { field: "delivery", rules: [text] }],
    handle: ({ engine, parts, merchant, body }) => {
      const given = body as { url: string; events: string[]; mode?: string; delivery?: string };
      const refused = given.delivery === undefined ? undefined : unknownPlan(parts, given.delivery);
      if (refused !== undefined) return refused;
      const full = noRoom(engine.state, merchant.id, parts.webhookEndpoints.most);
      if (full !== undefined) return full;
      const endpoint = engine.act(merchant.id, ({ state, ids }) => {
        const { url, events, mode, delivery } = given;
        const wanted = {
          url,
          events,
          ...(mode === undefined ? {} : { mode: mode.toLowerCase() as Mode }),
          ...(delivery === undefined ? {} : { delivery }),
        };
        const made = endpointOf(
          { state, ids, usual: parts.webhookEndpoints.usualDelivery },
          merchant.id,
          wanted,
        );
        return { result: made, writes: [put(webhookEndpoints, made)] };
      });
      return json(201, shown(endpoint));
    },
  }),
  operation("listWebhookEndpoints", "GET /merchants/:accountId/webhook-endpoints", {
    vendorsToo: true,
    handle: ({ engine, merchant }) =>
      json(200, { data: engine.state.find(webhookEndpoints, "account", merchant.id).map(shown) }),
  }),
  operation("removeWebhookEndpoint", "DELETE /merchants/:accountId/webhook-endpoints/:id", {
    vendorsToo: true,
    handle: withEndpoint(({ engine, merchant }, endpoint) => {
      engine.act(merchant.id, () => withdraw(endpoint));
      return json(200, { id: endpoint.id, removed: true });
    }),
  }),
  operation("setDeliveryMode", "POST /merchants/:accountId/delivery-mode", {
    fields: [
      { field: "delivery", rules: [required, text] },
      { field: "endpointId", rules: [text] },
    ],
    handle: ({ engine, parts, merchant, body }) => {
      const { delivery, endpointId } = body as { delivery: string; endpointId?: string };
      const refused = unknownPlan(parts, delivery);
      if (refused !== undefined) return refused;
      const endpoint = engine.state.get(webhookEndpoints, endpointId ?? "");
      if (endpointId !== undefined && endpoint?.accountId !== merchant.id)
        return message(404, "No such endpoint");
      engine.act(merchant.id, ({ state }) => arrange(state, merchant.id, delivery, endpointId));
      return json(200, { delivery });
    },
  }),
  operation("listEvents", "GET /merchants/:accountId/events", {
    vendorsToo: true,
    query: ["after"],
    handle: ({ engine, merchant, query }) => {
      const after = query["after"]?.[0] ?? "0";
      if (!/^\d{1,15}$/.test(after)) return refusedField("after", "integer");
      engine.catchUp(merchant.id);
      const entries = engine.feed.since(merchant.id, Number(after)).slice(0, 1000);
      return json(200, {
        data: entries.map(({ sequence, type, mode, body }) => ({ sequence, type, mode, body })),
        next: entries.at(-1)?.sequence ?? Math.min(Number(after), engine.feed.newest()),
      });
    },
  }),
];

/**
 * Operations that are not in the control protocol: they list deliveries to webhook endpoints and repeat them; and the suite, which records all
 * answers, must not have the secret of an endpoint.
 */
export const ownWebhookControls: readonly ControlOperation[] = [
  operation("listDeliveries", "GET /merchants/:accountId/webhook-endpoints/:id/deliveries", {
    vendorsToo: true,
    handle: withEndpoint(({ traffic }, { id: endpointId }) =>
      json(200, { data: traffic.deliveries.latest({ most: 100, endpointId }).map(shownDelivery) }),
    ),
  }),
  operation("sendEventAgain", "POST /merchants/:accountId/webhook-endpoints/:id/events/:eventId/send", {
    vendorsToo: true,
    handle: withEndpoint(({ engine, merchant, params: { eventId = "" } }, { id }) => {
      const entry = engine.feed.since(merchant.id, 0).find((known) => known.eventId === eventId);
      if (entry === undefined) return message(404, "No such event, or it is too old");
      engine.act(merchant.id, () => ({ deliveries: [{ endpointId: id, entry, attempt: 1 }] }));
      return json(200, { id, eventId, sent: true });
    }),
  }),
  /**
   * Delivers everything again that did not arrive, in order: what was given up and, now instead of later, what waits for a retry. Deliveries in
   * progress go on.
   */
  operation("deliverFailedEvents", "POST /merchants/:accountId/webhook-endpoints/:id/deliver-failed", {
    vendorsToo: true,
    handle: withEndpoint(({ engine, merchant }, { id }) => {
      const failed = undeliveredTo(engine.state, id).filter(({ why }) => why !== "in progress");
      engine.act(merchant.id, () => ({
        timers: [{ do: "cancel", subject: id, kind: retryKind }],
        deliveries: failed.map(({ delivery, why }) => ({
          ...delivery,
          attempt: why === "waiting" ? delivery.attempt + 1 : 1,
        })),
      }));
      return json(200, { id, sent: failed.length });
    }),
  }),
  operation("retrieveWebhookSecret", "GET /merchants/:accountId/webhook-endpoints/:id/secret", {
    vendorsToo: true,
    handle: withEndpoint(({ engine }, { id }) => json(200, { id, secret: secretOf(engine.seed, id) })),
  }),
];
