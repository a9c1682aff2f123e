import { aliases } from "./aliases.ts";
import { mutants as handmade } from "./generated/mutants.ts";
import { variants as decided } from "./generated/variants.ts";
import type { Mutant, Variant } from "./mutant.ts";
import { everyPassiveMutant, passiveMutantsFor } from "./passive/index.ts";

const current = new Set(Object.values(aliases));

/** Derived mutants under ids that were written by hand before. */
const merged = everyPassiveMutant.filter(({ id }) => current.has(id));

/**
 * Every mutant: those written by hand, the merged ones, and a derived one for each passive rule that no other mutant violates.
 * `mutants/<area>/<file>.ts` has those for the rules that `suites/<area>/<file>.ts` judges.
 */
export const mutants: readonly Mutant[] = [
  ...handmade,
  ...merged,
  ...passiveMutantsFor([...handmade, ...merged]),
];

/** For the full matrix: each passive rule violated at every operation and event that can show it. */
export const fullMutants: readonly Mutant[] = [...handmade, ...everyPassiveMutant];

/** Every variant, in the order in which they are combined: the first one is the innermost. */
export const variants: readonly Variant[] = [
  ...decided.filter(({ last }) => last !== true),
  ...decided.filter(({ last }) => last === true),
];
