import type { ReceivedEvent } from "../../harness/inbox/event.ts";
import { Inconclusive, Violation } from "../../harness/verdicts.ts";
import { ifLived, isNew, ofStory, tells, tellsNo } from "../expect/scenario-rules.ts";
import { trial } from "../scenarios/ends.ts";
import {
  automaticRetry,
  calledRetry,
  creation,
  declinedTwice,
  IN_VAIN,
  renewal,
  retriedCreation,
  retriedInVain,
  unpaidCreation,
} from "../scenarios/renewals.ts";
import type { Story } from "../scenarios/recorder.ts";
import { eventsOf, expectAsMany, given, stepOf, told } from "../expect/scenario-events.ts";

const RENEWED = "advanced past the due date";
const DONE = "payment.completed";
const FAILED = "payment.failed";

/**
 * A failure of the very request that is reported as completed. An intent may be used again, so that what was declined before has
 * to have been reported before.
 */
const wentThrough = (event: ReceivedEvent, { steps }: Story): boolean => {
  const at = steps.findIndex(({ events }) => events.includes(event));
  const { paymentIntentId, orderId } = event.data;
  const completed = steps[at]?.events.some(
    ({ type, data }) =>
      type === DONE && data["orderId"] === orderId && data["paymentIntentId"] === paymentIntentId,
  );
  const before = steps.slice(0, at);
  const owed = before.some(({ moment }) => moment === "declined" || moment === "created unpaid");
  const toldOf = before.some(({ events }) => events.some(({ type }) => type === FAILED));
  return completed === true && typeof paymentIntentId === "string" && (!owed || toldOf);
};

/** What is reported for payment requests (§6.1). */
export default [
  tells("subscription-events/payment-completed-at-creation", creation, "created", DONE),
  tells(
    "subscription-events/payment-completed-on-renewal",
    renewal,
    RENEWED,
    DONE,
    isNew("orderId", RENEWED),
  ),
  tells(
    "subscription-events/payment-completed-by-automatic-retry",
    automaticRetry,
    "retried",
    DONE,
    isNew("orderId", "retried"),
  ),
  tells(
    "subscription-events/payment-completed-by-retry-payment",
    calledRetry,
    "retried",
    DONE,
    isNew("orderId", "retried"),
  ),
  /** Late repetitions of the first payment carry its order. */
  tellsNo(
    "subscription-events/payment-completed-not-when-declined",
    calledRetry,
    "declined",
    DONE,
    isNew("orderId", "declined"),
    // Not a declined automatic retry: another one may settle the debt within the same advance.
    [
      [unpaidCreation, "created"],
      [retriedInVain, IN_VAIN],
    ],
  ),

  tells("subscription-events/payment-failed-at-creation", unpaidCreation, "created", FAILED),
  tells("subscription-events/payment-failed-on-renewal", calledRetry, "declined", FAILED),
  tells("subscription-events/payment-failed-by-automatic-retry", declinedTwice, "declined again", FAILED),
  /** A refusal of the call itself need not have requested anything. */
  ofStory("subscription-events/payment-failed-by-retry-payment", retriedInVain, (check, story) => {
    const { answer } = stepOf(story, IN_VAIN);
    check.observe("retry-payment-outcomes", `declined: ${String(answer?.status)}`);
    if (answer?.succeeded !== true && eventsOf(story, IN_VAIN, FAILED).length === 0)
      throw new Inconclusive("the call of retry-payment was refused, and may have requested nothing");
    told(story, IN_VAIN, FAILED);
  }),
  tellsNo("subscription-events/payment-failed-not-when-approved", renewal, "ever", FAILED, undefined, [
    [automaticRetry, "retried", wentThrough],
    [calledRetry, "retried", wentThrough],
    [retriedCreation, "retried", wentThrough],
    [trial, "past the trial's end", wentThrough],
  ]),

  /**
   * Events of one request name one payment intent; where several payments are declined, one order and one moment
   * besides, for an intent may be used again.
   */
  ofStory("subscription-events/payment-failed-once", calledRetry, async (check, story) => {
    for (const [each, step] of [
      [story, "declined"],
      [await unpaidCreation(check), "created"],
      [await ifLived(check, declinedTwice), "declined again"],
    ] as const) {
      if (each === null) continue;
      given(each, step, FAILED);
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
          actual: `${requests.length} different events came for ${[...new Set(requests)].join(", ")}`,
        });
    }
  }),

  ofStory("subscription-events/payment-completed-repeats-share-their-order", renewal, (check, story) => {
    const orders = (step: string): number =>
      new Set(
        eventsOf(story, step, DONE, (event) => isNew("orderId", step)(event, story)).map(
          (event) => event.data["orderId"],
        ),
      ).size;
    given(story, RENEWED, DONE, (event) => isNew("orderId", RENEWED)(event, story));
    check.expect.that("the number of orders of one paid renewal", orders(RENEWED)).toBe(1);
    const periods = new Set(
      eventsOf(story, "advanced over several periods", "subscription.updated").map((event) =>
        String(event.data["currentPeriodEnd"]),
      ),
    ).size;
    expectAsMany(`the number of orders of ${periods} paid renewals`, {
      told: orders("advanced over several periods"),
      happened: periods,
    });
  }),
];
