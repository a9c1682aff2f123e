import type { Mutant } from "../mutant.ts";
import { withdrawalKeyMutants } from "./keys.ts";
import { withdrawalRefusalMutants } from "./refusals.ts";
import { keyedRequestMutants } from "../shared/keyed-requests.ts";

/** Withdrawals with one thing wrong (§3, §4.7). */
export const withdrawalMutants: readonly Mutant[] = [
  ...withdrawalRefusalMutants,
  ...withdrawalKeyMutants,
  ...keyedRequestMutants({
    name: "withdrawal",
    path: /\/withdrawals$/,
    rules: {
      conflict: "withdrawals/conflict-withdraws-once",
      conflictEnds: "withdrawals/key-in-progress-ends",
      refusal: "withdrawals/key-after-refusal-withdraws-once",
      outage: "withdrawals/key-after-outage-withdraws-once",
      others: "withdrawals/key-outlasts-others",
    },
  }),
];
