import {
  emits,
  emitsOnce,
  ifPossible,
  type Occasions,
  onScenario,
  possibleScenarios,
} from "../expect/scenario-rules.ts";
import { pause } from "../scenarios/trials-and-cancellations.ts";
import { pausedAgain, pausedPastDue, pausedTrial } from "../scenarios/states.ts";
import { givenEvent, member, statusAfter } from "../expect/scenario-events.ts";
import { textOf } from "../../harness/reported.ts";

const PAUSED = "subscription.paused";
const RESUMED = "subscription.resumed";

/** The pauses of all scenarios, or their ends. */
const eachPause = (step: "paused" | "resumed"): Occasions => [
  { scenario: pause, step },
  { scenario: pausedTrial, step },
  { scenario: pausedPastDue, step },
  { scenario: pausedAgain, step: `${step} again` },
];

/** Each pause and each resumption is reported once, from any state, with the status before it (§3, §6.1). */
export default [
  emits("subscription-events/paused-on-pause", PAUSED, ...eachPause("paused")),
  emitsOnce(
    "subscription-events/paused-once",
    PAUSED,
    { scenario: pause, step: "paused" },
    { scenario: pausedTrial, step: "paused" },
  ),
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
      check.observe("paused-status", textOf(event.data["status"]));
    }
  }),
  emits("subscription-events/resumed-on-resume", RESUMED, ...eachPause("resumed")),
  emitsOnce(
    "subscription-events/resumed-once",
    RESUMED,
    { scenario: pause, step: "resumed" },
    { scenario: pausedTrial, step: "resumed" },
  ),
  onScenario("subscription-events/resumed-has-previous-status", pause, async (check) => {
    for await (const each of possibleScenarios(check, [pause, pausedTrial, pausedPastDue, pausedAgain]))
      for (const { name } of each.steps.filter(({ transition }) => transition === "resumed")) {
        const before = member(givenEvent(each, name.replace("resumed", "paused"), PAUSED), "status");
        const event = givenEvent(each, name, RESUMED);
        check.expect.that(`previousStatus of ${RESUMED}`, member(event, "previousStatus")).toBe(before);
      }
  }),
];
