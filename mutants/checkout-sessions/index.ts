import type { Mutant } from "../mutant.ts";
import { sessionBehaviourMutants } from "./behaviour.ts";
import { sessionPassiveMutants } from "./passive.ts";

export const checkoutSessionMutants: readonly Mutant[] = [
  ...sessionPassiveMutants,
  ...sessionBehaviourMutants,
];
