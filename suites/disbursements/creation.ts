import type { Creation } from "../shared/creation.ts";
import { disbursementRequests, type Payouts } from "../shared/payouts.ts";
import { type DisbursementRequest, ordinaryDisbursement } from "../shared/requests.ts";

/** The creation of disbursements (§4.3). */
export const disbursementCreation: Creation = {
  what: "a disbursement",
  operation: "createDisbursement",
  body: ordinaryDisbursement,
  send: (check, body) => check.api.createDisbursement({ json: body }),
  status: 400,
  parameters: [
    { path: "amount", type: "number", required: true },
    { path: "currency", type: "text", required: true },
    { path: "first_name", type: "text", required: true },
    { path: "last_name", type: "text", required: true },
    { path: "payment_method_data", type: "object", required: true },
    { path: "payment_method_data.momo", type: "object" },
    { path: "payment_method_data.momo.msisdn", type: "text" },
  ],
};

/** Disbursements, made and retrieved. */
export const disbursements: Payouts = {
  what: "disbursement",
  retrieval: "retrieveDisbursement",
  requests: disbursementRequests,
  ordinary: ordinaryDisbursement,
  create: (check, request) => check.api.createDisbursement({ body: request as DisbursementRequest }),
  retrieve: (check, id) => check.api.retrieveDisbursement({ path: { id } }),
};
