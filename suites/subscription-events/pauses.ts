import { ifReachable, onScenario, possibleScenarios } from "../scenarios/scenario-rules.ts";
import { pause } from "../scenarios/trials-and-cancellations.ts";
import { DAY } from "../fixtures/times.ts";
import { PASSED_BETWEEN, pausedAgain, pausedPastDue, pausedTrial } from "../scenarios/states.ts";
import { givenEvent, member, statusAfter, timestampIn } from "../scenarios/scenario-events.ts";
import { NeedMissing, numberOf, textOf } from "../kit.ts";

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

  /** The times may be those of the clock or of the present. Both have passed some days. */
  onScenario("subscription-events/pauses-have-their-own-times", pausedAgain, (check, scenario) => {
    if (!scenario.steps.some(({ name }) => name === PASSED_BETWEEN))
      throw new NeedMissing("control.moveWallClock");
    for (const [type, step, name] of [
      [PAUSED, "paused", "pausedAt"],
      [RESUMED, "resumed", "resumedAt"],
    ] as const) {
      const first = timestampIn(givenEvent(scenario, step, type), name);
      const event = givenEvent(scenario, `${step} again`, type);
      check.expect
        .that(`days between the ${name} of two ${type}`, (timestampIn(event, name) - first) / DAY, event)
        .toSatisfy("more than one", (days) => numberOf(days) > 1);
    }
  }),
];
