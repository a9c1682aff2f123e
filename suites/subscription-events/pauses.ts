import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { ifLived, lived, ofStory, tellsOnce } from "../expect/scenario-rules.ts";
import { pause } from "../scenarios/ends.ts";
import { pausedAgain, pausedPastDue, pausedTrial } from "../scenarios/states.ts";
import { given, member, statusAfter, told } from "../expect/scenario-events.ts";

const PAUSED = "subscription.paused";
const RESUMED = "subscription.resumed";

/** Pauses and resumptions are reported from any state, each time, once, with the status before them (§3, §6.1). */
export default [
  tellsEach("subscription-events/paused-on-pause", PAUSED, "paused"),
  tellsOnce("subscription-events/paused-once", pause, "paused", PAUSED, [[pausedTrial, "paused"]]),
  ofStory("subscription-events/paused-has-previous-status", pause, async (check, story) => {
    for (const [each, before] of [
      [story, "created"],
      [await ifLived(check, pausedTrial), "created"],
      [await ifLived(check, pausedPastDue), "cancellation scheduled"],
    ] as const) {
      if (each === null) continue;
      const event = given(each, "paused", PAUSED);
      check.expect
        .that(`previousStatus of ${PAUSED}`, member(event, "previousStatus"))
        .toBe(statusAfter(check, each, before));
      check.observe("paused-status", String(event.data["status"]));
    }
  }),
  tellsEach("subscription-events/resumed-on-resume", RESUMED, "resumed"),
  tellsOnce("subscription-events/resumed-once", pause, "resumed", RESUMED, [[pausedTrial, "resumed"]]),
  ofStory("subscription-events/resumed-has-previous-status", pause, async (check) => {
    for await (const each of lived(check, [pause, pausedTrial, pausedPastDue])) {
      const before = member(given(each, "paused", PAUSED), "status");
      const event = given(each, "resumed", RESUMED);
      check.expect.that(`previousStatus of ${RESUMED}`, member(event, "previousStatus")).toBe(before);
    }
  }),
];

function tellsEach(id: RuleId, type: string, step: "paused" | "resumed") {
  return ofStory(id, pause, async (check, story) => {
    told(story, step, type);
    for (const [tell, at] of [
      [pausedTrial, step],
      [pausedPastDue, step],
      [pausedAgain, `${step} again`],
    ] as const) {
      const other = await ifLived(check, tell);
      if (other !== null) told(other, at, type);
    }
  });
}
