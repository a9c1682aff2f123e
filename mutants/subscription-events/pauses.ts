import type { Mutant } from "../mutant.ts";
import { changingMember, emitted, misplaced, notEmitted } from "./parts.ts";

const PAUSED = "subscription.paused";

const RESUMED = "subscription.resumed";

/** Mutants of the rules that `suites/subscription-events/pauses.ts` judges. */
export const subscriptionEventsPausesMutants: readonly Mutant[] = [
  misplaced(
    {
      id: "event-paused-again-on-resumption",
      violates: "subscription-events/paused-once",
      summary: "A resumption reports the pause once more.",
    },
    "subscription.paused",
    "resumed",
  ),
  notEmitted({ id: "event-paused-untold", violates: "subscription-events/paused-on-pause" }, PAUSED, [
    "paused",
  ]),
  emitted({ id: "event-paused-twice", violates: "subscription-events/paused-once" }, PAUSED, ["paused"]),
  changingMember(
    {
      id: "event-paused-from-paused",
      violates: "subscription-events/paused-has-previous-status",
      summary: "A pause reports the new status as the one before.",
      subtle: true,
    },
    PAUSED,
    "previousStatus",
    ({ subscription }) => subscription.status,
  ),
  notEmitted({ id: "event-resumed-untold", violates: "subscription-events/resumed-on-resume" }, RESUMED, [
    "resumed",
  ]),
  emitted({ id: "event-resumed-twice", violates: "subscription-events/resumed-once" }, RESUMED, ["resumed"]),
  changingMember(
    {
      id: "event-resumed-from-active",
      violates: "subscription-events/resumed-has-previous-status",
      summary: "A resumption reports the status after it as the one before.",
      subtle: true,
    },
    RESUMED,
    "previousStatus",
    ({ subscription }) => subscription.status,
  ),
];
