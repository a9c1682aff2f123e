import type { Mutant } from "../mutant.ts";
import { keyedRequestMutants } from "../shared/keyed-requests.ts";

/** Mutants of the rules that `suites/allocations/keys-once.ts` judges. */
export const allocationsKeysOnceMutants: readonly Mutant[] = [
  ...keyedRequestMutants({
    name: "allocation",
    path: /\/v1\/connect\/allocations$/,
    rules: {
      conflict: "allocations/conflict-credits-once",
      conflictEnds: "allocations/key-in-progress-ends",
      refusal: "allocations/key-after-refusal-credits-once",
      outage: "allocations/key-after-outage-credits-once",
      others: "allocations/key-outlasts-others",
    },
  }),
];
