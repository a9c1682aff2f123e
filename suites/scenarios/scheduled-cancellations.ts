import type { Check } from "../../harness/check.ts";
import { ifPossible } from "../expect/scenario-rules.ts";
import { scheduledTrial } from "./trials-and-cancellations.ts";
import { scheduledPastDue, scheduledUnpaid } from "./states.ts";
import type { Scenario } from "./recorder.ts";

/** A scenario of a scheduled cancellation, and the step after which its subscription's status is to be kept. */
export interface Scheduled {
  readonly scenario: Scenario;
  readonly before: string;
}

/** The scheduled cancellation of what is active, on trial, unpaid and past due, as far as the target can be brought to it. */
export async function scheduledFromEachState(check: Check, active: Scenario): Promise<readonly Scheduled[]> {
  const scenarios = [
    { scenario: active, before: "created" },
    { scenario: await ifPossible(check, scheduledTrial), before: "created" },
    { scenario: await ifPossible(check, scheduledUnpaid), before: "created" },
    { scenario: await ifPossible(check, scheduledPastDue), before: "declined" },
  ];
  return scenarios.flatMap(({ scenario, before }) => (scenario === null ? [] : [{ scenario, before }]));
}
