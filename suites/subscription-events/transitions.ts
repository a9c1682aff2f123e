import { type Check, Inconclusive, numberOf, type ReceivedEvent, textOf } from "../kit.ts";
import { unexpected } from "../scenarios/causality.ts";
import { isReported } from "../fixtures/reading.ts";
import { reportedTo } from "../../harness/timestamps.ts";
import { DAY, parseTimestamp } from "../fixtures/times.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { type GivenCustomer, givenOwnCustomer, givenSubscription } from "../fixtures/subscriptions.ts";
import { startedAt } from "../scenarios/subscription-starts.ts";
import { ifReachable, possibleScenarios, onScenario } from "../scenarios/scenario-rules.ts";
import { trial } from "../scenarios/trials-and-cancellations.ts";
import { hostedTrial, hostedPage } from "../scenarios/hosted-pages.ts";
import {
  calledRetry,
  creation,
  DECLINED_LATER,
  declinedLater,
  renewal,
  unpaidCreation,
  RENEWED,
} from "../scenarios/renewals.ts";
import {
  eventsOf,
  givenEvent,
  timestampIn,
  member,
  reachedSteps,
  stepOf,
  emitted,
} from "../scenarios/scenario-events.ts";
import type { Scenario } from "../scenarios/recorder.ts";
import { passes, requireInput } from "../fixtures/port-inputs.ts";

const CREATED = "subscription.created";
const UPDATED = "subscription.updated";
const PAST_DUE = "subscription.past_due";
const TRIAL_ENDING = "subscription.trial_ending";

/** The first day of a year, in a week of the year before, epoch ms. */
const NEW_YEAR = Date.parse("2028-01-01T12:00:00Z");

/** The date of a trial's end may be any of several days, and depends on the time zone (`trial-end-date`). */
function endsOnItsDate(check: Check, notice: ReceivedEvent): void {
  const date = parseTimestamp(notice.data["trialEndDate"]);
  if (date === null) return;
  const after = date - timestampIn(notice, "trialEnd");
  check.expect
    .that("the distance in ms of trialEndDate and trialEnd", after, notice)
    .toSatisfy("at most two days", (distance) => Math.abs(numberOf(distance)) <= 2 * DAY);
  check.observe("trial-end-date", `days after the end of the trial: ${Math.ceil(after / DAY)}`);
}

/** The reports of all subscriptions that a scenario creates through the API, and whose first payment it reports. */
const paidCreations = ({ steps }: Scenario): readonly ReceivedEvent[] =>
  steps
    .filter(({ transition }) => transition === "created")
    .flatMap(({ port, events }) => {
      const id = port?.output("subscriptionId");
      const own = events.filter(({ data }) => data["subscriptionId"] === id);
      const isPaid = own.some(({ type }) => type === "payment.completed");
      return isPaid ? own.filter(({ type }) => type === CREATED) : [];
    });

/** Expects that each period of a scenario's updates starts after the previous one, and that no next billing date is before its period. */
function eachLater(check: Check, scenario: Scenario): void {
  const inOrder = eventsOf(scenario, "ever", UPDATED)
    .map((event) => ({ event, end: parseTimestamp(event.data["currentPeriodEnd"]) ?? Number.NaN }))
    .sort((one, other) => one.end - other.end);
  let before: ReceivedEvent | null = null;
  for (const { event } of inOrder) {
    if (before !== null) isAfter(check, event, "currentPeriodStart", before);
    isAfter(check, event, "nextBillingDate", event);
    before = event;
  }
}

/** Expects that a time of one event is after the period start of another. Does nothing if one of the two is not reported. */
function isAfter(check: Check, event: ReceivedEvent, name: string, other: ReceivedEvent): void {
  const start = other.data["currentPeriodStart"];
  const [time, from] = [parseTimestamp(event.data[name]), parseTimestamp(start)];
  if (time === null || from === null) return;
  const exactness = reportedTo(event.data[name], start);
  const least = from - (exactness === 1_000 ? 0 : exactness);
  check.expect
    .that(`${name} of ${UPDATED}, as epoch ms`, time, event)
    .toSatisfy(`after the start of the period, ${least}`, (value) => numberOf(value) > least);
}

