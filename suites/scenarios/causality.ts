import { numberOf, type ReceivedEvent, Violation } from "../kit.ts";
import {
  EVENT_NAMES,
  explains,
  isOutcomeOfPayment,
  settles,
  type Transition,
  TWICE,
  WITH_OUTCOMES,
} from "../model/billing.ts";
import type { Scenario } from "./recorder.ts";
import { eventsOf, timestampIn } from "./scenario-events.ts";
import { FURTHER, type Renewals, RENEWED, SEVERAL } from "./renewals.ts";

/** @throws Violation if an event arrived before anything that can cause it */
export function causal(scenario: Scenario): void {
  const transitions = scenario.steps.map((step) => step.transition);
  const requested = transitions.findIndex((transition) => WITH_OUTCOMES.includes(transition));
  scenario.steps.forEach((step, index) => {
    const since =
      requested < 0 ? [] : scenario.steps.slice(requested, index + 1).flatMap(({ events }) => events);
    const [early] = step.events.filter(
      (event) =>
        isKnown(event) &&
        !transitions.slice(0, index + 1).some((transition) => explains(transition, event.type)) &&
        !isOutcomeOfPayment(event, since) &&
        !settles(step.transition, event, step.events),
    );
    const charge = transitions.slice(0, index + 1).every(isTrial) ? step.events.find(charges) : undefined;
    if (charge !== undefined) throw unexpected(charge, "the first paid period begins when the trial ends");
    if (early !== undefined) throw unexpected(early, `nothing up to the step "${step.name}" causes it`);
  });
}

/** The creation of a trial through the API, and nothing after it. An invoice of zero charges nothing. */
const isTrial = (transition: Transition): boolean => ["created trialing", "nothing"].includes(transition);

const charges = ({ type, data }: ReceivedEvent): boolean =>
  TWICE.includes(type) && numberOf(data["amount"]) > 0;

/** The document does not describe events of other names. */
export const isKnown = ({ type }: ReceivedEvent): boolean => EVENT_NAMES.some((name) => name === type);

/** An unexpected event. */
export function unexpected(event: ReceivedEvent, why: string): Violation {
  return new Violation({
    expected: `no ${event.type}, because ${why}`,
    actual: `this event arrived: ${JSON.stringify(event.body)}`,
    event,
  });
}

/** Expects that the updates of a scenario report consecutive periods up to the clock's time. */
export function reachesEnd(scenario: Renewals): void {
  const ends = [
    scenario.due.first,
    ...[RENEWED, SEVERAL, FURTHER].flatMap((step) =>
      eventsOf(scenario, step, "subscription.updated").map((event) => timestampIn(event, "currentPeriodEnd")),
    ),
  ].sort((a, b) => a - b);
  const chain = [...ends, Math.max(scenario.end, ends.at(-1) ?? 0)];
  chain.forEach((end, index) => {
    const earlier = chain[index - 1];
    if (earlier === undefined || end - earlier <= scenario.longestPeriod) return;
    throw new Violation({
      basis: "deadline",
      expected: `a subscription.updated for the renewal that was due at ${new Date(earlier).toISOString()}`,
      actual: `none arrived before the period that ends at ${new Date(end).toISOString()}`,
    });
  });
}
