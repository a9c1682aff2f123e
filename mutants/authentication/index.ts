import type { Mutant } from "../mutant.ts";
import { authenticationCredentialsMutants } from "./credentials.ts";
import { authenticationIssuedKeysMutants } from "./issued-keys.ts";
import { authenticationPassiveMutants } from "./passive.ts";
import { tooLateMutants } from "./too-late.ts";
import { unauthenticatedMutants } from "./unauthenticated.ts";
import { authenticationUnauthorizedMutants } from "./unauthorized.ts";

/** The mutants of authentication, a file for each of `suites/authentication/`. */
export const authenticationMutants: readonly Mutant[] = [
  ...authenticationCredentialsMutants,
  ...authenticationIssuedKeysMutants,
  ...authenticationPassiveMutants,
  ...tooLateMutants,
  ...unauthenticatedMutants,
  ...authenticationUnauthorizedMutants,
];
