import type { Mutant } from "../mutant.ts";
import { withdrawalKeyMutants } from "./keys.ts";
import { withdrawalRefusalMutants } from "./refusals.ts";

/** Withdrawals with one thing wrong (§3, §4.7). */
export const withdrawalMutants: readonly Mutant[] = [...withdrawalRefusalMutants, ...withdrawalKeyMutants];
