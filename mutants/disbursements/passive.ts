import type { Mutant } from "../mutant.ts";
import { payoutPassiveMutants } from "../shared/payout-fields.ts";
import { crashes, contentTypeMutants } from "../shared/wire.ts";
import { payouts } from "./parts.ts";

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  ...payoutPassiveMutants(payouts),
  ...contentTypeMutants("createDisbursement", "created-disbursement", "disbursements/create-content-type"),
  ...contentTypeMutants(
    "retrieveDisbursement",
    "retrieved-disbursement",
    "disbursements/retrieve-content-type",
  ),
  crashes("createDisbursement", 400, "disbursement-refusal-crashes", "disbursements/create-status"),
];
