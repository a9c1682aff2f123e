import type { Mutant, Variant } from "./mutant.ts";
import { passiveMutants } from "./passive/index.ts";

/** Every mutant. One folder an area. */
export const mutants: readonly Mutant[] = [...passiveMutants];

/** Every benign variant. */
export const variants: readonly Variant[] = [];
