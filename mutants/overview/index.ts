import type { Mutant } from "../mutant.ts";

/** Lies of the overview. */
export const overviewMutants: readonly Mutant[] = [];
