import { NeedMissing } from "../kit.ts";
import {
  EVENT_NAMES,
  explains,
  type Transition,
  OUTCOMES,
  settles,
  WITH_OUTCOMES,
} from "../model/billing.ts";
import { ALL_SCENARIOS } from "../scenarios/all.ts";
import { possibleScenarios, onScenario } from "../scenarios/scenario-rules.ts";
import { creation } from "../scenarios/renewals.ts";
import type { Scenario } from "../scenarios/recorder.ts";
import { causal, unexpected } from "../scenarios/causality.ts";

/** Every event has a cause, in every scenario of a subscription (§6.1). */
export default [
  /**
   * Each event with a documented name must be explained by some step of the scenario so far. There are at most as many events as
   * transitions that cause them. Judges every scenario that the target can reach.
   */
  onScenario("subscription-events/no-event-without-its-cause", creation, async (check, scenario) => {
    if (!scenario.received) throw new NeedMissing("events");
    explained(scenario);
    for await (const other of possibleScenarios(check, ALL_SCENARIOS)) explained(other);
  }),
];

function explained(scenario: Scenario): void {
  causal(scenario);
  for (const type of EVENT_NAMES) if (type.startsWith("subscription.")) counted(scenario, type);
}

/** Up to each step, expects at most as many distinct events of this name as there are causes. */
function counted(scenario: Scenario, type: string): void {
  const ids = new Set<string>();
  let causes = 0;
  for (const { name, transition, events } of scenario.steps) {
    causes += causesAt(transition, type);
    for (const event of events) {
      if (settles(transition, event, events)) continue;
      if (event.type !== type || event.data["subscriptionId"] !== scenario.subscription.id) continue;
      ids.add(event.id);
      if (ids.size > causes)
        throw unexpected(event, `there are only ${causes} causes up to the step "${name}"`);
    }
  }
}

function causesAt(transition: Transition, type: string): number {
  // Several renewals are one step. The document does not say how another declined payment is reported.
  if (transition === "repeated") return Number.POSITIVE_INFINITY;
  if (/retry declined$/.test(transition) && type === "subscription.past_due") return Number.POSITIVE_INFINITY;
  const isOutcome = WITH_OUTCOMES.includes(transition) && type in OUTCOMES;
  return explains(transition, type) || isOutcome ? 1 : 0;
}
