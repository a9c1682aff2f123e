import { json, message } from "../kernel/answers.ts";
import { withEndpoint } from "./records.ts";
import type { ControlOperation } from "./types.ts";
import { shownDelivery } from "./why-traffic.ts";

/** Operations that list deliveries to webhook endpoints and repeat them. They are not in the control protocol. */
export const deliveryControls: readonly ControlOperation[] = [
  {
    operationId: "listDeliveries",
    vendorsToo: true,
    method: "GET",
    path: "/merchants/:accountId/webhook-endpoints/:id/deliveries",
    handle: withEndpoint(({ traffic }, { id: endpointId }) =>
      json(200, { data: traffic.deliveries.latest({ most: 100, endpointId }).map(shownDelivery) }),
    ),
  },
  {
    operationId: "sendEventAgain",
    vendorsToo: true,
    method: "POST",
    path: "/merchants/:accountId/webhook-endpoints/:id/events/:eventId/send",
    handle: withEndpoint(({ engine, merchant, params: { eventId = "" } }, { id }) => {
      const entry = engine.feed.since(merchant.id, 0).find((known) => known.eventId === eventId);
      if (entry === undefined) return message(404, "No such event, or it is too old");
      engine.act(merchant.id, () => ({ deliveries: [{ endpointId: id, entry, attempt: 1 }] }));
      return json(200, { id, eventId, sent: true });
    }),
  },
];
