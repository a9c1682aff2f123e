import { ruleIdOf } from "../../spec/index.ts";
import type { PayoutArea } from "../shared/payouts.ts";

/** Disbursements, for the mutants that both payout areas share. */
export const payouts: PayoutArea = {
  area: "disbursements",
  word: "disbursement",
  rule: (name) => ruleIdOf(`disbursements/${name}`),
  create: "createDisbursement",
  retrieve: "retrieveDisbursement",
};
