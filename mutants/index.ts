import type { Mutant, Variant } from "./mutant.ts";
import { paymentIntentMutants } from "./payment-intents/index.ts";

/** Every mutant. One folder an area. */
export const mutants: readonly Mutant[] = [...paymentIntentMutants];

/** Every benign variant. */
export const variants: readonly Variant[] = [];
