import { isDeepStrictEqual } from "node:util";
import { Inconclusive, type ReceivedEvent, Violation } from "../kit.ts";
import { explains, isOutcomeOfPayment, TWICE } from "../model/billing.ts";
import { ifReachable, possibleScenarios, onScenario } from "../scenarios/scenario-rules.ts";
import {
  immediateCancellation,
  pause,
  scheduledCancellation,
  trial,
} from "../scenarios/trials-and-cancellations.ts";
import { quantityChange } from "../scenarios/quantity-changes.ts";
import { linkedInvoice, voidedInvoice } from "../scenarios/invoices.ts";
import {
  AFTERWARDS,
  automaticRetry,
  calledRetry,
  declinedLater,
  renewal,
  RENEWED,
} from "../scenarios/renewals.ts";
import { pausedAgain } from "../scenarios/states.ts";
import type { Scenario } from "../scenarios/recorder.ts";
import { causal, isKnown, reachesEnd, unexpected } from "../scenarios/causality.ts";
import { eventsOf, givenEvent, stepOf, emitted } from "../scenarios/scenario-events.ts";
import { isLaterCycles } from "../scenarios/later-cycles.ts";

/**
 * Rules about the events of a whole scenario: every event follows its cause, none is duplicated, and none concerns another subscription
 * (§4.8, §6.1).
 */
