import type { Mutant } from "../mutant.ts";
import { payoutPassiveMutants } from "../shared/payout-fields.ts";
import { crashes, contentTypeMutants } from "../shared/wire.ts";
import { payouts } from "./parts.ts";

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  ...payoutPassiveMutants(payouts),
  ...contentTypeMutants({
    operation: "createDisbursement",
    what: "the creation of a disbursement",
    id: "created-disbursement",
    violates: "disbursements/create-content-type",
  }),
  ...contentTypeMutants({
    operation: "retrieveDisbursement",
    what: "the retrieval of a disbursement",
    id: "retrieved-disbursement",
    violates: "disbursements/retrieve-content-type",
  }),
  crashes({
    operation: "createDisbursement",
    status: 400,
    id: "disbursement-refusal-crashes",
    what: "a refused disbursement",
    violates: "disbursements/create-status",
  }),
];
