import { aliases } from "./aliases.ts";
import { mutants as handmade } from "./generated/mutants.ts";
import { variants as decided } from "./generated/variants.ts";
import type { Mutant, Variant } from "./mutant.ts";
import { everyPassiveMutant, passiveMutantsFor } from "./passive/index.ts";

const current = new Set(Object.values(aliases));

/** Derived mutants that were once made by hand. */
const merged = everyPassiveMutant.filter(({ id }) => current.has(id));

/**
 * Every mutant: those made by hand, those merged, and a derived one for each passive rule that none of them breaks.
 * `mutants/<area>/<file>.ts` has those of the rules that `suites/<area>/<file>.ts` judges.
 */
export const mutants: readonly Mutant[] = [
  ...handmade,
  ...merged,
  ...passiveMutantsFor([...handmade, ...merged]),
];

/** For the full matrix: each passive rule broken at every operation and event that can show it. */
export const fullMutants: readonly Mutant[] = [...handmade, ...everyPassiveMutant];

/** Every variant, in the order in which several are combined: the first is the innermost. */
export const variants: readonly Variant[] = [
  ...decided.filter(({ last }) => last !== true),
  ...decided.filter(({ last }) => last === true),
];
