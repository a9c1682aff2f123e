import type { Mutant } from "../mutant.ts";
import { subscriptionsCanceledMutants } from "./canceled.ts";
import { subscriptionsCreatedMutants } from "./created.ts";
import { subscriptionsIgnoredLaterMutants } from "./ignored-later.ts";
import { subscriptionsRetriesAndPausesMutants } from "./retries-and-pauses.ts";
import { subscriptionsSiblingsMutants } from "./siblings.ts";
import { subscriptionsTransitionsMutants } from "./transitions.ts";

/** The mutants of subscriptions, a file for each of `suites/subscriptions/`. */
export const subscriptionMutants: readonly Mutant[] = [
  ...subscriptionsCanceledMutants,
  ...subscriptionsCreatedMutants,
  ...subscriptionsIgnoredLaterMutants,
  ...subscriptionsRetriesAndPausesMutants,
  ...subscriptionsSiblingsMutants,
  ...subscriptionsTransitionsMutants,
];
