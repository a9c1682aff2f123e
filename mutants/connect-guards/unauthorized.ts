import type { Mutant } from "../mutant.ts";
import { wrongBodies } from "../shared/authentication.ts";
import { CONNECT_OPERATIONS } from "./operations.ts";

export const mutants: readonly Mutant[] = [
  ...CONNECT_OPERATIONS,
  ["onboarding-link", "createOnboardingLink"] as const,
].flatMap(([name, operation]) =>
  wrongBodies(operation, { id: `connect-${name}`, rule: `connect-guards/${name}-unauthorized-body` }),
);
