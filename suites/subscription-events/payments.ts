import {
  type Check,
  Inconclusive,
  NothingToJudge,
  type ReceivedEvent,
  rule,
  textOf,
  Violation,
} from "../kit.ts";
import { code, memberOf, soon } from "../fixtures/reading.ts";
import {
  ifReachable,
  isNew,
  onScenario,
  PATIENT,
  possibleScenarios,
  repeatsShareId,
} from "../scenarios/scenario-rules.ts";
import { explains } from "../model/billing.ts";
import { canceledFrom } from "../scenarios/states.ts";
import { trial } from "../scenarios/trials-and-cancellations.ts";
import { quantityChange } from "../scenarios/quantity-changes.ts";
import {
  automaticRetry,
  calledRetry,
  declinedTwice,
  renewal,
  RETRIED_WITHOUT_EFFECT,
  retriedWithoutEffect,
  unpaidCreation,
} from "../scenarios/renewals.ts";
import type { Scenario } from "../scenarios/recorder.ts";
import { eventsOf, givenEvent, stepOf, emitted } from "../scenarios/scenario-events.ts";

const DONE = "payment.completed";
const FAILED = "payment.failed";
const TRIAL_ENDED = "past the trial's end";

/** Expects at most one failure. Control declined at most one payment and approved all later ones. */
function failedOnceAtMost(scenario: Scenario): void {
  const events = eventsOf(scenario, "ever", FAILED);
  const declined = scenario.steps.filter(({ transition }) => explains(transition, FAILED)).length;
  if (events.length <= declined) return;
  throw new Violation({
    expected: `${declined} ${FAILED} for an immediately canceled subscription, one for each declined payment`,
    actual: `${events.length} arrived`,
    event: events.at(-1) ?? null,
  });
}

/** Scenarios with payments that go through: immediately, by a renewal, by a retry, and of several items. */
const PAID = [renewal, calledRetry, automaticRetry, quantityChange];

/** The intent that an event names, once it has succeeded or at the deadline; null if it cannot be retrieved. */
async function intentOf(
  check: Check,
  { customer: { merchant } }: Scenario,
  { data }: ReceivedEvent,
): Promise<Readonly<Record<string, unknown>> | null> {
  const id = data["paymentIntentId"];
  if (typeof id !== "string") return null;
  const answer = await soon(check, {
    read: () =>
      check.send({
        ...{ method: "GET", host: "payment", to: "/v1/payment-intents/{id}", path: { id } },
        key: merchant.testKey,
      }),
    holds: (read) => !read.succeeded || memberOf(read, "status") === "succeeded",
  });
  check.observe("event-payment-intents", answer.succeeded ? "retrieved" : textOf(answer.status));
  return answer.succeeded ? (answer.body as Readonly<Record<string, unknown>>) : null;
}

/** The events of payment requests (§6.1). */
export default [
  /** The invoice of the first paid period may be issued earlier, but only a payment request settles it. */
  onScenario("subscription-events/payment-completed-at-trial-end", trial, (_check, scenario) => {
    const isFirst = (key: "invoiceId" | "orderId") => (event: ReceivedEvent) =>
      event.data["amount"] !== 0 && isNew(key, TRIAL_ENDED)(event, scenario);
    if (eventsOf(scenario, TRIAL_ENDED, "invoice.paid", isFirst("invoiceId")).length > 0)
      emitted(scenario, TRIAL_ENDED, DONE, isFirst("orderId"));
  }),
  /** If the call itself was refused, it need not have requested a payment. */
  onScenario(
    "subscription-events/payment-failed-by-retry-payment",
    retriedWithoutEffect,
    (check, scenario) => {
      const { answer } = stepOf(scenario, RETRIED_WITHOUT_EFFECT);
      check.observe("retry-payment-outcomes", `declined: ${textOf(answer?.status)}`);
      if (answer?.succeeded !== true && eventsOf(scenario, RETRIED_WITHOUT_EFFECT, FAILED).length === 0)
        throw new Inconclusive("the retry-payment call was refused, so it may not have requested a payment");
      emitted(scenario, RETRIED_WITHOUT_EFFECT, FAILED);
    },
  ),

  /**
   * The events of one payment request name one payment intent. If several payments were declined, the order and the time must match too,
   * because an intent may be reused.
   */
  onScenario("subscription-events/payment-failed-once", calledRetry, async (check, scenario) => {
    for (const [each, step] of [
      [scenario, "declined"],
      [await unpaidCreation(check), "created"],
      [await ifReachable(check, declinedTwice), "declined again"],
    ] as const) {
      if (each === null) continue;
      givenEvent(each, step, FAILED);
      if (step === "declined again")
        check.observe(
          "past-due-again",
          eventsOf(each, step, "subscription.past_due").length > 0 ? "reported again" : "not reported again",
        );
      const isOne = step === "created" || check.has("control.setNextPaymentOutcome");
      const requests = eventsOf(each, step, FAILED).map(({ data }) => {
        const { paymentIntentId = null, orderId, failedAt } = data;
        return JSON.stringify(
          isOne && paymentIntentId !== null ? paymentIntentId : [paymentIntentId, orderId, failedAt],
        );
      });
      if (new Set(requests).size < requests.length)
        throw new Violation({
          expected: `one ${FAILED} for one declined request`,
          actual: `${requests.length} different events arrived for ${[...new Set(requests)].join(", ")}`,
        });
    }
    if (check.has("control.setNextPaymentOutcome"))
      for await (const canceled of possibleScenarios(check, canceledFrom)) failedOnceAtMost(canceled);
  }),

  /** Reads the intents of creations, renewals, retries and a raised quantity. */
  rule("subscription-events/completed-payment-has-its-intent", PATIENT, async (check) => {
    let judged = 0;
    for await (const scenario of possibleScenarios(check, PAID))
      for (const event of eventsOf(scenario, "ever", DONE)) {
        const intent = await intentOf(check, scenario, event);
        if (intent === null) continue;
        judged += 1;
        const what = `of the intent ${textOf(event.data["paymentIntentId"])} of a completed payment`;
        check.expect.that(`the status ${what}`, intent["status"], event).toBe("succeeded");
        check.expect.that(`the amount ${what}`, intent["amount"], event).toBe(event.data["amount"]);
        const currency = code(event.data["currency"]);
        check.expect
          .that(`the currency ${what}, in lowercase`, code(intent["currency"]), event)
          .toBe(currency);
      }
    if (judged === 0) throw new NothingToJudge("no intent of a subscription's payment can be retrieved");
  }),

  repeatsShareId("subscription-events/payment-completed-repeats-share-their-order", DONE, "orderId"),
];
