import { ignoredFields } from "../../generators/index.ts";
import { type Check, Inconclusive, type PortAnswer, rule, type RuleCheck, type RuleId } from "../kit.ts";
import {
  requestSubscription,
  declineNext,
  type GivenCustomer,
  type GivenSubscription,
  givenCustomer,
  givenSubscription,
  type Reading,
  readSubscription,
} from "../fixtures/subscriptions.ts";
import { DAY, written } from "../fixtures/times.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { documentedOutput } from "../expect/documented-outputs.ts";
import { onScenario } from "../scenarios/scenario-rules.ts";
import { trial } from "../scenarios/trials-and-cancellations.ts";
import { creation, unpaidCreation } from "../scenarios/renewals.ts";
import { statusAfter, stepOf } from "../scenarios/scenario-events.ts";

/** The outcome of a creation, paid or not (§3, §4.9), and the fields that it ignores. */
export default [
  onScenario("subscriptions/approved-creation-is-active", creation, (check, scenario) => {
    check.expect
      .that("the status of a paid subscription", statusAfter(check, scenario, "created"))
      .toBe("active");
  }),
  onScenario("subscriptions/approved-creation-tells-success", creation, (check, scenario) => {
    expectPaymentSuccess(check, stepOf(scenario, "created").port, true);
  }),

  /** Control or a port declines the customer's next payment. */
  rule("subscriptions/declined-creation-is-created", async (check) => {
    const { customer: former } = await givenSubscription(check);
    const customer = await givenAnother(check, former);
    await declineNext(check, customer);
    const { port } = await requestSubscription(check, { customer });
    requireAnother(customer, port);
    check.expect(port.answer).toAnswer(201);
  }),
  onScenario("subscriptions/declined-creation-is-unpaid", unpaidCreation, (check, scenario) => {
    check.expect
      .that(
        "the status of a subscription whose first payment was declined",
        statusAfter(check, scenario, "created"),
      )
      .toBe("unpaid");
  }),
  /** Also of a customer whose payments before and after it succeed. */
  onScenario("subscriptions/declined-creation-tells-failure", unpaidCreation, async (check, scenario) => {
    expectPaymentSuccess(check, stepOf(scenario, "created").port, false);
    await ifPossible(() => eachOutcome(check));
  }),

  onScenario("subscriptions/trial-creation-is-trialing", trial, (check, scenario) => {
    check.expect.that("the status of a trial", statusAfter(check, scenario, "created")).toBe("trialing");
  }),

  onScenario("subscriptions/has-current-period-start", creation, (check, scenario) => {
    const { after } = stepOf(scenario, "created");
    if (after === null) throw new Inconclusive("no route reads the subscription");
    const start = documentedOutput(after.port, "currentPeriodStart", "currentPeriodStart");
    check.expect
      .field("currentPeriodStart", start ?? null, after.port.answer)
      .toSatisfy("present", (reported) => reported !== null);
  }),

  ignored(
    "subscriptions/create-ignores-cancel-at-period-end",
    { cancelAtPeriodEnd: true },
    (check, reading, counterpart) => {
      check.expect
        .that("whether cancelAt is set", isSet(reading.cancelAt), reading.port.answer)
        .toBe(isSet(counterpart.cancelAt));
    },
  ),
  ignored(
    "subscriptions/create-ignores-pause-until",
    { pauseUntil: written(Date.now() + 20 * DAY) },
    (check, reading, counterpart) => {
      check.expect.field("status", reading.status, reading.port.answer).toBe(counterpart.status);
    },
  ),
  ignored("subscriptions/create-ignores-trial-days", { trial_days: 9 }, (check, reading, counterpart) => {
    check.expect.field("status", reading.status, reading.port.answer).toBe(counterpart.status);
    // Without a trial, a target may return any value except a trial of several days.
    check.expect
      .that("the remaining days of a trial", lastsFor(reading), reading.port.answer)
      .toBe(lastsFor(counterpart));
  }),

  /** Compares with the same creation without the fields. */
  rule("subscriptions/create-ignores-unknown-fields", async (check) => {
    const counterpart = await givenSubscription(check);
    const reported = (port: PortAnswer, name: string): unknown =>
      TIMESTAMPS.includes(name) ? typeof port.output(name) : (port.output(name) ?? null);
    await check.property({
      effort: 0.4,
      from: ignoredFields(),
      holds: async (extra) => {
        const customer = await givenAnother(check, counterpart.customer);
        const { port: made } = await requestSubscription(check, { customer, extra });
        requireAnother(customer, made);
        check.expect(made.answer).toAnswer(counterpart.created.answer.status);
        for (const name of ["status", "paymentSuccess", "quantity", "trialEnd", "cancelAt"])
          check.expect
            .field(name, reported(made, name), made.answer)
            .toBe(reported(counterpart.created, name));
      },
    });
  }),
];

