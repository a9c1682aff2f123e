import type { Mutant } from "../mutant.ts";
import { connectGuardsMissingAndUnknownKeysMutants } from "./missing-and-unknown-keys.ts";
import { connectGuardsOutagesMutants } from "./outages.ts";
import { connectGuardsPassiveMutants } from "./passive.ts";
import { connectGuardsRateLimitsMutants } from "./rate-limits.ts";
import { connectGuardsServiceAccountMutants } from "./service-account.ts";
import { connectGuardsValidationMutants } from "./validation.ts";

/** The mutants of connect-guards, a file for each of `suites/connect-guards/`. */
export const connectGuardMutants: readonly Mutant[] = [
  ...connectGuardsMissingAndUnknownKeysMutants,
  ...connectGuardsOutagesMutants,
  ...connectGuardsPassiveMutants,
  ...connectGuardsRateLimitsMutants,
  ...connectGuardsServiceAccountMutants,
  ...connectGuardsValidationMutants,
];
