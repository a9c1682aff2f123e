import type { Mutant, Variant } from "./mutant.ts";

/** Every mutant. One folder an area. */
export const mutants: readonly Mutant[] = [];

/** Every benign variant. */
export const variants: readonly Variant[] = [];
