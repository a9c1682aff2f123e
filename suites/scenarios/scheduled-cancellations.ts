import type { Check } from "../../harness/check.ts";
import { ifLived } from "../expect/scenario-rules.ts";
import { scheduledTrial } from "./ends.ts";
import { scheduledPastDue, scheduledUnpaid } from "./states.ts";
import type { Story } from "./recorder.ts";

/** A scenario of a scheduled cancellation, and the step after which its subscription's status is to be kept. */
export interface Scheduled {
  readonly story: Story;
  readonly before: string;
}

/** The scheduled cancellation of what is active, on trial, unpaid and past due, as far as the target can be brought to live it. */
export async function scheduledFromEachState(check: Check, active: Story): Promise<readonly Scheduled[]> {
  const stories = [
    { story: active, before: "created" },
    { story: await ifLived(check, scheduledTrial), before: "created" },
    { story: await ifLived(check, scheduledUnpaid), before: "created" },
    { story: await ifLived(check, scheduledPastDue), before: "declined" },
  ];
  return stories.flatMap(({ story, before }) => (story === null ? [] : [{ story, before }]));
}
