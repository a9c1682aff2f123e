import type { Mutant } from "../mutant.ts";
import { keyedRequestMutants } from "../shared/keyed-requests.ts";

/** Mutants of the rules that `suites/vendors/keys-once.ts` judges. */
export const vendorsKeysOnceMutants: readonly Mutant[] = [
  ...keyedRequestMutants({
    name: "vendor",
    path: /\/v1\/connect\/accounts$/,
    rules: {
      conflict: "vendors/conflict-creates-once",
      conflictEnds: "vendors/key-in-progress-ends",
      refusal: "vendors/key-after-refusal-creates-once",
      outage: "vendors/key-after-outage-creates-once",
      others: "vendors/key-outlasts-others",
    },
  }),
];
