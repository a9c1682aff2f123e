import { Inconclusive, Violation } from "../../harness/verdicts.ts";
import { isTold } from "../expect/reading.ts";
import { DAY, readInstant, toldTo } from "../fixtures/times.ts";
import { lived, ofStory, tells, tellsNo, tellsOnce } from "../expect/scenario-rules.ts";
import {
  hostedPage,
  hostedTrial,
  immediateCancellation,
  pause,
  quantityChange,
  scheduledCancellation,
  trial,
} from "../scenarios/ends.ts";
import {
  automaticRetry,
  calledRetry,
  creation,
  IN_VAIN,
  renewal,
  retriedCreation,
  retriedInVain,
  unpaidCreation,
} from "../scenarios/renewals.ts";
import { given, instantIn, member, stepOf, told } from "../expect/scenario-events.ts";
import { requireInput } from "../fixtures/port-inputs.ts";

const RENEWED = "advanced past the due date";
const CREATED = "subscription.created";
const ACTIVATED = "subscription.activated";
const UPDATED = "subscription.updated";
const PAST_DUE = "subscription.past_due";
const status = (word: string) => (event: { data: Readonly<Record<string, unknown>> }) =>
  event.data["status"] === word;

/** What is reported for a subscription's creation, renewals, failures, settlements and pauses (§6.1). */
export default [
  tells("subscription-events/created-when-approved", creation, "created", CREATED, status("active")),
  tells("subscription-events/created-when-declined", unpaidCreation, "created", CREATED, status("unpaid")),
  ofStory("subscription-events/created-when-trialing", trial, async (check) => {
    for await (const each of lived(check, [trial, hostedTrial]))
      told(each, "created", CREATED, status("trialing"));
  }),
  tellsOnce("subscription-events/created-once", creation, "created", CREATED, [
    [unpaidCreation, "created"],
    [trial, "created"],
    [hostedPage, "created"],
    [hostedTrial, "created"],
    [renewal, "created"],
    [automaticRetry, "created"],
    [calledRetry, "created"],
    [retriedCreation, "created"],
    [pause, "created"],
    [scheduledCancellation, "created"],
    [immediateCancellation, "created"],
  ]),

  ofStory("subscription-events/created-names-the-customer", creation, async (check) => {
    for await (const each of lived(check, [creation, unpaidCreation, trial])) {
      const event = given(each, "created", CREATED);
      const known = each.customer.id ?? each.subscription.customerId;
      if (known === null) throw new Inconclusive("nothing shows whose subscription it is");
      check.expect.that(`customerId of ${CREATED}`, member(event, "customerId"), event).toBe(known);
    }
  }),
  ofStory("subscription-events/created-has-the-customers-email", creation, async (check) => {
    requireInput(check, "createCustomer", "email");
    for await (const each of lived(check, [creation, unpaidCreation, trial])) {
      const event = given(each, "created", CREATED);
      check.expect
        .that(`customerEmail of ${CREATED}`, String(member(event, "customerEmail")).toLowerCase(), event)
        .toBe(each.customer.email);
    }
  }),
  ofStory("subscription-events/created-has-the-period", creation, (check, story) => {
    const event = given(story, "created", CREATED);
    const read = stepOf(story, "created").after?.port.output("currentPeriodStart");
    const start = readInstant(read);
    if (start === null) throw new Inconclusive("the subscription reports no currentPeriodStart");
    check.expect
      .that(
        "the distance in ms of the period's start in the event and in the subscription",
        instantIn(event, "currentPeriodStart") - start,
        event,
      )
      .toSatisfy(
        "nothing, as far as it is reported",
        (distance) => Math.abs(Number(distance)) < toldTo(event.data["currentPeriodStart"], read),
      );
  }),
  ofStory("subscription-events/created-has-the-trial", trial, (check, story) => {
    const event = given(story, "created", CREATED);
    for (const name of ["trialStart", "trialEnd"]) {
      check.expect
        .that(`${name} of ${CREATED}`, event.data[name], event)
        .toSatisfy("a time, in any form", isTold);
    }
    check.expect
      .that(
        "the distance in ms of the trial's end in the event and in the subscription",
        instantIn(event, "trialEnd") - story.trialEnd.at,
        event,
      )
      .toSatisfy(
        "nothing, as far as it is reported",
        (distance) => Math.abs(Number(distance)) < toldTo(event.data["trialEnd"], story.trialEnd.told),
      );
  }),

  ofStory("subscription-events/created-from-page-has-session", hostedPage, async (check, story) => {
    for await (const each of lived(check, [hostedPage, hostedTrial])) {
      const event = given(each, "created", CREATED);
      const session = stepOf(each, "created").port?.output("checkoutSessionId");
      check.expect
        .that(`checkoutSessionId of ${CREATED}`, event.data["checkoutSessionId"], event)
        .toSatisfy(
          typeof session === "string" ? `"${session}"` : "a text",
          (value) =>
            typeof value === "string" && value !== "" && (typeof session !== "string" || value === session),
        );
    }
    const others = stepOf(story, "created").events.map((other) => other.type);
    check.observe("hosted-page-events", [...new Set(others)].sort().join(", "));
  }),
  ofStory("subscription-events/created-from-api-has-no-session", creation, async (check) => {
    for await (const each of lived(check, [creation, unpaidCreation, trial])) {
      const event = given(each, "created", CREATED);
      check.expect
        .that(`checkoutSessionId of ${CREATED}`, event.data["checkoutSessionId"], event)
        .toBeOneOf([undefined, null]);
    }
  }),
  tellsNo(
    "subscription-events/no-session-completed",
    hostedPage,
    "ever",
    "checkout.session.completed",
    undefined,
    [[hostedTrial, "ever"]],
  ),

  tells("subscription-events/activated-by-automatic-retry", automaticRetry, "retried", ACTIVATED),
  tells("subscription-events/activated-by-retry-payment", calledRetry, "retried", ACTIVATED),
  tells("subscription-events/activated-from-unpaid", retriedCreation, "retried", ACTIVATED),
  tellsOnce("subscription-events/activated-once", calledRetry, "retried", ACTIVATED, [
    [automaticRetry, "retried"],
    [retriedCreation, "retried"],
  ]),
  tellsNo("subscription-events/not-activated-at-creation", creation, "created", ACTIVATED, undefined, [
    [unpaidCreation, "created"],
    [trial, "created"],
    [hostedPage, "created"],
    [hostedTrial, "created"],
  ]),
  tellsNo("subscription-events/not-activated-when-declined", retriedInVain, IN_VAIN, ACTIVATED),
  tellsNo("subscription-events/not-activated-at-trial-end", trial, "ever", ACTIVATED),

  tells("subscription-events/updated-on-paid-renewal", renewal, RENEWED, UPDATED),
  tellsOnce("subscription-events/updated-once-a-renewal", renewal, RENEWED, UPDATED),
  ofStory("subscription-events/updated-has-a-later-period", renewal, (check, story) => {
    const event = given(story, RENEWED, UPDATED);
    check.expect
      .that("currentPeriodEnd of subscription.updated", instantIn(event, "currentPeriodEnd"), event)
      .toSatisfy(`later than ${story.due.first}`, (end) => Number(end) > story.due.first);
  }),
  tellsNo("subscription-events/not-updated-when-declined", calledRetry, "declined", UPDATED, undefined, [
    [unpaidCreation, "created"],
    [retriedInVain, IN_VAIN],
  ]),
  tellsNo("subscription-events/not-updated-on-quantity-change", quantityChange, "ever", UPDATED),

  tells("subscription-events/past-due-when-declined", calledRetry, "declined", PAST_DUE, status("past_due")),
  tellsOnce("subscription-events/past-due-once", calledRetry, "declined", PAST_DUE),
  ofStory("subscription-events/past-due-from-active", calledRetry, (check, story) => {
    const event = given(story, "declined", PAST_DUE);
    check.expect.that(`previousStatus of ${PAST_DUE}`, member(event, "previousStatus"), event).toBe("active");
  }),

  tells("subscription-events/trial-ending-at-creation", trial, "created", "subscription.trial_ending"),
  tellsOnce("subscription-events/trial-ending-once", trial, "created", "subscription.trial_ending"),
  ofStory("subscription-events/trial-ending-has-the-trial", trial, (check, story) => {
    const notice = told(story, "created", "subscription.trial_ending");
    const creation = given(story, "created", CREATED);
    for (const name of ["trialStart", "trialEnd"])
      check.expect
        .that(
          `the distance in ms of ${name} in subscription.trial_ending and in ${CREATED}`,
          instantIn(notice, name) - instantIn(creation, name),
          notice,
        )
        .toSatisfy(
          "nothing, as far as it is reported",
          (distance) => Math.abs(Number(distance)) < toldTo(notice.data[name], creation.data[name]),
        );
    // Which day it is depends on the zone, and on whether the last day or the one after is meant.
    const date = readInstant(notice.data["trialEndDate"]);
    if (date !== null)
      check.expect
        .that("the distance in ms of trialEndDate and trialEnd", date - instantIn(notice, "trialEnd"), notice)
        .toSatisfy("at most two days", (distance) => Math.abs(Number(distance)) <= 2 * DAY);
  }),
  ofStory("subscription-events/trial-ending-is-no-reminder", trial, (_check, story) => {
    given(story, "created", "subscription.trial_ending");
    const [late] = story.steps
      .slice(1)
      .flatMap((step) => step.events)
      .filter((event) => event.type === "subscription.trial_ending");
    if (late !== undefined)
      throw new Violation({
        expected: "no subscription.trial_ending after the creation",
        actual: `it came: ${JSON.stringify(late.body)}`,
        event: late,
      });
  }),
  tellsNo("subscription-events/no-trial-ending-from-page", hostedTrial, "ever", "subscription.trial_ending"),
  tellsNo("subscription-events/no-trial-ending-without-trial", renewal, "ever", "subscription.trial_ending"),
];
