import type { ReceivedEvent } from "../../harness/inbox/event.ts";
import { NeedMissing, Violation } from "../../harness/verdicts.ts";
import {
  EVENT_NAMES,
  explains,
  isOutcomeOfPayment,
  type Moment,
  OUTCOMES,
  settles,
} from "../model/billing.ts";
import { LIVES } from "../scenarios/all.ts";
import { lived, ofStory } from "../expect/scenario-rules.ts";
import { creation } from "../scenarios/renewals.ts";
import type { Story } from "../scenarios/recorder.ts";

/** Every event has a cause, whatever a subscription lives through (§6.1). */
export default [
  /**
   * Goal: nothing is told that did not happen. Method: at each step of every life that the target can be brought to, an event
   * of a documented name is explained by the steps so far, and no more events of the subscription's own moves were told than
   * there were moves.
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

/** @throws Violation when an event came of which nothing so far is the cause */
export function causal(story: Story): void {
  const moments = story.steps.map((step) => step.moment);
  const afterTrial = moments.indexOf("trial ended");
  story.steps.forEach((step, index) => {
    const sinceTrial =
      afterTrial < 0 ? [] : story.steps.slice(afterTrial, index + 1).flatMap(({ events }) => events);
    const [early] = step.events.filter(
      (event) =>
        isKnown(event) &&
        !moments.slice(0, index + 1).some((moment) => explains(moment, event.type)) &&
        !isOutcomeOfPayment(event, sinceTrial) &&
        !settles(step.moment, event, step.events),
    );
    if (early !== undefined) throw unexpected(early, `nothing up to the step "${step.name}" brings it about`);
  });
}

/** Different events of one name about the story's own subscription are no more than what brings them about, step by step. */
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
  // Several renewals; and what a further refusal of a payment is told as is not written.
  if (moment === "repeated") return Number.POSITIVE_INFINITY;
  if (/retry declined$/.test(moment) && type === "subscription.past_due") return Number.POSITIVE_INFINITY;
  const isOutcome = moment === "trial ended" && type in OUTCOMES;
  return explains(moment, type) || isOutcome ? 1 : 0;
}

/** Nothing is promised of events of other names. */
export const isKnown = ({ type }: ReceivedEvent): boolean => EVENT_NAMES.some((name) => name === type);

/** An event that should not have come. */
export function unexpected(event: ReceivedEvent, why: string): Violation {
  return new Violation({
    expected: `no ${event.type}, for ${why}`,
    actual: `it came: ${JSON.stringify(event.body)}`,
    event,
  });
}
