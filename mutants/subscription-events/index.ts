import type { Mutant } from "../mutant.ts";
import { subscriptionEventsReportedStateMutants } from "./reported-state.ts";
import { subscriptionEventsCalendarMutants } from "./calendar.ts";
import { subscriptionEventsCancellationsMutants } from "./cancellations.ts";
import { subscriptionEventsCausesMutants } from "./causes.ts";
import { subscriptionEventsCreatedItemsMutants } from "./created-items.ts";
import { subscriptionEventsCreationsMutants } from "./creations.ts";
import { subscriptionEventsEndpointsMutants } from "./endpoints.ts";
import { subscriptionEventsPassiveMutants } from "./passive.ts";
import { subscriptionEventsPausesMutants } from "./pauses.ts";
import { subscriptionEventsPaymentsMutants } from "./payments.ts";
import { subscriptionEventsSequenceMutants } from "./sequence.ts";
import { subscriptionEventsTransitionsMutants } from "./transitions.ts";

/** The mutants of subscription-events, a file for each of `suites/subscription-events/`. */
export const subscriptionEventMutants: readonly Mutant[] = [
  ...subscriptionEventsReportedStateMutants,
  ...subscriptionEventsCalendarMutants,
  ...subscriptionEventsCancellationsMutants,
  ...subscriptionEventsCausesMutants,
  ...subscriptionEventsCreatedItemsMutants,
  ...subscriptionEventsCreationsMutants,
  ...subscriptionEventsEndpointsMutants,
  ...subscriptionEventsPassiveMutants,
  ...subscriptionEventsPausesMutants,
  ...subscriptionEventsPaymentsMutants,
  ...subscriptionEventsSequenceMutants,
  ...subscriptionEventsTransitionsMutants,
];
