import type { Check, ReceivedEvent } from "../kit.ts";
import { Inconclusive, NeedMissing, NothingToJudge, Violation } from "../kit.ts";
import { timestampOf } from "../fixtures/times.ts";
import type { Step, Scenario } from "./recorder.ts";

/** A step of a scenario, by name. @throws Error if the scenario has none, which is a bug of the suite */
export function stepOf(scenario: Scenario, name: string): Step {
  const step = scenario.steps.find((candidate) => candidate.name === name);
  if (step === undefined) throw new Error(`the scenario has no step "${name}"`);
  return step;
}

/** Those of the steps that the scenario reached. */
export const reachedSteps = ({ steps }: Scenario, names: readonly string[]): readonly string[] =>
  names.filter((name) => steps.some((step) => step.name === name));

/** The events of a name in a step that concern the scenario's subscription, or name none. */
export function eventsOf(
  scenario: Scenario,
  step: string,
  type: string,
  where: (event: ReceivedEvent) => boolean = () => true,
): readonly ReceivedEvent[] {
  if (!scenario.received) throw new NeedMissing("events");
  if (scenario.customer.id === null && !NAMES_SUBSCRIPTION.test(type))
    throw new NeedMissing("port.createCustomer");
  const events =
    step === "ever" ? scenario.steps.flatMap((each) => each.events) : stepOf(scenario, step).events;
  return events.filter(
    (event) => event.type === type && isAbout(scenario.subscription)(event) && where(event),
  );
}

/** Events that name their subscription. Others name only the customer. */
const NAMES_SUBSCRIPTION = /^(subscription\.|payment\.|invoice\.paid$|checkout\.)/;

/** Whether an event concerns a subscription, or names none. */
export const isAbout =
  ({ id }: { readonly id: string }) =>
  ({ data }: ReceivedEvent): boolean =>
    data["subscriptionId"] === undefined || data["subscriptionId"] === id;

/** The event that a step requires. @throws Violation of basis "deadline" if it did not arrive */
export function emitted(
  scenario: Scenario,
  step: string,
  type: string,
  where: (event: ReceivedEvent) => boolean = () => true,
  what = "",
): ReceivedEvent {
  const [event] = eventsOf(scenario, step, type, where);
  if (event !== undefined) return event;
  const came = [...new Set(stepOf(scenario, step).events.map((other) => other.type))].join(", ");
  throw new Violation({
    basis: "deadline",
    expected: `${type}${what === "" ? "" : ` ${what}`} at the step "${step}"`,
    actual: came === "" ? "nothing arrived" : `received: ${came}`,
  });
}

/** An event that another rule requires. @throws Inconclusive if it did not arrive */
export function givenEvent(
  scenario: Scenario,
  step: string,
  type: string,
  where: (event: ReceivedEvent) => boolean = () => true,
): ReceivedEvent {
  try {
    return emitted(scenario, step, type, where);
  } catch (error) {
    if (error instanceof Violation) throw new Inconclusive(`${error.message}; another rule judges that`);
    throw error;
  }
}

/** Expects that no event of a name arrived at a step, or at any step for "ever". */
export function notEmitted(
  scenario: Scenario,
  step: string,
  type: string,
  where: (event: ReceivedEvent) => boolean = () => true,
): void {
  const [event] = eventsOf(scenario, step, type, where);
  if (event === undefined) return;
  throw new Violation({
    expected: `no ${type} ${step === "ever" ? "at all" : `at the step "${step}"`}`,
    actual: `this event arrived: ${JSON.stringify(event.body)}`,
    event,
  });
}

/** Expects exactly one event of a name, not counting redeliveries. */
export function emittedOnce(scenario: Scenario, step: string, type: string): ReceivedEvent {
  const events = eventsOf(scenario, step, type);
  if (events.length > 1)
    throw new Violation({
      expected: `one ${type} at the step "${step}"`,
      actual: `${events.length} arrived, with the ids ${events.map((event) => event.id).join(", ")}`,
      event: events[1] ?? null,
    });
  return emitted(scenario, step, type);
}

/** Expects that no two distinct events of a name in a scenario concern the same invoice. */
export function eachInvoiceOnce(scenario: Scenario, type: string): void {
  const ids = eventsOf(scenario, "ever", type).map((event) => event.data["invoiceId"]);
  const again = ids.find((id, index) => typeof id === "string" && ids.indexOf(id) !== index);
  if (typeof again !== "string") return;
  throw new Violation({
    expected: `one ${type} for the invoice ${again}`,
    actual: `${ids.filter((id) => id === again).length} different events arrived`,
  });
}

/**
 * A member of an event's data. @throws Inconclusive if it is absent
 * @throws NothingToJudge if it is null. Another rule judges whether it may be either.
 */
export function member(event: ReceivedEvent, name: string): unknown {
  const value = event.data[name];
  if (value === undefined) throw new Inconclusive(`${event.type} has no ${name}`);
  if (value === null) throw new NothingToJudge(`${name} of ${event.type} is null`);
  return value;
}

/** A time in an event's data, epoch ms. */
export function timestampIn(event: ReceivedEvent, name: string): number {
  return timestampOf(`${name} of ${event.type}`, member(event, name));
}

/** The member that the profile's pointer locates in the answer. @throws Inconclusive if it is absent */
export function outputOf(step: Step, name: string): unknown {
  const value = step.port?.output(name);
  if (value === undefined) throw new Inconclusive(`${step.answer?.what ?? step.name} reports no ${name}`);
  return value;
}

/** The subscription's status after a step. @throws NeedMissing if no port reads subscriptions */
export function statusAfter(check: Check, scenario: Scenario, step: string): string {
  check.require("port.retrieveSubscription");
  const status = stepOf(scenario, step).after?.status ?? null;
  if (status === null) throw new Inconclusive("the subscription reports no status");
  return status;
}

/**
 * Expects as many distinct reported objects as occurrences.
 * @throws Violation of basis "deadline" if there are fewer, of basis "answer" if there are more
 */
export function expectAsMany(
  what: string,
  { reported: came, happened }: { reported: number; happened: number },
): void {
  if (came === happened) return;
  throw new Violation({
    basis: came < happened ? "deadline" : "answer",
    expected: `${what} to be ${happened}`,
    actual: `it is ${came}`,
  });
}
