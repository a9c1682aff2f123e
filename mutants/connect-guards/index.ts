import type { Mutant } from "../mutant.ts";
import { connectDoorMutants } from "./doors.ts";
import { serviceAccountMutants } from "./service-account.ts";
import { connectWorkMutants } from "./work.ts";

/** What guards Connect with one thing wrong (§5, §7.1, §7.6–7.8, §8). */
export const connectGuardMutants: readonly Mutant[] = [
  ...connectDoorMutants,
  ...serviceAccountMutants,
  ...connectWorkMutants,
];
