import type { Mutant } from "../mutant.ts";
import { onboardingLinksMutants } from "./links.ts";

/** The mutants of onboarding, a file for each of `suites/onboarding/`. */
export const onboardingMutants: readonly Mutant[] = [...onboardingLinksMutants];
