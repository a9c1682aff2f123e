import type { Mutant } from "../mutant.ts";
import { allocationFigureMutants } from "./figures.ts";
import { allocationKeyMutants } from "./keys.ts";
import { allocationRefusalMutants } from "./refusals.ts";

/** Allocations with one thing wrong (§2.5, §4.5). */
export const allocationMutants: readonly Mutant[] = [
  ...allocationFigureMutants,
  ...allocationRefusalMutants,
  ...allocationKeyMutants,
];
