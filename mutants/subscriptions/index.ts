import type { Mutant } from "../mutant.ts";
import { actMutants } from "./acts.ts";
import { creationMutants } from "./created.ts";
import { endMutants } from "./ended.ts";
import { ignoredLaterMutants } from "./ignored-later.ts";
import { siblingMutants } from "./siblings.ts";
import { stateMutants } from "./states.ts";

export const subscriptionMutants: readonly Mutant[] = [
  ...creationMutants,
  ...actMutants,
  ...endMutants,
  ...ignoredLaterMutants,
  ...stateMutants,
  ...siblingMutants,
];
