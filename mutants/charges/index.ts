import type { Mutant } from "../mutant.ts";

/** Lies about commissions and refunds. */
export const chargeMutants: readonly Mutant[] = [];
