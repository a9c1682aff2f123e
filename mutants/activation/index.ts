import type { Mutant } from "../mutant.ts";
import { activationModeMutants } from "./mode.ts";
import { activationPassiveMutants } from "./passive.ts";
import { activationRetrievalMutants } from "./retrieval.ts";

/** The mutants of activation, a file for each of `suites/activation/`. */
export const activationMutants: readonly Mutant[] = [
  ...activationModeMutants,
  ...activationPassiveMutants,
  ...activationRetrievalMutants,
];
