import type { Mutant } from "../mutant.ts";
import { intentBehaviourMutants } from "./behaviour.ts";
import { createdIntentMutants } from "./created.ts";
import { retrievedIntentMutants } from "./retrieved.ts";

export const paymentIntentMutants: readonly Mutant[] = [
  ...createdIntentMutants,
  ...retrievedIntentMutants,
  ...intentBehaviourMutants,
];
