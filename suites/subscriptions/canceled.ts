import { ignoredFields } from "../../generators/index.ts";
import { type Check, Inconclusive, rule, type RuleCheck, type RuleId, Violation } from "../kit.ts";
import { advancePastDue, dueOf, givenClockFor } from "../fixtures/test-clocks.ts";
import {
  approveAgain,
  callFor,
  declineNext,
  givenCustomer,
  givenPaused,
  type GivenSubscription,
  givenSubscription,
  readSubscription,
  statusOf,
} from "../fixtures/subscriptions.ts";
import { DAY } from "../fixtures/times.ts";
import { documentedOutput } from "../expect/documented-outputs.ts";
import { soon } from "../fixtures/reading.ts";
import { ifReachable, isNew, on, PATIENT, possibleScenarios } from "../scenarios/scenario-rules.ts";
import {
  scheduledFromEachState,
  scheduledPastDue,
  scheduledUnpaid,
  unsettledWhenDue,
} from "../scenarios/states.ts";
import {
  immediateCancellation,
  scheduledCancellation,
  scheduledTrial,
} from "../scenarios/trials-and-cancellations.ts";
import type { Scenario } from "../scenarios/recorder.ts";
import { eventsOf, givenEvent, statusAfter, stepOf } from "../scenarios/scenario-events.ts";

const SCHEDULED = "cancellation scheduled";
const scheduled = on(scheduledCancellation);

/** Cancellations end a subscription at a date or immediately, from any state (§3, §4.9). */
export default [
  /** Cancels an active subscription, and one in another state if the target accepts that. */
  rule("subscriptions/scheduled-cancel-answers-200", PATIENT, async (check) => {
    const subscription = await givenSubscription(check);
    const { answer } = await callFor(check, subscription, "cancelSubscription");
    check.expect(answer).toAnswer(200);
    for (const runScenario of [scheduledTrial, scheduledUnpaid, scheduledPastDue]) {
      const scenario = await ifReachable(check, runScenario);
      const other = scenario === null ? null : stepOf(scenario, SCHEDULED).answer;
      if (other !== null) check.expect(other).toAnswer(200);
    }
  }),
  /** Without the flag, and with it false. */
  rule("subscriptions/scheduled-cancel-sets-cancel-at", async (check) => {
    for (const inputs of [{}, { cancelImmediately: false }]) {
      const subscription = await givenSubscription(check);
      const port = await callFor(check, subscription, "cancelSubscription", { inputs });
      check.succeeded(port.answer);
      check.expect
        .field("cancelAt", documentedOutput(port, "cancelAt", "cancelAt") ?? null, port.answer)
        .toSatisfy("set", isSet);
    }
  }),
  /** Reads the subscription after the cancellation. */
  rule("subscriptions/scheduled-cancel-keeps-cancel-at", async (check) => {
    const subscription = await givenSubscription(check);
    check.succeeded((await callFor(check, subscription, "cancelSubscription")).answer);
    const { port, cancelAt } = await soon(check, {
      read: async () => {
        const reading = await readSubscription(check, subscription);
        return {
          port: reading.port,
          cancelAt: documentedOutput(reading.port, "cancelAt", "cancelAt") ?? null,
        };
      },
      holds: (reading) => isSet(reading.cancelAt),
    });
    check.expect
      .that("cancelAt after a scheduled cancellation", cancelAt, port.answer)
      .toSatisfy("set", isSet);
  }),
  /** Cancels subscriptions that are active, on trial, unpaid and past due. */
  scheduled("subscriptions/scheduled-cancel-keeps-status", async (check, scenario) => {
    for (const { scenario: each, before } of await scheduledFromEachState(check, scenario)) {
      const kept = statusAfter(check, each, before);
      const step = stepOf(each, SCHEDULED);
      check.expect.field("status", statusAfter(check, each, SCHEDULED), step.after?.port.answer).toBe(kept);
      const reported = step.port?.output("status");
      if (reported !== undefined) check.expect.field("status", reported, step.answer ?? undefined).toBe(kept);
    }
  }),
  scheduled("subscriptions/scheduled-cancel-stays-until-due", (check, scenario) => {
    check.expect
      .that("status before cancelAt", statusAfter(check, scenario, "before the cancellation"))
      .toBe(statusAfter(check, scenario, SCHEDULED));
  }),
  scheduled("subscriptions/scheduled-cancel-ends-when-due", async (check, scenario) => {
    expectEndWhenDue(check, scenario);
    for await (const other of possibleScenarios(check, [scheduledTrial, ...unsettledWhenDue]))
      expectEndWhenDue(check, other);
  }),

  /** Advances past `cancelAt` and the day after it. */
  scheduled("subscriptions/scheduled-cancel-is-not-renewed", (check, scenario) => {
    givenEvent(scenario, SCHEDULED, "subscription.canceled");
    check.observe(
      "cancellation-dates",
      `${Math.round(scenario.afterEnd / DAY)} days after the end of the period`,
    );
    if (scenario.afterEnd > DAY)
      throw new Inconclusive(
        "the cancellation is due after the end of the period, so the period may be renewed before it",
      );
    const renewed = [
      ...eventsOf(scenario, "ever", "subscription.updated"),
      ...["before the cancellation", "canceled when due"].flatMap((step) =>
        eventsOf(scenario, step, "invoice.paid", (event) => isNew("invoiceId", step)(event, scenario)),
      ),
    ];
    check.expect
      .that(
        "the events of a renewal after the cancellation took effect",
        renewed.map((event) => event.type),
      )
      .toBe([]);
  }),

  endsImmediately("subscriptions/immediate-cancel-from-active", (check) => givenSubscription(check)),
  endsImmediately("subscriptions/immediate-cancel-after-scheduling", async (check) => {
    const subscription = await givenSubscription(check);
    check.succeeded((await callFor(check, subscription, "cancelSubscription")).answer);
    return subscription;
  }),
  endsImmediately("subscriptions/immediate-cancel-from-paused", givenPaused),
  endsImmediately("subscriptions/immediate-cancel-from-trialing", (check) =>
    givenSubscription(check, { creationPort: "createTrialSubscription" }),
  ),
  endsImmediately("subscriptions/immediate-cancel-from-unpaid", async (check) => {
    const customer = await givenCustomer(check);
    await declineNext(check, customer);
    const subscription = await givenSubscription(check, { customer });
    await expectStart(check, subscription, "unpaid");
    return subscription;
  }),
  endsImmediately("subscriptions/immediate-cancel-from-past-due", async (check) => {
    const customer = await givenCustomer(check);
    const subscription = await givenSubscription(check, { customer });
    const due = await dueOf(check, subscription);
    const clock = await givenClockFor(check, subscription);
    await declineNext(check, customer);
    await advancePastDue(check, clock, due);
    await expectStart(check, subscription, "past_due");
    await approveAgain(check, customer);
    return subscription;
  }),

  /** Compares with an immediate cancellation without the field. */
  rule("subscriptions/cancel-ignores-cancel-at-period-end", async (check) => {
    const counterpart = await immediateCancellation(check);
    if (statusAfter(check, counterpart, "canceled immediately") !== "canceled")
      throw new Inconclusive(
        "an immediate cancellation does not end the subscription; another rule judges that",
      );
    const subscription = await givenSubscription(check);
    await cancelAtOnce(check, subscription, { cancelAtPeriodEnd: true });
    await expectEnd(check, subscription);
  }),

  /** Cancels an equal subscription without the fields and compares the answers. */
  rule("subscriptions/cancel-ignores-unknown-fields", async (check) => {
    const customer = await givenCustomer(check);
    const counterpart = await givenSubscription(check, { customer });
    const answered = await callFor(check, counterpart, "cancelSubscription");
    check.succeeded(answered.answer);
    const before = await readSubscription(check, counterpart);
    await check.property({
      effort: 0.4,
      from: ignoredFields(),
      holds: async (extra) => {
        const subscription = await givenSubscription(check, { customer });
        const { answer, output } = await callFor(check, subscription, "cancelSubscription", { extra });
        check.expect(answer).toAnswer(answered.answer.status);
        check.expect.field("status", output("status"), answer).toBe(answered.output("status"));
        const after = await readSubscription(check, subscription);
        check.expect.field("status", after.status, after.port.answer).toBe(before.status);
        check.expect
          .that("whether cancelAt is set", typeof after.cancelAt, after.port.answer)
          .toBe(typeof before.cancelAt);
      },
    });
  }),
];

