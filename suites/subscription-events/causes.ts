import { NeedMissing } from "../../harness/verdicts.ts";
import { EVENT_NAMES, explains, type Transition, OUTCOMES, settles } from "../model/billing.ts";
import { ALL_SCENARIOS } from "../scenarios/all.ts";
import { possibleScenarios, onScenario } from "../expect/scenario-rules.ts";
import { creation } from "../scenarios/renewals.ts";
import type { Scenario } from "../scenarios/recorder.ts";
import { causal, unexpected } from "../expect/causality.ts";

/** Every event has a cause, in every scenario of a subscription (§6.1). */
export default [
  /**
   * At each step of every scenario that the target can reach, the steps so far explain each event of a documented name, and
   * there are no more events of the subscription's transitions than transitions.
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

/** At each step, the scenario's subscription has no more distinct events of one name than causes. */
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
        throw unexpected(
          event,
          `up to the step "${name}" no more than ${causes} each such event has a cause`,
        );
    }
  }
}

function causesAt(transition: Transition, type: string): number {
  // Several renewals; and what a further refusal of a payment is reported as is not written.
  if (transition === "repeated") return Number.POSITIVE_INFINITY;
  if (/retry declined$/.test(transition) && type === "subscription.past_due") return Number.POSITIVE_INFINITY;
  const isOutcome = transition === "trial ended" && type in OUTCOMES;
  return explains(transition, type) || isOutcome ? 1 : 0;
}