export default [
  /**
   * Uses the period ends that the target reports, for the first period and for later renewals. Nothing is billed more than a day before, in
   * any time zone, and everything is billed within a day after. This also applies after a settled debt, a trial or a pause.
   */
  onScenario("subscription-events/billed-at-the-period-end", renewal, async (check, scenario) => {
    for (const type of ["payment.completed", "payment.failed", "subscription.updated"]) {
      for (const step of [
        "advanced before the reminder",
        "advanced past the reminder",
        "advanced before the due date",
      ]) {
        const [early] = eventsOf(scenario, step, type, (event) => !repeats(event, scenario, step));
        if (early !== undefined)
          throw unexpected(
            early,
            `${step}: nothing is due before ${new Date(scenario.due.first).toISOString()}`,
          );
      }
    }
    if (eventsOf(scenario, RENEWED, "subscription.updated").length === 0)
      throw new Violation({
        basis: "deadline",
        expected: `subscription.updated within a day of the renewal that is due at ${new Date(scenario.due.last).toISOString()}`,
        actual: "none arrived",
      });
    reachesEnd(scenario);
    for (const runScenario of [calledRetry, automaticRetry, trial, pausedAgain, quantityChange]) {
      const other = await ifReachable(check, runScenario);
      if (other?.steps.some(({ name }) => name === AFTERWARDS) === true)
        emitted(other, AFTERWARDS, "subscription.updated");
    }
  }),

  /** The updates report consecutive periods without gaps. */
  onScenario("subscription-events/each-renewal-is-told", renewal, (_check, scenario) => {
    givenEvent(scenario, RENEWED, "subscription.updated");
    reachesEnd(scenario);
  }),

  /** Every event is explained by its step or an earlier one. */
  onScenario("subscription-events/nothing-ahead-of-the-clock", renewal, async (check, scenario) => {
    givenEvent(scenario, RENEWED, "subscription.updated");
    causal(scenario);
    if (check.has("port.cancelSubscription")) causal(await scheduledCancellation(check));
    if (check.has("port.createTrialSubscription")) causal(await trial(check));
    for await (const other of possibleScenarios(check, [
      pause,
      immediateCancellation,
      linkedInvoice,
      voidedInvoice,
    ]))
      causal(other);
  }),

  onScenario("subscription-events/nothing-before-the-request", pause, async (check, scenario) => {
    before(scenario, "paused", "subscription.paused");
    before(scenario, "resumed", "subscription.resumed");
    before(await scheduledCancellation(check), "cancellation scheduled", "subscription.canceled");
  }),

  /** The customer has a second subscription without a clock. Only its creation may be reported. */
  onScenario("subscription-events/nothing-for-bystanders", renewal, (_check, scenario) => {
    givenEvent(scenario, RENEWED, "subscription.updated");
    if (scenario.bystander === null) throw new Inconclusive("the customer has no other subscription");
    const about = scenario.steps
      .flatMap((step) => step.events)
      .filter((event) => event.data["subscriptionId"] === scenario.bystander);
    const [other] = about.filter((event) => isKnown(event) && !explains("created", event.type));
    if (other !== undefined) throw unexpected(other, "this subscription is not attached to the clock");
    for (const [type, key] of [
      ["invoice.paid", "invoiceId"],
      ["payment.completed", "orderId"],
    ] as const) {
      const paid = about.filter((event) => event.type === type);
      const second = paid.find((event) => event.data[key] !== paid[0]?.data[key]);
      if (second !== undefined) throw unexpected(second, "this subscription is not attached to the clock");
    }
  }),

  /** One of two subscriptions of a customer fails to renew: the older one in one scenario, the newer one in another. */
  onScenario("subscription-events/renewal-names-its-subscription", calledRetry, async (check, scenario) => {
    const ofDecline = (each: Scenario) =>
      stepOf(each, "declined").events.filter((event) =>
        ["subscription.past_due", "payment.failed"].includes(event.type),
      );
    if (!scenario.received || ofDecline(scenario).length === 0)
      throw new Inconclusive("no event of the declined renewal arrived; another rule judges that");
    const newer = await ifReachable(check, declinedLater);
    const renewed = (await renewal(check)) as Scenario;
    const updates = stepOf(renewed, RENEWED).events.filter((event) => event.type === "subscription.updated");
    for (const [event, owner] of [
      ...[scenario, ...(newer === null ? [] : [newer])].flatMap((each) =>
        ofDecline(each).map((declined) => [declined, each] as const),
      ),
      ...updates.map((each) => [each, renewed] as const),
    ])
      check.expect
        .that(`subscriptionId of ${event.type}`, event.data["subscriptionId"], event)
        .toBe(owner.subscription.id);
  }),

  /** All deliveries with one event id have the same name and concern the same object. */
  onScenario("subscription-events/ids-tell-events-apart", renewal, (check, scenario) => {
    givenEvent(scenario, RENEWED, "subscription.updated");
    const known = new Map<string, ReceivedEvent>();
    for (const event of scenario.deliveries) {
      if (event.id === "") continue;
      const first = known.get(event.id) ?? event;
      known.set(event.id, first);
      // A redelivery may contain the current state of its object.
      if (!isDeepStrictEqual(first.data, event.data)) check.observe("webhook-retries", "with other data");
      if (first.type !== event.type || !isDeepStrictEqual(named(first), named(event)))
        throw new Violation({
          expected: `one event with the id ${event.id}`,
          actual: `two arrived: ${JSON.stringify(first.body)} and ${JSON.stringify(event.body)}`,
          event,
        });
    }
  }),

  onScenario("subscription-events/no-event-of-the-trials-end", trial, (check, scenario) => {
    givenEvent(scenario, "created", "subscription.created");
    const { events } = stepOf(scenario, "past the trial's end");
    const [own] = events.filter(
      (event) => event.type.startsWith("subscription.") && !isOutcomeOfPayment(event, events),
    );
    if (own !== undefined) throw unexpected(own, "the end of a trial is not reported");
    check.observe(
      "trial-end-events",
      [...new Set(events.map((event) => event.type))].sort().join(", ") || "nothing",
    );
  }),

  /** The fence: once another creation is reported, the change must not have emitted any event. */
  onScenario("subscription-events/nothing-on-quantity-change", quantityChange, (_check, scenario) => {
    // Events of the creation may arrive late.
    for (const type of ["subscription.created", "invoice.paid", "payment.completed"])
      givenEvent(scenario, "created", type);
    for (const step of ["quantity reduced", "quantity changed", "followed by another creation"]) {
      const [came] = stepOf(scenario, step).events.filter(
        (event) =>
          event.data["subscriptionId"] === scenario.subscription.id &&
          !repeats(event, scenario, step) &&
          (event.type !== "invoice.finalized" || isLaterCycles(scenario)(event)),
      );
      if (came !== undefined) throw unexpected(came, "a change of quantity is not reported");
    }
  }),
];

/** Whether an event of a payment repeats one of an earlier step, under another event id. */
function repeats(event: ReceivedEvent, scenario: Scenario, step: string): boolean {
  if (!TWICE.includes(event.type)) return false;
  const key = event.type === "invoice.paid" ? "invoiceId" : "orderId";
  const steps = scenario.steps.slice(0, scenario.steps.indexOf(stepOf(scenario, step)));
  return steps.some((earlier) =>
    earlier.events.some((other) => other.type === event.type && other.data[key] === event.data[key]),
  );
}

/** What an event names: ids and the period. */
const named = ({ data }: ReceivedEvent): unknown =>
  Object.entries(data)
    .filter(([name]) => /Id$|^currentPeriod/.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));

function before(scenario: Scenario, step: string, type: string): void {
  givenEvent(scenario, step, type);
  const [early] = scenario.steps
    .slice(0, scenario.steps.indexOf(stepOf(scenario, step)))
    .flatMap((each) => each.events)
    .filter((event) => event.type === type);
  if (early !== undefined) throw unexpected(early, "no payment had been requested");
}
