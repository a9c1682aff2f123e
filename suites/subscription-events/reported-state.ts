import { type Check, Inconclusive, numberOf } from "../kit.ts";
import { EVENT_NAMES } from "../model/billing.ts";
import { EVENTFUL } from "../scenarios/all.ts";
import { reportedTo } from "../../harness/timestamps.ts";
import { parseTimestamp } from "../fixtures/times.ts";
import { ifReachable, possibleScenarios, onScenario } from "../scenarios/scenario-rules.ts";
import { trial } from "../scenarios/trials-and-cancellations.ts";
import { linkedInvoice } from "../scenarios/invoices.ts";
import {
  automaticRetry,
  calledRetry,
  creation,
  otherCurrencyRenewal,
  renewal,
  RENEWED,
} from "../scenarios/renewals.ts";
import type { Scenario } from "../scenarios/recorder.ts";
import { eventsOf, givenEvent, member, statusAfter, stepOf } from "../scenarios/scenario-events.ts";
import { passes } from "../fixtures/port-inputs.ts";

const UPDATED = "subscription.updated";
const ACTIVATED = "subscription.activated";
const CREATED = "subscription.created";
const BILLED = ["invoice.finalized", "invoice.paid", "payment.completed"];

/** Events report the actual state of a subscription (§6.1). */
export default [
  /** Judges every event of scenarios that together emit all event names. */
  onScenario("subscription-events/each-names-the-customer", renewal, async (check) => {
    for await (const each of possibleScenarios(check, EVENTFUL)) namesTheCustomer(check, each);
  }),

  /** Reads the subscription until it has the state of the event. */
  onScenario("subscription-events/periods-are-the-subscriptions", renewal, async (check, scenario) => {
    agrees(check, scenario, RENEWED, UPDATED, ["currentPeriodStart", "currentPeriodEnd", "nextBillingDate"]);
    for (const [runScenario, step, type] of [
      [creation, "created", CREATED],
      [trial, "created", CREATED],
      [calledRetry, "retried", ACTIVATED],
      [automaticRetry, "retried", ACTIVATED],
    ] as const) {
      const other = await ifReachable(check, runScenario);
      if (other !== null && eventsOf(other, step, type).length > 0)
        agrees(check, other, step, type, ["currentPeriodStart", "currentPeriodEnd"]);
    }
  }),

  /**
   * Judges scenarios whose invoices are issued and paid in every documented way, then a renewal in another currency: a target may refuse or
   * replace that one, but has one currency for all events.
   */
  onScenario("subscription-events/billed-in-the-prices-currency", renewal, async (check, scenario) => {
    const { currency } = check.profile.ordinary;
    const isAsked =
      scenario.subscription.priceId !== null &&
      passes(check, "createPrice", "currency") &&
      passes(check, "createSubscription", "priceId");
    let known = isAsked ? currency.toLowerCase() : null;
    for (const each of [
      scenario,
      await ifReachable(check, calledRetry),
      await ifReachable(check, automaticRetry),
      await ifReachable(check, linkedInvoice),
    ])
      known = billedIn(check, each, known);
    billedIn(check, await ifReachable(check, otherCurrencyRenewal), null);
  }),

  onScenario("subscription-events/updated-has-the-status", renewal, (check, scenario) => {
    const event = givenEvent(scenario, RENEWED, UPDATED);
    check.expect
      .that(`status of ${UPDATED}`, member(event, "status"))
      .toBe(statusAfter(check, scenario, RENEWED));
  }),
];

/** Expects one currency in all events of invoices and payments, the given one if it is known. @returns the currency */
function billedIn(check: Check, scenario: Scenario | null, currency: string | null): string | null {
  let known = currency;
  for (const event of scenario === null ? [] : BILLED.flatMap((type) => eventsOf(scenario, "ever", type))) {
    const reported = event.data["currency"];
    // Another rule judges its presence and type.
    if (typeof reported !== "string") continue;
    known ??= reported.toLowerCase();
    check.expect.that(`currency of ${event.type}, in lowercase`, reported.toLowerCase(), event).toBe(known);
  }
  return known;
}

function namesTheCustomer(check: Check, scenario: Scenario): void {
  const { customerId } = scenario.subscription;
  if (customerId === null) throw new Inconclusive("nothing shows the subscription's customer");
  for (const type of EVENT_NAMES)
    for (const { data } of eventsOf(scenario, "ever", type))
      if (typeof data["customerId"] === "string")
        check.expect.that(`customerId of ${type}`, data["customerId"]).toBe(customerId);
}

/** Compares timestamps of an event with those read after the step. They may differ within the less precise of the two. */
function agrees(
  check: Check,
  scenario: Scenario,
  step: string,
  type: string,
  names: readonly string[],
): void {
  const event = givenEvent(scenario, step, type);
  const { after } = stepOf(scenario, step);
  if (after === null) throw new Inconclusive("no route reads the subscription");
  for (const name of names) {
    const reported = parseTimestamp(event.data[name]);
    const read = after.port.output(name);
    const known = parseTimestamp(read);
    if (reported === null || known === null) continue;
    const exactness = reportedTo(event.data[name], read);
    check.expect
      .that(`the distance in ms of ${name} in ${type} and in the subscription`, reported - known)
      .toSatisfy("0, within the precision of both", (distance) => Math.abs(numberOf(distance)) < exactness);
  }
}
