import type { Check } from "../../harness/check.ts";
import { ifPossible } from "../expect/scenario-rules.ts";
import { scheduledTrial } from "./trials-and-cancellations.ts";
import { scheduledPastDue, scheduledUnpaid } from "./states.ts";
import type { Scenario } from "./recorder.ts";

/** A scenario with a scheduled cancellation, and the step whose status it must keep. */
export interface Scheduled {
  readonly scenario: Scenario;
  readonly before: string;
}

/** Scheduled cancellations of subscriptions that are active, trialing, unpaid and past due, if the target can reach the state. */
export async function scheduledFromEachState(check: Check, active: Scenario): Promise<readonly Scheduled[]> {
  const scenarios = [
    { scenario: active, before: "created" },
    { scenario: await ifPossible(check, scheduledTrial), before: "created" },
    { scenario: await ifPossible(check, scheduledUnpaid), before: "created" },
    { scenario: await ifPossible(check, scheduledPastDue), before: "declined" },
  ];
  return scenarios.flatMap(({ scenario, before }) => (scenario === null ? [] : [{ scenario, before }]));
}
