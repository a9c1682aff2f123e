import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import { saying, silent, telling } from "../shared/billing.ts";

const DONE = "payment.completed";

const FAILED = "payment.failed";

/** Payments that are told otherwise than promised (§6.1). */
export const paymentMutants: readonly Mutant[] = [
  mutant(
    {
      id: "payment-untold-at-creation",
      kills: "subscription-events/payment-completed-at-creation",
      lie: "The first payment is not told.",
    },
    (parts) => silent(parts, DONE, "createdPaid"),
  ),
  mutant(
    {
      id: "payment-untold-on-renewal",
      kills: "subscription-events/payment-completed-on-renewal",
      lie: "A renewal's payment is not told.",
    },
    (parts) => silent(parts, DONE, "renewalPaid"),
  ),
  mutant(
    {
      id: "payment-untold-by-automatic-retry",
      kills: "subscription-events/payment-completed-by-automatic-retry",
      lie: "The payment of an automatic retry is not told.",
      subtle: true,
    },
    (parts) => silent(parts, DONE, "retryPaid"),
  ),
  mutant(
    {
      id: "payment-untold-by-called-retry",
      kills: "subscription-events/payment-completed-by-retry-payment",
      lie: "The payment of a called retry is not told.",
      subtle: true,
    },
    (parts) => silent(parts, DONE, "retryCallPaid"),
  ),
  mutant(
    {
      id: "payment-told-though-declined",
      kills: "subscription-events/payment-completed-not-when-declined",
      lie: "A declined request is told as completed, too.",
    },
    (parts) => telling(parts, DONE, "renewalDeclined"),
  ),
  mutant(
    {
      id: "payment-with-another-order-each-time",
      kills: "subscription-events/payment-completed-repeats-share-their-order",
      lie: "The second telling of a payment has an order of its own.",
      subtle: true,
    },
    (parts) => {
      let count = 0;
      return telling(
        saying(parts, DONE, "orderId", (facts, usual) => {
          count += 1;
          return `${String(usual(facts))}_${count}`;
        }),
        DONE,
        "renewalPaid",
      );
    },
  ),
  mutant(
    {
      id: "payment-failure-untold-at-creation",
      kills: "subscription-events/payment-failed-at-creation",
      lie: "A declined first payment is not told.",
    },
    (parts) => silent(parts, FAILED, "createdDeclined"),
  ),
  mutant(
    {
      id: "payment-failure-untold-on-renewal",
      kills: "subscription-events/payment-failed-on-renewal",
      lie: "A declined renewal's payment is not told.",
    },
    (parts) => silent(parts, FAILED, "renewalDeclined"),
  ),
  mutant(
    {
      id: "payment-failure-untold-by-retry",
      kills: "subscription-events/payment-failed-by-automatic-retry",
      lie: "An automatic retry in vain is not told.",
      subtle: true,
    },
    (parts) => silent(parts, FAILED, "retryDeclined"),
  ),
  mutant(
    {
      id: "payment-failure-untold-by-called-retry",
      kills: "subscription-events/payment-failed-by-retry-payment",
      lie: "A call of retry-payment in vain is not told.",
      subtle: true,
    },
    (parts) => silent(parts, FAILED, "retryCallDeclined"),
  ),
  mutant(
    {
      id: "payment-failure-though-approved",
      kills: "subscription-events/payment-failed-not-when-approved",
      lie: "A renewal that is paid tells a failure, too.",
    },
    (parts) => telling(parts, FAILED, "renewalPaid"),
  ),
  mutant(
    {
      id: "payment-failure-twice",
      kills: "subscription-events/payment-failed-once",
      lie: "A declined request is told twice under two ids.",
      subtle: true,
    },
    (parts) => telling(parts, FAILED, "renewalDeclined"),
  ),
];
