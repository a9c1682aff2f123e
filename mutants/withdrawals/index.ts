import type { Mutant } from "../mutant.ts";
import { withdrawalsBalanceMutants } from "./balance.ts";
import { withdrawalsKeysOnceMutants } from "./keys-once.ts";
import { withdrawalsKeysMutants } from "./keys.ts";
import { withdrawalsRacesMutants } from "./races.ts";
import { withdrawalsRefusalsMutants } from "./refusals.ts";

/** The mutants of withdrawals, a file for each of `suites/withdrawals/`. */
export const withdrawalMutants: readonly Mutant[] = [
  ...withdrawalsBalanceMutants,
  ...withdrawalsKeysOnceMutants,
  ...withdrawalsKeysMutants,
  ...withdrawalsRacesMutants,
  ...withdrawalsRefusalsMutants,
];
