import { type Check, Inconclusive, numberOf } from "../kit.ts";
import { isReported } from "../fixtures/reading.ts";
import { reportedTo } from "../../harness/timestamps.ts";
import { DAY, parseTimestamp } from "../fixtures/times.ts";
import { ifReachable, on, onScenario, possibleScenarios } from "../scenarios/scenario-rules.ts";
import {
  scheduledFromEachState,
  canceledFrom,
  pausedAgain,
  pausedWhenDue,
  unsettledWhenDue,
} from "../scenarios/states.ts";
import {
  immediateAfterScheduled,
  immediateCancellation,
  scheduledCancellation,
  scheduledTrial,
} from "../scenarios/trials-and-cancellations.ts";
import { scheduledAfterIssue } from "../scenarios/invoices.ts";
import type { Scenario } from "../scenarios/recorder.ts";
import {
  eventsOf,
  givenEvent,
  statusAfter,
  stepOf,
  emitted,
  emittedOnce,
} from "../scenarios/scenario-events.ts";

const CANCELED = "subscription.canceled";
const SCHEDULED = "cancellation scheduled";
const DUE = "canceled when due";
const AT_ONCE = "canceled immediately";
const PAYMENTS = ["payment.completed", "payment.failed"];
const ended = (event: { data: Readonly<Record<string, unknown>> }) => event.data["status"] === "canceled";

/** Subscriptions on trial, unpaid, past due and paused that reach the date of their cancellation. */
const dueUnlessActive = [scheduledTrial, ...unsettledWhenDue, pausedWhenDue];
const dueFromEachState = [scheduledCancellation, ...dueUnlessActive];

const scheduled = on(scheduledCancellation);

