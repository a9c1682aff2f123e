import type { Mutant } from "../mutant.ts";
import { createdIntentMutants } from "./created.ts";
import { madeIntentMutants } from "./made.ts";
import { readBackIntentMutants } from "./read-back.ts";
import { refusedIntentMutants } from "./refused.ts";
import { retrievedIntentMutants } from "./retrieved.ts";

/** Payment intents with one thing wrong (§2.1, §4.1). */
export const paymentIntentMutants: readonly Mutant[] = [
  ...createdIntentMutants,
  ...retrievedIntentMutants,
  ...madeIntentMutants,
  ...refusedIntentMutants,
  ...readBackIntentMutants,
];
