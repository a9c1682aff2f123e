import type { Mutant } from "../mutant.ts";
import { keyedRequestMutants } from "../shared/keyed-requests.ts";
import { keying } from "./parts.ts";

export const mutants: readonly Mutant[] = [
  ...keyedRequestMutants({
    name: "allocation",
    operation: "createAllocation",
    rules: {
      conflict: "allocations/conflict-credits-once",
      conflictEnds: "allocations/key-in-progress-ends",
      refusal: "allocations/key-after-refusal-credits-once",
      outage: "allocations/key-after-outage-credits-once",
      others: "allocations/key-outlasts-others",
    },
  }),
  {
    id: "allocation-in-progress-for-ever",
    violates: ["allocations/key-in-progress-ends"],
    summary: "A key is reported as in progress after its request was answered.",
    replace: keying(({ inProgress }) => ({ replay: (record) => inProgress(record) })),
  },
];
