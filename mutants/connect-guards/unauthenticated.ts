import { openingTo } from "../authentication/unauthenticated.ts";
import type { Mutant } from "../mutant.ts";
import { CONNECT_OPERATIONS } from "./operations.ts";

/** One Connect operation that lets strangers in: as whoever came last. */
export const unauthenticatedConnectMutants: readonly Mutant[] = [
  ...CONNECT_OPERATIONS,
  ["onboarding-link", "createOnboardingLink"] as const,
].flatMap(([name, operation]) =>
  openingTo(operation, { id: `connect-${name}`, rule: `connect-guards/${name}`, at: -1 }),
);
