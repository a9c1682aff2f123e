import { variants as decided } from "./generated/variants.ts";
import type { Variant } from "./variant.ts";

/** Every variant, in the order in which they are combined: the first one is the innermost. */
export const variants: readonly Variant[] = [
  ...decided.filter(({ last }) => last !== true),
  ...decided.filter(({ last }) => last === true),
];
