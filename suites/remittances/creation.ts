import type { Creation } from "../shared/creation.ts";
import { type Payouts, remittanceRequests } from "../shared/payouts.ts";
import { ordinaryRemittance, type RemittanceRequest } from "../shared/requests.ts";

/** The creation of remittances (§4.4): the amount is text. */
export const remittanceCreation: Creation = {
  what: "a remittance",
  operation: "createRemittance",
  body: ordinaryRemittance,
  send: (check, body) => check.api.createRemittance({ json: body }),
  status: 400,
  parameters: [
    { path: "amount", type: "text", required: true },
    { path: "currency", type: "text", required: true },
    { path: "first_name", type: "text", required: true },
    { path: "last_name", type: "text", required: true },
    { path: "payment_method_data", type: "object", required: true },
    { path: "payment_method_data.momo", type: "object" },
    { path: "payment_method_data.momo.msisdn", type: "text" },
    { path: "metadata", type: "object" },
  ],
};

/** Remittances, made and retrieved. */
export const remittances: Payouts = {
  what: "remittance",
  retrieval: "retrieveRemittance",
  requests: remittanceRequests,
  ordinary: ordinaryRemittance,
  create: (check, request) => check.api.createRemittance({ body: request as RemittanceRequest }),
  retrieve: (check, id) => check.api.retrieveRemittance({ path: { id } }),
};
