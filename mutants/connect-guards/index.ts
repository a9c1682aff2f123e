import type { Mutant } from "../mutant.ts";

/** Lies of every route of Connect: keys, service account, limits, outages. */
export const connectGuardMutants: readonly Mutant[] = [];
