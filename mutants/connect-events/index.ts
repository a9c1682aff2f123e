import type { Mutant } from "../mutant.ts";

/** Lies about the events of Connect (§6): in work, see transfers.ts, funds.ts, delivery.ts. */
export const connectEventMutants: readonly Mutant[] = [];
