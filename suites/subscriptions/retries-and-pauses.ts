import { ignoredFields } from "../../generators/index.ts";
import type { Check, PortAnswer, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, rule, Violation } from "../kit.ts";
import { givenClockFor, periodOf } from "../fixtures/test-clocks.ts";
import {
  callFor,
  givenCustomer,
  givenPaused,
  givenRetryable,
  type GivenSubscription,
  givenSubscription,
} from "../fixtures/subscriptions.ts";
import { DAY, written } from "../fixtures/times.ts";
import { unexpected } from "../scenarios/causality.ts";
import { documentedOutput } from "../expect/documented-outputs.ts";
import { ifReachable, possibleScenarios, onScenario } from "../scenarios/scenario-rules.ts";
import { pause } from "../scenarios/trials-and-cancellations.ts";
import {
  automaticRetry,
  calledRetry,
  DECLINED_LATER,
  declinedLater,
  declinedTwice,
  RETRIED_LATER,
  RETRIED_WITHOUT_EFFECT,
  retriedCreation,
  retriedWithoutEffect,
  SETTLED_LATER,
} from "../scenarios/renewals.ts";
import { advances, step } from "../scenarios/acts.ts";
import { pausedTrial } from "../scenarios/states.ts";
import { recorder, type Scenario } from "../scenarios/recorder.ts";
import {
  givenEvent,
  member,
  outputOf,
  reachedSteps,
  statusAfter,
  stepOf,
} from "../scenarios/scenario-events.ts";

/** The outcomes of renewals, retries, pauses and resumptions (§3, §4.9), and the fields that they ignore. */
export default [
  reaches("subscriptions/declined-renewal-is-past-due", calledRetry, "declined", "past_due", [
    declinedLater,
    DECLINED_LATER,
  ]),
  reaches("subscriptions/automatic-retry-activates", automaticRetry, "retried", "active", [
    declinedTwice,
    [RETRIED_LATER],
  ]),
  reaches("subscriptions/retry-payment-activates-past-due", calledRetry, "retried", "active", [
    declinedLater,
    SETTLED_LATER,
  ]),
  reaches("subscriptions/retry-payment-activates-unpaid", retriedCreation, "retried", "active"),

  onScenario("subscriptions/declined-retry-does-not-activate", retriedWithoutEffect, (check, scenario) => {
    const before = statusAfter(check, scenario, "created");
    if (before !== "unpaid")
      throw new Inconclusive(`the subscription was ${before}, not unpaid; another rule judges that`);
    check.expect
      .that("status after a declined retry", statusAfter(check, scenario, RETRIED_WITHOUT_EFFECT))
      .toSatisfy("not active", (status) => status !== "active");
  }),

  onScenario("subscriptions/retry-payment-answers-200", calledRetry, async (check) => {
    for await (const each of possibleScenarios(check, [calledRetry, retriedCreation])) {
      const { answer } = stepOf(each, "retried");
      if (answer === null) throw new Error("the retry has no answer");
      check.expect(answer).toAnswer(200);
    }
  }),
  onScenario("subscriptions/retry-payment-answers-past-due", calledRetry, (check, scenario) => {
    const step = stepOf(scenario, "retried");
    check.expect.field("status", outputOf(step, "status"), step.answer ?? undefined).toBe("past_due");
  }),
  onScenario("subscriptions/retry-payment-announces-activation", calledRetry, async (check, scenario) => {
    const { port } = stepOf(scenario, "retried");
    if (port === null) throw new Error("the retry has no answer");
    const pending = documentedOutput(port, "activationPending", "subscriptionActivationPending");
    check.expect.field("subscriptionActivationPending", pending, port.answer).toBe(true);
    const unpaid = stepOf(await retriedCreation(check), "retried").port;
    const observed = [unpaid?.output("status"), unpaid?.output("activationPending")].map((value) =>
      JSON.stringify(value),
    );
    check.observe("retry-of-unpaid-answer", observed.join(", pending: "));
  }),

  /** The document does not name the paused state. */
  onScenario("subscriptions/pause-status-agrees-with-event", pause, (check, scenario) => {
    const event = givenEvent(scenario, "paused", "subscription.paused");
    check.expect
      .that("status of the paused subscription", statusAfter(check, scenario, "paused"))
      .toBe(member(event, "status"));
  }),
  onScenario("subscriptions/resume-status-agrees-with-event", pause, async (check) => {
    for await (const each of possibleScenarios(check, [pause, pausedTrial])) {
      const event = givenEvent(each, "resumed", "subscription.resumed");
      check.expect
        .that("status of the resumed subscription", statusAfter(check, each, "resumed"))
        .toBe(member(event, "status"));
    }
  }),

  /** Pauses with a date and advances days past it. No resumption may be reported, and the state must stay paused. */
  rule("subscriptions/pause-ignores-pause-until", async (check) => {
    const customer = await givenCustomer(check);
    const log = await recorder(check, customer);
    const subscription = await givenSubscription(check, { customer });
    log.own(subscription.id);
    const { start } = await periodOf(check, subscription);
    const clock = await givenClockFor(check, subscription);
    await step({ log, subscription }, ["paused", "paused"], async () => {
      const extra = { pauseUntil: written(start + 5 * DAY) };
      const paused = await callFor(check, subscription, "pauseSubscription", { extra });
      check.succeeded(paused.answer);
      return paused;
    });
    const go = advances(check, clock, { log, subscription });
    await go("advanced past the date", "nothing", start + 12 * DAY);
    const scenario = log.scenario(subscription);
    givenEvent(scenario, "paused", "subscription.paused");
    const [resumed] = log.events("subscription.resumed");
    if (resumed !== undefined) throw unexpected(resumed, "pauseUntil has no effect");
    if (stepOf(scenario, "paused").after !== null)
      check.expect
        .that("status past the date", statusAfter(check, scenario, "advanced past the date"))
        .toBe(statusAfter(check, scenario, "paused"));
  }),

  alike("subscriptions/pause-ignores-unknown-fields", "pauseSubscription", (check) =>
    givenSubscription(check),
  ),
  alike("subscriptions/resume-ignores-unknown-fields", "resumeSubscription", givenPaused),
  // The answer to a retry of an unpaid subscription is open (`retry-of-unpaid-answer`), so it is not compared.
  alike("subscriptions/retry-ignores-unknown-fields", "retryPayment", givenRetryable, {
    status: ["unpaid", "active"],
    activationPending: [true, false, undefined],
  }),
];

