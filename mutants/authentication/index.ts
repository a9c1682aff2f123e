import type { Mutant } from "../mutant.ts";
import { authenticationCredentialsMutants } from "./credentials.ts";
import { authenticationIssuedKeysMutants } from "./issued-keys.ts";
import { authenticationMissingAndUnknownKeysMutants } from "./missing-and-unknown-keys.ts";
import { authenticationPassiveMutants } from "./passive.ts";
import { authenticationUnauthorizedMutants } from "./unauthorized.ts";

/** The mutants of authentication, a file for each of `suites/authentication/`. */
export const authenticationMutants: readonly Mutant[] = [
  ...authenticationCredentialsMutants,
  ...authenticationIssuedKeysMutants,
  ...authenticationMissingAndUnknownKeysMutants,
  ...authenticationPassiveMutants,
  ...authenticationUnauthorizedMutants,
];
