import type { Mutant } from "../mutant.ts";
import { payoutPassiveMutants } from "../shared/payout-fields.ts";
import { crashes, wireMutants } from "../shared/wire.ts";
import { payouts } from "./parts.ts";

/** Mutants that break a passive rule in some answers only. */
export const disbursementsPassiveMutants: readonly Mutant[] = [
  ...payoutPassiveMutants(payouts),
  ...wireMutants({
    operation: "createDisbursement",
    what: "the creation of a disbursement",
    id: "created-disbursement",
    success: 200,
    contentType: "disbursements/create-content-type",
    status: "disbursements/create-status",
    body: "disbursements/body",
  }),
  ...wireMutants({
    operation: "retrieveDisbursement",
    what: "the retrieval of a disbursement",
    id: "retrieved-disbursement",
    success: 200,
    contentType: "disbursements/retrieve-content-type",
    status: "disbursements/retrieve-status",
    body: "disbursements/body",
  }),
  crashes({
    operation: "createDisbursement",
    status: 400,
    id: "disbursement-refusal-crashes",
    what: "a refused disbursement",
    violates: "disbursements/create-status",
  }),
];