/** The events of creations, renewals, failures, settlements and pauses of a subscription (§6.1). */
export default [
  /** A customer's further subscriptions are created as well, also after one from the hosted page. */
  onScenario("subscription-events/created-when-approved", creation, async (check, scenario) => {
    emitted(scenario, "created", CREATED, ({ data }) => data["status"] === "active");
    for await (const each of possibleScenarios(check, [renewal, hostedPage]))
      for (const event of paidCreations(each))
        check.expect.that(`status of ${CREATED}`, event.data["status"], event).toBe("active");
  }),
  onScenario("subscription-events/created-names-the-customer", creation, async (check) => {
    for await (const each of possibleScenarios(check, [creation, unpaidCreation, trial])) {
      const event = givenEvent(each, "created", CREATED);
      const known = each.customer.id ?? each.subscription.customerId;
      if (known === null) throw new Inconclusive("nothing shows the subscription's customer");
      check.expect.that(`customerId of ${CREATED}`, member(event, "customerId"), event).toBe(known);
    }
    // The page may create its own customer.
    for (const [runScenario, port] of [
      [hostedPage, "checkoutSubscription"],
      [hostedTrial, "checkoutTrialSubscription"],
    ] as const) {
      const each = await ifReachable(check, runScenario);
      if (each === null || each.customer.id === null || !passes(check, port, "customerId")) continue;
      for (const event of eventsOf(each, "created", CREATED))
        check.expect
          .that(`customerId of ${CREATED}`, member(event, "customerId"), event)
          .toBe(each.customer.id);
    }
  }),
  /** Then creates a subscription of another customer of the merchant. */
  onScenario("subscription-events/created-has-the-customers-email", creation, async (check, scenario) => {
    requireInput(check, "createCustomer", "email");
    const hasAddress = (event: ReceivedEvent, { email }: GivenCustomer): void =>
      check.expect
        .that(`customerEmail of ${CREATED}`, textOf(member(event, "customerEmail")).toLowerCase(), event)
        .toBe(email);
    for await (const each of possibleScenarios(check, [creation, unpaidCreation, trial])) {
      hasAddress(givenEvent(each, "created", CREATED), each.customer);
    }
    const customer = await givenOwnCustomer(check, scenario.customer.merchant);
    const inbox = await check.inbox({ merchant: customer.merchant, names: [CREATED] });
    inbox.own(customer.id);
    const { id } = await givenSubscription(check, { customer });
    inbox.own(id);
    const where = ({ data }: ReceivedEvent): boolean => data["subscriptionId"] === id;
    hasAddress(await inbox.next({ type: CREATED, where }), customer);
  }),
  onScenario("subscription-events/created-has-the-period", creation, async (check) => {
    for await (const each of possibleScenarios(check, [creation, unpaidCreation, trial, hostedPage])) {
      const event = givenEvent(each, "created", CREATED);
      const read = stepOf(each, "created").after?.port.output("currentPeriodStart");
      const start = parseTimestamp(read);
      if (start === null) throw new Inconclusive("the subscription reports no currentPeriodStart");
      check.expect
        .that(
          "the distance in ms of the period's start in the event and in the subscription",
          timestampIn(event, "currentPeriodStart") - start,
          event,
        )
        .toSatisfy(
          "0, within the precision of both",
          (distance) => Math.abs(numberOf(distance)) < reportedTo(event.data["currentPeriodStart"], read),
        );
    }
  }),
  /** A trial from the hosted page has the same dates. */
  onScenario("subscription-events/created-has-the-trial", trial, async (check, scenario) => {
    const event = givenEvent(scenario, "created", CREATED);
    const hosted = await ifReachable(check, hostedTrial);
    const ofPage = hosted === null ? [] : eventsOf(hosted, "created", CREATED);
    for (const each of [event, ...ofPage.filter(({ data }) => data["status"] === "trialing")])
      for (const name of ["trialStart", "trialEnd"])
        check.expect
          .that(`${name} of ${CREATED}`, each.data[name], each)
          .toSatisfy("a time, in any form", isReported);
    check.expect
      .that(
        "the distance in ms of the trial's end in the event and in the subscription",
        timestampIn(event, "trialEnd") - scenario.trialEnd.at,
        event,
      )
      .toSatisfy(
        "0, within the precision of both",
        (distance) =>
          Math.abs(numberOf(distance)) < reportedTo(event.data["trialEnd"], scenario.trialEnd.reported),
      );
  }),

  onScenario("subscription-events/created-from-page-has-session", hostedPage, async (check, scenario) => {
    for await (const each of possibleScenarios(check, [hostedPage, hostedTrial])) {
      const event = givenEvent(each, "created", CREATED);
      const session = stepOf(each, "created").port?.output("checkoutSessionId");
      check.expect
        .that(`checkoutSessionId of ${CREATED}`, event.data["checkoutSessionId"], event)
        .toSatisfy(
          typeof session === "string" ? `"${session}"` : "a text",
          (value) =>
            typeof value === "string" && value !== "" && (typeof session !== "string" || value === session),
        );
    }
    const others = stepOf(scenario, "created").events.map((other) => other.type);
    check.observe("hosted-page-events", [...new Set(others)].sort().join(", "));
  }),
  onScenario("subscription-events/created-from-api-has-no-session", creation, async (check) => {
    for await (const each of possibleScenarios(check, [creation, unpaidCreation, trial])) {
      const event = givenEvent(each, "created", CREATED);
      check.expect
        .that(`checkoutSessionId of ${CREATED}`, event.data["checkoutSessionId"], event)
        .toBeOneOf([undefined, null]);
    }
    for await (const each of possibleScenarios(check, [hostedPage, hostedTrial]))
      for (const event of paidCreations(each))
        check.expect
          .that(`checkoutSessionId of ${CREATED}`, event.data["checkoutSessionId"], event)
          .toBeOneOf([undefined, null]);
  }),
  onScenario("subscription-events/updated-has-a-later-period", renewal, (check, scenario) => {
    const event = givenEvent(scenario, RENEWED, UPDATED);
    check.expect
      .that("currentPeriodEnd of subscription.updated", timestampIn(event, "currentPeriodEnd"), event)
      .toSatisfy(`later than ${scenario.due.first}`, (end) => numberOf(end) > scenario.due.first);
    eachLater(check, scenario);
  }),
  onScenario("subscription-events/past-due-from-active", calledRetry, async (check, scenario) => {
    const later = await ifReachable(check, declinedLater);
    for (const [each, step] of [
      [scenario, "declined"] as const,
      ...(later === null ? [] : reachedSteps(later, DECLINED_LATER).map((name) => [later, name] as const)),
    ]) {
      const event = givenEvent(each, step, PAST_DUE);
      check.expect
        .that(`previousStatus of ${PAST_DUE}`, member(event, "previousStatus"), event)
        .toBe("active");
    }
  }),
  /** Another trial ends on the first day of a year. */
  onScenario("subscription-events/trial-ending-has-the-trial", trial, async (check, scenario) => {
    const notice = emitted(scenario, "created", TRIAL_ENDING);
    const creation = givenEvent(scenario, "created", CREATED);
    for (const name of ["trialStart", "trialEnd"])
      check.expect
        .that(
          `the distance in ms of ${name} in ${TRIAL_ENDING} and in ${CREATED}`,
          timestampIn(notice, name) - timestampIn(creation, name),
          notice,
        )
        .toSatisfy(
          "0, within the precision of both",
          (distance) => Math.abs(numberOf(distance)) < reportedTo(notice.data[name], creation.data[name]),
        );
    endsOnItsDate(check, notice);
    const creationPort = "createTrialSubscription";
    const start = NEW_YEAR - (scenario.trialEnd.at - timestampIn(creation, "trialStart"));
    const across = await ifPossible(() => startedAt(check, start, { creationPort }));
    for (const event of across?.log.events(TRIAL_ENDING) ?? []) endsOnItsDate(check, event);
  }),
  onScenario("subscription-events/trial-ending-is-no-reminder", trial, (_check, scenario) => {
    givenEvent(scenario, "created", TRIAL_ENDING);
    const [late] = scenario.steps
      .slice(1)
      .flatMap((step) => step.events)
      .filter((event) => event.type === TRIAL_ENDING);
    if (late !== undefined) throw unexpected(late, "it is emitted only when the subscription is created");
  }),
];
