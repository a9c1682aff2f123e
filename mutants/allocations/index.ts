import type { Mutant } from "../mutant.ts";
import { allocationsFiguresMutants } from "./figures.ts";
import { allocationsKeysOnceMutants } from "./keys-once.ts";
import { allocationsKeysMutants } from "./keys.ts";
import { allocationsMaturityMutants } from "./maturity.ts";
import { allocationsOutagesMutants } from "./outages.ts";
import { allocationsRacesMutants } from "./races.ts";
import { allocationsRefusalsMutants } from "./refusals.ts";

/** The mutants of allocations, a file for each of `suites/allocations/`. */
export const allocationMutants: readonly Mutant[] = [
  ...allocationsFiguresMutants,
  ...allocationsKeysOnceMutants,
  ...allocationsKeysMutants,
  ...allocationsMaturityMutants,
  ...allocationsOutagesMutants,
  ...allocationsRacesMutants,
  ...allocationsRefusalsMutants,
];
