import type { Mutant } from "../mutant.ts";
import { keyMutants, otherBodyUnderAnotherScheme } from "../shared/authentication.ts";

export const mutants: readonly Mutant[] = [
  ...keyMutants("connect-guards", { prefix: "connect-", at: -1 }),
  otherBodyUnderAnotherScheme("retrieveOverview", "connect-guards/read-overview-unauthorized-body"),
];
