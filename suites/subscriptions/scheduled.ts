import type { Check } from "../../harness/check.ts";
import { ifLived } from "./rules.ts";
import { scheduledTrial } from "./stories-ends.ts";
import { scheduledPastDue, scheduledUnpaid } from "./stories-states.ts";
import type { Story } from "./story.ts";

/** A story of a scheduled cancellation, and the step after which its subscription's status is to be kept. */
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
