import { secretOf } from "../http/signature.ts";
import { json, message } from "../kernel/answers.ts";
import { webhookEndpoints } from "../kernel/events.ts";
import type { ControlOperation } from "./types.ts";

/** The secrets that sign webhooks. They are not in the control protocol, since suites record its answers. */
export const secretControls = (seed: number): readonly ControlOperation[] => [
  {
    operationId: "retrieveWebhookSecret",
    vendorsToo: true,
    method: "GET",
    path: "/merchants/:accountId/webhook-endpoints/:id/secret",
    fields: [],
    handle: ({ engine, merchant, params: { id = "" } }) => {
      const endpoint = engine.state.get(webhookEndpoints, id);
      return endpoint?.accountId === merchant.id
        ? json(200, { id, secret: secretOf(seed, id) })
        : message(404, "No such endpoint");
    },
  },
];
