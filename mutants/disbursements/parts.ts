import { ruleIdOf } from "../../spec/index.ts";
import type { PayoutArea } from "../shared/payouts.ts";

/** The area as the mutants that it shares with the other payouts need it. */
export const payouts: PayoutArea = {
  area: "disbursements",
  word: "disbursement",
  rule: (name) => ruleIdOf(`disbursements/${name}`),
  create: "createDisbursement",
  retrieve: "retrieveDisbursement",
};
