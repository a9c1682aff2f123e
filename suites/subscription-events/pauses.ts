import { ifReachable, onScenario, possibleScenarios } from "../scenarios/scenario-rules.ts";
import { pause } from "../scenarios/trials-and-cancellations.ts";
import { pausedAgain, pausedPastDue, pausedTrial } from "../scenarios/states.ts";
import { givenEvent, member, statusAfter } from "../scenarios/scenario-events.ts";
import { textOf } from "../kit.ts";

const PAUSED = "subscription.paused";
const RESUMED = "subscription.resumed";

/** Each pause and each resumption is reported once, from any state, with the status before it (§3, §6.1). */
export default [
  onScenario("subscription-events/paused-has-previous-status", pause, async (check, scenario) => {
    for (const [each, before, step] of [
      [scenario, "created", "paused"],
      [await ifReachable(check, pausedTrial), "created", "paused"],
      [await ifReachable(check, pausedPastDue), "cancellation scheduled", "paused"],
      [await ifReachable(check, pausedAgain), "resumed", "paused again"],
    ] as const) {
      if (each === null) continue;
      const event = givenEvent(each, step, PAUSED);
      check.expect
        .that(`previousStatus of ${PAUSED}`, member(event, "previousStatus"))
        .toBe(statusAfter(check, each, before));
      check.observe("paused-status", textOf(event.data["status"]));
    }
  }),
  onScenario("subscription-events/resumed-has-previous-status", pause, async (check) => {
    for await (const each of possibleScenarios(check, [pause, pausedTrial, pausedPastDue, pausedAgain]))
      for (const { name } of each.steps.filter(({ transition }) => transition === "resumed")) {
        const before = member(givenEvent(each, name.replace("resumed", "paused"), PAUSED), "status");
        const event = givenEvent(each, name, RESUMED);
        check.expect.that(`previousStatus of ${RESUMED}`, member(event, "previousStatus")).toBe(before);
      }
  }),
];
