import { named } from "../named.ts";
import {
  acting,
  alsoEmitting,
  canceling,
  decliningAgain,
  isIn,
  notEmittingFromUnpaid,
  notEmittingLater,
  withEventMember,
  withoutEvents,
} from "../shared/billing.ts";
import { occurrenceMutants } from "../shared/event-occurrences.ts";

const DONE = "payment.completed";

const FAILED = "payment.failed";

export const mutants = named({
  "payment-failure-untold-after-a-settlement": {
    violates: ["subscription-events/payment-failed-on-renewal"],
    summary: "The payment of a declined renewal is not reported if an earlier one was settled.",
    replace: decliningAgain((effects) => withoutEvents(effects, FAILED)),
  },
  ...occurrenceMutants(DONE, {
    "payment-told-on-declined-creation": {
      violates: ["subscription-events/payment-completed-not-when-declined"],
      summary: "A first payment that was declined is reported as completed, too.",
      extra: "createdDeclined",
    },
    "payment-told-on-a-declined-call": {
      violates: ["subscription-events/payment-completed-not-when-declined"],
      summary: "A call of retry-payment that is declined is reported as completed, too.",
      extra: "retryCallDeclined",
    },
    "payment-untold-at-creation": {
      violates: ["subscription-events/payment-completed-at-creation"],
      summary: "The first payment is not reported.",
      missing: "createdPaid",
    },
    "payment-untold-on-renewal": {
      violates: ["subscription-events/payment-completed-on-renewal"],
      summary: "A renewal's payment is not reported.",
      missing: "renewalPaid",
    },
    "payment-untold-at-trial-end": {
      violates: ["subscription-events/payment-completed-at-trial-end"],
      summary: "The first payment after a trial is not reported.",
      missing: "trialEndPaid",
    },
    "payment-untold-by-automatic-retry": {
      violates: ["subscription-events/payment-completed-by-automatic-retry"],
      summary: "The payment of an automatic retry is not reported.",
      missing: "retryPaid",
    },
    "payment-untold-by-called-retry": {
      violates: ["subscription-events/payment-completed-by-retry-payment"],
      summary: "The payment of a called retry is not reported.",
      missing: "retryCallPaid",
    },
    "payment-told-though-declined": {
      violates: ["subscription-events/payment-completed-not-when-declined"],
      summary: "A declined request is reported as completed, too.",
      extra: "renewalDeclined",
    },
  }),
  "payment-untold-by-called-retry-of-unpaid": {
    violates: ["subscription-events/payment-completed-by-retry-payment"],
    summary: "The payment of a called retry of an unpaid subscription is not reported.",
    replace: acting("retryPayment", (usual, input) => {
      const acted = usual(input);
      if (input.subscription.status !== "unpaid") return acted;
      return { ...acted, effects: withoutEvents(acted.effects, DONE) };
    }),
  },
  "payment-untold-by-second-retry": {
    violates: ["subscription-events/payment-completed-by-automatic-retry"],
    summary: "The payment of a second automatic retry is not reported.",
    replace: notEmittingLater(DONE),
  },
  "payment-untold-by-retry-of-unpaid": {
    violates: ["subscription-events/payment-completed-by-automatic-retry"],
    summary: "The payment of an automatic retry of an unpaid subscription is not reported.",
    replace: notEmittingFromUnpaid(DONE),
  },
  ...occurrenceMutants(FAILED, {
    "payment-failure-told-of-a-paid-retry": {
      violates: ["subscription-events/payment-failed-not-when-approved"],
      summary: "A successful automatic retry is also reported as failed.",
      extra: "retryPaid",
    },
    "payment-failure-told-of-a-paid-call": {
      violates: ["subscription-events/payment-failed-not-when-approved"],
      summary: "A successful retry-payment call is also reported as failed.",
      extra: "retryCallPaid",
    },
    "payment-failure-told-at-a-paid-trial-end": {
      violates: ["subscription-events/payment-failed-not-when-approved"],
      summary: "The first payment after a trial is reported as failed, too.",
      extra: "trialEndPaid",
    },
    "payment-failure-untold-at-creation": {
      violates: ["subscription-events/payment-failed-at-creation"],
      summary: "A declined first payment is not reported.",
      missing: "createdDeclined",
    },
    "payment-failure-untold-on-renewal": {
      violates: ["subscription-events/payment-failed-on-renewal"],
      summary: "A declined renewal's payment is not reported.",
      missing: "renewalDeclined",
    },
    "payment-failure-untold-by-retry": {
      violates: ["subscription-events/payment-failed-by-automatic-retry"],
      summary: "A declined automatic retry emits no event.",
      missing: "retryDeclined",
    },
    "payment-failure-untold-by-called-retry": {
      violates: ["subscription-events/payment-failed-by-retry-payment"],
      summary: "A declined call of retry-payment emits no event.",
      missing: "retryCallDeclined",
    },
    "payment-failure-though-approved": {
      violates: ["subscription-events/payment-failed-not-when-approved"],
      summary: "A renewal that is paid reports a failure, too.",
      extra: "renewalPaid",
    },
    "payment-failure-twice": {
      violates: ["subscription-events/payment-failed-once"],
      summary: "A declined request is reported twice under two ids.",
      extra: "renewalDeclined",
    },
    "event-failure-twice-by-retry": {
      violates: ["subscription-events/payment-failed-once"],
      summary: "The event of a declined automatic retry is emitted twice.",
      extra: "retryDeclined",
    },
  }),
  "payment-failure-again-on-cancellation": {
    violates: ["subscription-events/payment-failed-once"],
    summary:
      "An immediate cancellation of an unpaid or past-due subscription reports one more failed payment.",
    replace: canceling(
      [true, (subscription) => isIn("unpaid")(subscription) || isIn("past_due")(subscription)],
      (effects) => ({
        ...effects,
        events: (effects.events ?? []).flatMap((event) =>
          event.type === "subscription.canceled"
            ? [
                event,
                {
                  ...event,
                  type: FAILED,
                  data: {
                    ...event.data,
                    orderId: "ord_0",
                    paymentIntentId: "pi_0",
                    error: "canceled",
                    failedAt: event.data["canceledAt"],
                  },
                },
              ]
            : [event],
        ),
      }),
    ),
  },
  "payment-with-another-order-each-time": {
    violates: ["subscription-events/payment-completed-repeats-share-their-order"],
    summary: "The second event of a payment has an order of its own.",
    replace: (parts) => {
      let count = 0;
      return alsoEmitting(
        DONE,
        "renewalPaid",
      )(
        withEventMember(DONE, "orderId", (facts, usual) => {
          count += 1;
          return `${String(usual(facts))}_${count}`;
        })(parts),
      );
    },
  },
});