/** Cancels subscriptions in a given state. */
function endsImmediately(id: RuleId, prepare: (check: Check) => Promise<GivenSubscription>): RuleCheck {
  return rule(id, async (check) => {
    const subscription = await prepare(check);
    await cancelAtOnce(check, subscription);
    await expectEnd(check, subscription);
  });
}

async function cancelAtOnce(
  check: Check,
  subscription: GivenSubscription,
  extra?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { answer } = await callFor(check, subscription, "cancelSubscription", {
    inputs: { cancelImmediately: true },
    ...(extra === undefined ? {} : { extra }),
  });
  if (answer.status >= 500) check.succeeded(answer);
  if (!answer.succeeded)
    throw new Violation({
      expected: `${answer.what} to end the subscription immediately`,
      actual: `it answered ${answer.summary}`,
      exchange: answer.exchange.sequence,
    });
}

function expectEndWhenDue(check: Check, scenario: Scenario): void {
  const status = statusAfter(check, scenario, "canceled when due");
  if (status !== "canceled")
    throw new Violation({
      basis: "deadline",
      expected: "the subscription to be canceled once cancelAt has passed",
      actual: `it is ${status}`,
    });
}

async function expectEnd(check: Check, subscription: GivenSubscription): Promise<void> {
  await check.eventually({
    expected: "the subscription to be canceled",
    read: () => statusOf(check, subscription),
    holds: (status) => status === "canceled",
  });
}

/** Whether a date is there. */
function isSet(date: unknown): boolean {
  return date !== undefined && date !== null && date !== "";
}

/** Waits for the state from which the check starts. @throws Inconclusive if the target does not reach it */
async function expectStart(check: Check, subscription: GivenSubscription, wanted: string): Promise<void> {
  try {
    await check.eventually({
      expected: `the subscription to be ${wanted}`,
      read: () => statusOf(check, subscription),
      holds: (status) => status === wanted,
    });
  } catch (error) {
    if (error instanceof Violation) throw new Inconclusive(`${error.message}; another rule judges that`);
    throw error;
  }
}
