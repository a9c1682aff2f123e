import { NeedMissing } from "../../harness/verdicts.ts";
import { EVENT_NAMES, explains, type Moment, OUTCOMES, settles } from "../model/billing.ts";
import { LIVES } from "../scenarios/all.ts";
import { lived, ofStory } from "../expect/scenario-rules.ts";
import { creation } from "../scenarios/renewals.ts";
import type { Story } from "../scenarios/recorder.ts";
import { causal, unexpected } from "../expect/causality.ts";

/** Every event has a cause, whatever a subscription lives through (§6.1). */
export default [
  /**
   * At each step of every life that the target can be brought to, an event of a documented name is explained by
   * the steps so far, and no more events of the subscription's own moves were reported than there were moves.
   */
  ofStory("subscription-events/no-event-without-its-cause", creation, async (check, story) => {
    if (!story.heard) throw new NeedMissing("events");
    explained(story);
    for await (const other of lived(check, LIVES)) explained(other);
  }),
];

function explained(story: Story): void {
  causal(story);
  for (const type of EVENT_NAMES) if (type.startsWith("subscription.")) counted(story, type);
}

/** Different events of one name about the scenario's own subscription are no more than what brings them about, step by step. */
function counted(story: Story, type: string): void {
  const ids = new Set<string>();
  let causes = 0;
  for (const { name, moment, events } of story.steps) {
    causes += causesAt(moment, type);
    for (const event of events) {
      if (settles(moment, event, events)) continue;
      if (event.type !== type || event.data["subscriptionId"] !== story.subscription.id) continue;
      ids.add(event.id);
      if (ids.size > causes)
        throw unexpected(event, `up to the step "${name}" no more than ${causes} such events have a cause`);
    }
  }
}

function causesAt(moment: Moment, type: string): number {
  // Several renewals; and what a further refusal of a payment is reported as is not written.
  if (moment === "repeated") return Number.POSITIVE_INFINITY;
  if (/retry declined$/.test(moment) && type === "subscription.past_due") return Number.POSITIVE_INFINITY;
  const isOutcome = moment === "trial ended" && type in OUTCOMES;
  return explains(moment, type) || isOutcome ? 1 : 0;
}
