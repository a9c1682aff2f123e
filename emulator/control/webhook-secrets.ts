import { secretOf } from "../http/signature.ts";
import { json } from "../kernel/answers.ts";
import { withEndpoint } from "./records.ts";
import type { ControlOperation } from "./types.ts";

/** The operation that returns the secret of an endpoint. It is not in the control protocol, because the suite records all answers. */
export const secretControls = (seed: number): readonly ControlOperation[] => [
  {
    operationId: "retrieveWebhookSecret",
    vendorsToo: true,
    method: "GET",
    path: "/merchants/:accountId/webhook-endpoints/:id/secret",
    handle: withEndpoint((_context, { id }) => json(200, { id, secret: secretOf(seed, id) })),
  },
];