/** Expects that a step of a scenario leads to a state. @throws Violation of basis "deadline" if it does not */
function reaches(
  id: RuleId,
  runScenario: Parameters<typeof onScenario>[1],
  step: string,
  wanted: string,
  later?: readonly [Parameters<typeof onScenario>[1], readonly string[]],
): RuleCheck {
  const expectStatus = (check: Check, scenario: Scenario, name: string): void => {
    const status = statusAfter(check, scenario, name);
    if (status === wanted) return;
    throw new Violation({
      basis: "deadline",
      expected: `the subscription to be ${wanted} once it is ${name}`,
      actual: `it is ${status}`,
    });
  };
  return onScenario(id, runScenario, async (check, scenario) => {
    expectStatus(check, scenario, step);
    if (later === undefined) return;
    const [runLater, steps] = later;
    const again = await ifReachable(check, runLater);
    if (again === null) return;
    for (const name of reachedSteps(again, steps)) expectStatus(check, again, name);
  });
}

/** Compares the answer with that for an equal subscription without the fields. */
function alike(
  id: RuleId,
  port: string,
  prepare: (check: Check) => Promise<GivenSubscription>,
  open: Readonly<Record<string, readonly unknown[]>> = {},
): RuleCheck {
  return rule(id, async (check) => {
    const act = async (extra?: Readonly<Record<string, unknown>>): Promise<PortAnswer> => {
      const subscription = await prepare(check);
      return callFor(check, subscription, port, extra === undefined ? {} : { extra });
    };
    const counterpart = await act();
    if (!counterpart.answer.succeeded)
      throw new Inconclusive(`${counterpart.answer.what} answered ${counterpart.answer.summary}`);
    await check.property({
      effort: 0.3,
      from: ignoredFields(),
      holds: async (extra) => {
        const { answer, output } = await act(extra);
        check.expect(answer).toAnswer(counterpart.answer.status);
        for (const name of ["status", "activationPending"])
          check.expect
            .field(name, output(name), answer)
            .toBeOneOf([...(open[name] ?? []), counterpart.output(name)]);
      },
    });
  });
}
