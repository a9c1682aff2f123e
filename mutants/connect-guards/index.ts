import type { Mutant } from "../mutant.ts";
import { credentialMutants } from "./credentials.ts";
import { limitMutants } from "./limits.ts";

/** What every route of Connect has in common, with one thing wrong. */
export const connectGuardMutants: readonly Mutant[] = [...credentialMutants, ...limitMutants];