/** A scheduled cancellation is reported twice, an immediate one once (§6.1). */
export default [
  scheduled("subscription-events/canceled-at-scheduling", async (check, scenario) => {
    for (const { scenario: each, before } of await scheduledFromEachState(check, scenario)) {
      const kept = statusAfter(check, each, before);
      const event = emitted(each, SCHEDULED, CANCELED);
      check.expect.that(`status of ${CANCELED} at the request`, event.data["status"], event).toBe(kept);
    }
  }),
  scheduled("subscription-events/canceled-at-scheduling-has-effective-date", async (check, scenario) => {
    givenEvent(scenario, SCHEDULED, CANCELED);
    for (const { scenario: each } of await scheduledFromEachState(check, scenario))
      for (const event of eventsOf(each, SCHEDULED, CANCELED))
        check.expect
          .that(`effectiveDate of ${CANCELED} at the request`, event.data["effectiveDate"], event)
          .toSatisfy("a time, in any form", isReported);
  }),
  scheduled("subscription-events/canceled-at-scheduling-agrees-with-cancel-at", async (check, scenario) => {
    givenEvent(scenario, SCHEDULED, CANCELED);
    if (!agrees(check, scenario)) throw new Inconclusive("both dates cannot be read as timestamps");
    for (const { scenario: each } of await scheduledFromEachState(check, scenario)) agrees(check, each);
    for await (const later of possibleScenarios(check, [pausedAgain, scheduledAfterIssue]))
      agrees(check, later);
  }),
  scheduled("subscription-events/canceled-when-due-has-completed-at", async (check, scenario) => {
    givenEvent(scenario, DUE, CANCELED);
    for await (const each of possibleScenarios(check, dueFromEachState))
      for (const event of eventsOf(each, DUE, CANCELED, ended))
        check.expect
          .that(`completedAt of ${CANCELED} at the due date`, event.data["completedAt"], event)
          .toSatisfy("a time, in any form", isReported);
  }),
  /** Does not apply if a payment on the same date changed the status. */
  scheduled("subscription-events/canceled-when-due-has-previous-status", async (check, scenario) => {
    givenEvent(scenario, DUE, CANCELED);
    for await (const each of possibleScenarios(check, dueFromEachState)) {
      const before = each.steps.at(-2);
      const isDue = each.steps.at(-1)?.name === DUE;
      if (before === undefined || !isDue) continue;
      const isPaid = PAYMENTS.some((type) => eventsOf(each, DUE, type).length > 0);
      const [event] = eventsOf(each, DUE, CANCELED, ended);
      if (event === undefined || (isPaid && each !== scenario)) continue;
      check.expect
        .that(`previousStatus of ${CANCELED} at the due date`, event.data["previousStatus"], event)
        .toBe(statusAfter(check, each, before.name));
    }
  }),

  /** Advances to more than a day before `cancelAt`, in any time zone. */
  scheduled("subscription-events/canceled-when-due-not-earlier", (check, scenario) => {
    givenEvent(scenario, SCHEDULED, CANCELED);
    const early = [
      ...eventsOf(scenario, SCHEDULED, CANCELED, ended),
      ...eventsOf(scenario, "before the cancellation", CANCELED, ended),
    ];
    check.expect
      .that(`the number of ${CANCELED} with status canceled before cancelAt`, early.length, early[0])
      .toBe(0);
  }),

  scheduled("subscription-events/canceled-twice-when-scheduled", (check, scenario) => {
    emitted(scenario, SCHEDULED, CANCELED);
    emitted(scenario, DUE, CANCELED);
    const received = eventsOf(scenario, "ever", CANCELED);
    check.expect
      .that(`the number of ${CANCELED} of a scheduled cancellation`, received.length, received.at(-1))
      .toBe(2);
  }),
  onScenario(
    "subscription-events/canceled-once-when-immediate",
    immediateCancellation,
    async (check, scenario) => {
      const event = givenEvent(scenario, AT_ONCE, CANCELED);
      check.expect
        .that(
          `the number of ${CANCELED} of an immediate cancellation`,
          eventsOf(scenario, "ever", CANCELED).length,
        )
        .toBe(1);
      const optional = ["effectiveDate", "previousStatus", "completedAt"].filter(
        (name) => name in event.data,
      );
      check.observe("immediate-cancel-fields", optional.length === 0 ? "neither" : optional.join(", "));
      const scheduled = await ifReachable(check, immediateAfterScheduled);
      const ended =
        scheduled === null
          ? []
          : eventsOf(scheduled, "ever", CANCELED).filter(({ data }) => data["status"] === "canceled");
      check.expect
        .that(
          `the number of ${CANCELED} with the status canceled, of one that was to be canceled`,
          ended.length,
        )
        .toBe(scheduled === null ? 0 : 1);
      for await (const other of possibleScenarios(check, canceledFrom)) {
        if (eventsOf(other, AT_ONCE, CANCELED).length > 0) emittedOnce(other, AT_ONCE, CANCELED);
        if (other.steps.at(-2)?.name !== "declined") continue;
        const isVoided = stepOf(other, AT_ONCE).events.some(({ type }) => type === "invoice.voided");
        check.observe("cancellation-and-owed-invoice", isVoided ? "voided" : "not voided");
      }
    },
  ),
];

/** The dates of a scheduled cancellation are on the same day, in any time zone. @returns false if one of them is not reported */
function agrees(check: Check, scenario: Scenario): boolean {
  const step = scenario.steps.find(({ name }) => name === SCHEDULED);
  const [event] = step === undefined ? [] : eventsOf(scenario, SCHEDULED, CANCELED);
  const dates = [event?.data["effectiveDate"], step?.port?.output("cancelAt")] as const;
  const [effective, cancelAt] = dates.map(parseTimestamp);
  if (effective == null || cancelAt == null) return false;
  const isExact = reportedTo(...dates) < DAY;
  check.expect
    .that("the distance in ms of effectiveDate and cancelAt", effective - cancelAt, event)
    .toSatisfy(isExact ? "less than a day" : "at most a day", (distance) =>
      isExact ? Math.abs(numberOf(distance)) < DAY : Math.abs(numberOf(distance)) <= DAY,
    );
  return true;
}
