import type { Mutant } from "../mutant.ts";
import { allocationFigureMutants } from "./figures.ts";
import { allocationKeyMutants } from "./keys.ts";
import { allocationRefusalMutants } from "./refusals.ts";
import { keyedRequestMutants } from "../shared/keyed-requests.ts";

/** Allocations with one thing wrong (§2.5, §4.5). */
export const allocationMutants: readonly Mutant[] = [
  ...allocationFigureMutants,
  ...allocationRefusalMutants,
  ...allocationKeyMutants,
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
