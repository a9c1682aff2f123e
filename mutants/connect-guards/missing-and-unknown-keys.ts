import type { Mutant } from "../mutant.ts";
import { openingTo } from "../shared/authentication.ts";
import { CONNECT_OPERATIONS } from "./operations.ts";

/** Mutants of the rules that `suites/connect-guards/missing-and-unknown-keys.ts` judges. */
export const connectGuardsMissingAndUnknownKeysMutants: readonly Mutant[] = [
  ...CONNECT_OPERATIONS,
  ["onboarding-link", "createOnboardingLink"] as const,
].flatMap(([name, operation]) =>
  openingTo(operation, { id: `connect-${name}`, rule: `connect-guards/${name}`, at: -1 }),
);
