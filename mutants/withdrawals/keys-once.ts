import { refusedButDone } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { keyedRequestMutants } from "../shared/keyed-requests.ts";

export const mutants: readonly Mutant[] = [
  ...keyedRequestMutants({
    name: "withdrawal",
    operation: "createWithdrawal",
    rules: {
      conflict: "withdrawals/conflict-withdraws-once",
      conflictEnds: "withdrawals/key-in-progress-ends",
      refusal: "withdrawals/key-after-refusal-withdraws-once",
      outage: "withdrawals/key-after-outage-withdraws-once",
      others: "withdrawals/key-outlasts-others",
    },
  }),
  {
    id: "withdrawal-paid-out-during-an-outage",
    violates: ["withdrawals/outage-moves-no-money"],
    summary: "A withdrawal that is refused for an outage is made.",
    replace: refusedButDone("withdrawals", "outage"),
  },
];
