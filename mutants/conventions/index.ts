import type { Mutant } from "../mutant.ts";
import { conventionsLiveRoutesMutants } from "./live-routes.ts";
import { conventionsPassiveMutants } from "./passive.ts";
import { conventionsValidationMutants } from "./validation.ts";

/** The mutants of conventions, a file for each of `suites/conventions/`. */
export const conventionMutants: readonly Mutant[] = [
  ...conventionsLiveRoutesMutants,
  ...conventionsPassiveMutants,
  ...conventionsValidationMutants,
];
