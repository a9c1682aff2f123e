import { secretOf } from "../http/signature.ts";
import { json } from "../kernel/answers.ts";
import { withEndpoint } from "./records.ts";
import type { ControlOperation } from "./types.ts";

/** The secrets that sign webhooks. They are not in the control protocol, since suites record its answers. */
export const secretControls = (seed: number): readonly ControlOperation[] => [
  {
    operationId: "retrieveWebhookSecret",
    vendorsToo: true,
    method: "GET",
    path: "/merchants/:accountId/webhook-endpoints/:id/secret",
    handle: withEndpoint((_context, { id }) => json(200, { id, secret: secretOf(seed, id) })),
  },
];