/** Creates subscriptions of one customer whose first payments succeed and fail in turn. */
async function eachOutcome(check: Check): Promise<void> {
  check.require("control.setNextPaymentOutcome");
  const customer = await givenCustomer(check);
  const outcomes: { readonly wanted: boolean; readonly port: PortAnswer }[] = [];
  for (const wanted of [true, false, false, true]) {
    if (!wanted) await declineNext(check, customer);
    const { port } = await requestSubscription(check, { customer });
    outcomes.push({ wanted, port });
  }
  // Whether a customer can have several subscriptions is open.
  if (outcomes.at(-1)?.port.answer.succeeded !== true) return;
  for (const { wanted, port } of outcomes) {
    if (!wanted) check.expect(port.answer).toAnswer(201);
    if (port.answer.succeeded) expectPaymentSuccess(check, port, wanted);
  }
}

/** Expects the outcome of the first payment in the answer to the creation, under the documented name. */
function expectPaymentSuccess(check: Check, port: PortAnswer | null, wanted: boolean): void {
  if (port === null) throw new Error("the creation has no answer");
  check.expect
    .field(
      "paymentStatus.success",
      documentedOutput(port, "paymentSuccess", "paymentStatus.success"),
      port.answer,
    )
    .toBe(wanted);
}

/**
 * A customer for another subscription, because the number of subscriptions per customer is not documented. If no route creates customers,
 * the profile's customer.
 */
const givenAnother = (check: Check, { id, merchant }: GivenCustomer): Promise<GivenCustomer> =>
  givenCustomer(check, id === null ? undefined : merchant);

/** @throws Inconclusive if a second subscription of the profile's customer was refused */
function requireAnother({ id }: GivenCustomer, { answer }: PortAnswer): void {
  if (id === null && !answer.succeeded && answer.status < 500)
    throw new Inconclusive(`the customer may have one subscription only: ${answer.summary}`);
}

const TIMESTAMPS = ["trialEnd", "cancelAt"];

const isSet = (reported: unknown): boolean => reported !== undefined && reported !== null && reported !== "";

/** Days from the start of the period to the end of the trial; null if one is not reported. */
function lastsFor({ trialEnd, start }: Reading): number | null {
  const days = trialEnd === null || start === null ? null : Math.round((trialEnd - start) / DAY);
  return days !== null && days > 0 ? days : null;
}

/** Compares with an equal creation without the field. */
function ignored(
  id: RuleId,
  extra: Readonly<Record<string, unknown>>,
  judge: (check: Check, reading: Reading, counterpart: Reading) => void,
): RuleCheck {
  return rule(id, async (check) => {
    const counterpart = await givenSubscription(check);
    const customer = await givenAnother(check, counterpart.customer);
    const { port: made } = await requestSubscription(check, { customer, extra });
    requireAnother(customer, made);
    check.expect(made.answer).toAnswer(counterpart.created.answer.status);
    const subscription: GivenSubscription = {
      ...counterpart,
      customer,
      id: made.text("subscriptionId"),
      created: made,
    };
    judge(check, await readSubscription(check, subscription), await readSubscription(check, counterpart));
  });
}
