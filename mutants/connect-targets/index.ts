import type { Mutant } from "../mutant.ts";
import { connectTargetsEffectsMutants } from "./effects.ts";
import { connectTargetsUnreachableVendorsMutants } from "./unreachable-vendors.ts";
import { connectTargetsOutagesMutants } from "./outages.ts";

/** The mutants of connect-targets, a file for each of `suites/connect-targets/`. */
export const connectTargetMutants: readonly Mutant[] = [
  ...connectTargetsEffectsMutants,
  ...connectTargetsUnreachableVendorsMutants,
  ...connectTargetsOutagesMutants,
];
