import type { Mutant } from "../mutant.ts";
import { keyedRequestMutants } from "../shared/keyed-requests.ts";

export const mutants: readonly Mutant[] = [
  ...keyedRequestMutants({
    name: "vendor",
    operation: "createAccount",
    rules: {
      conflict: "vendors/conflict-creates-once",
      conflictEnds: "vendors/key-in-progress-ends",
      refusal: "vendors/key-after-refusal-creates-once",
      outage: "vendors/key-after-outage-creates-once",
      others: "vendors/key-outlasts-others",
    },
  }),
];
