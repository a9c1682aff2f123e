import type { Mutant } from "../mutant.ts";

/** Lies about the events of Connect (§6). */
export const connectEventMutants: readonly Mutant[] = [];
