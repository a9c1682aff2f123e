import type { Mutant } from "../mutant.ts";
import { checkoutSessionsCreatedMutants } from "./created.ts";
import { checkoutSessionsPassiveMutants } from "./passive.ts";
import { checkoutSessionsRefusalsMutants } from "./refusals.ts";

/** The mutants of checkout-sessions, a file for each of `suites/checkout-sessions/`. */
export const checkoutSessionMutants: readonly Mutant[] = [
  ...checkoutSessionsCreatedMutants,
  ...checkoutSessionsPassiveMutants,
  ...checkoutSessionsRefusalsMutants,
];
