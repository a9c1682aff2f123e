import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { ifPossible, possibleScenarios, onScenario, emitsOnce } from "../expect/scenario-rules.ts";
import { pause } from "../scenarios/trials-and-cancellations.ts";
import { pausedAgain, pausedPastDue, pausedTrial } from "../scenarios/states.ts";
import { givenEvent, member, statusAfter, emitted } from "../expect/scenario-events.ts";

const PAUSED = "subscription.paused";
const RESUMED = "subscription.resumed";

/** Pauses and resumptions are reported from any state, each time, once, with the status before them (§3, §6.1). */
export default [
  emitsEach("subscription-events/paused-on-pause", PAUSED, "paused"),
  emitsOnce("subscription-events/paused-once", pause, "paused", PAUSED, [[pausedTrial, "paused"]]),
  onScenario("subscription-events/paused-has-previous-status", pause, async (check, scenario) => {
    for (const [each, before, step] of [
      [scenario, "created", "paused"],
      [await ifPossible(check, pausedTrial), "created", "paused"],
      [await ifPossible(check, pausedPastDue), "cancellation scheduled", "paused"],
      [await ifPossible(check, pausedAgain), "resumed", "paused again"],
    ] as const) {
      if (each === null) continue;
      const event = givenEvent(each, step, PAUSED);
      check.expect
        .that(`previousStatus of ${PAUSED}`, member(event, "previousStatus"))
        .toBe(statusAfter(check, each, before));
      check.observe("paused-status", String(event.data["status"]));
    }
  }),
  emitsEach("subscription-events/resumed-on-resume", RESUMED, "resumed"),
  emitsOnce("subscription-events/resumed-once", pause, "resumed", RESUMED, [[pausedTrial, "resumed"]]),
  onScenario("subscription-events/resumed-has-previous-status", pause, async (check) => {
    for await (const each of possibleScenarios(check, [pause, pausedTrial, pausedPastDue, pausedAgain]))
      for (const { name } of each.steps.filter(({ transition }) => transition === "resumed")) {
        const before = member(givenEvent(each, name.replace("resumed", "paused"), PAUSED), "status");
        const event = givenEvent(each, name, RESUMED);
        check.expect.that(`previousStatus of ${RESUMED}`, member(event, "previousStatus")).toBe(before);
      }
  }),
];

function emitsEach(id: RuleId, type: string, step: "paused" | "resumed") {
  return onScenario(id, pause, async (check, scenario) => {
    emitted(scenario, step, type);
    for (const [runScenario, at] of [
      [pausedTrial, step],
      [pausedPastDue, step],
      [pausedAgain, `${step} again`],
    ] as const) {
      const other = await ifPossible(check, runScenario);
      if (other !== null) emitted(other, at, type);
    }
  });
}
