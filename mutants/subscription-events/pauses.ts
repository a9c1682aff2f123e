import type { Mutant } from "../mutant.ts";
import type { Facts } from "../shared/billing.ts";
import { again, eventFaults, request } from "../faults/events.ts";
import { constantly } from "../faults/values.ts";
import { firsts } from "../shared/firsts.ts";
import { newStatus, ofFirst, ofPastDue, ofTrials, paused, resumed } from "./parts.ts";

const AGAIN = "the new status from the second time on";
const newStatusAgain = () => {
  const first = firsts();
  return (usual: unknown, { subscription: { id, status } }: Facts) => (first(id) ? usual : status);
};

const timesOf = (event: string) => eventFaults(`subscription.${event}`, "subscription-events/");
const OWN_TIMES = "pauses-have-their-own-times";
const firstTime = () => {
  const known = new Map<string, unknown>();
  return (usual: unknown, { subscription: { id } }: Facts) => {
    if (!known.has(id)) known.set(id, usual);
    return known.get(id);
  };
};

export const mutants: readonly Mutant[] = [
  paused.extra("paused-once", "resumed"),
  paused.extra("paused-once", "paused"),
  paused.missing("paused-on-pause", "paused"),
  ...[ofTrials, ofPastDue].map((which) => paused.missingAfter("paused-on-pause", request("pause", which))),
  paused.missingAfter(
    "paused-on-pause",
    again((when) => request("pause", when)),
  ),
  paused.gives("subscriptionId", "on-pause", ofFirst),
  paused.gives("previousStatus", "has-previous-status", newStatus),
  paused.gives("previousStatus", "has-previous-status", constantly("active")),
  timesOf("paused").remembers("pausedAt", OWN_TIMES, "the time of the first pause", firstTime),
  timesOf("resumed").remembers("resumedAt", OWN_TIMES, "the time of the first resumption", firstTime),
  paused.remembers("previousStatus", "has-previous-status", AGAIN, newStatusAgain),
  resumed.missing("resumed-on-resume", "resumed"),
  resumed.extra("resumed-once", "resumed"),
  resumed.missingAfter(
    "resumed-on-resume",
    again((when) => request("resume", when)),
  ),
  resumed.gives("subscriptionId", "on-resume", ofFirst),
  resumed.gives("previousStatus", "has-previous-status", newStatus),
  resumed.remembers("previousStatus", "has-previous-status", AGAIN, newStatusAgain),
];
