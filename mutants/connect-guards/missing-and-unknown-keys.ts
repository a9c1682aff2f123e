import type { Mutant } from "../mutant.ts";
import { openingTo } from "../shared/authentication.ts";
import { CONNECT_OPERATIONS } from "./operations.ts";

export const mutants: readonly Mutant[] = [
  ...CONNECT_OPERATIONS,
  ["onboarding-link", "createOnboardingLink"] as const,
].flatMap(([name, operation]) =>
  openingTo(operation, { id: `connect-${name}`, rule: `connect-guards/${name}`, at: -1 }),
);
