import { mutants as handmade } from "./generated/mutants.ts";
import type { Mutant } from "./mutant.ts";
import { everyPassiveMutant, passiveMutantsFor } from "./passive/index.ts";

/**
 * Every mutant: those written by hand, and a derived one for each passive rule that no other mutant violates.
 * `mutants/<area>/<file>.ts` has those for the rules that `suites/<area>/<file>.ts` judges.
 */
export const mutants: readonly Mutant[] = [...handmade, ...passiveMutantsFor(handmade)];

/** For the full matrix: each passive rule violated at every operation and event that can show it. */
export const fullMutants: readonly Mutant[] = [...handmade, ...everyPassiveMutant];
