import type { Mutant } from "../mutant.ts";
import { connectGuardsOutagesMutants } from "./outages.ts";
import { connectGuardsPassiveMutants } from "./passive.ts";
import { connectGuardsRateLimitsMutants } from "./rate-limits.ts";
import { connectGuardsServiceAccountMutants } from "./service-account.ts";
import { unauthenticatedConnectMutants } from "./unauthenticated.ts";
import { connectGuardsValidationMutants } from "./validation.ts";

/** The mutants of connect-guards, a file for each of `suites/connect-guards/`. */
export const connectGuardMutants: readonly Mutant[] = [
  ...connectGuardsOutagesMutants,
  ...connectGuardsPassiveMutants,
  ...connectGuardsRateLimitsMutants,
  ...connectGuardsServiceAccountMutants,
  ...unauthenticatedConnectMutants,
  ...connectGuardsValidationMutants,
];
