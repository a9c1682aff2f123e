import type { Presenter } from "../../emulator/areas/common/deciders.ts";
import type { PaymentIntent } from "../../emulator/areas/payment-intents/record.ts";
import { inOrder, type Mutant, named, part, type Replace } from "../mutant.ts";
import { alsoEmitting, canceling, counting, isIn } from "../shared/billing.ts";
import { declinedAgain, laterRetry, request, retryOfUnpaid, worded } from "../faults/events.ts";
import { completed, failed, ofUnpaid } from "./parts.ts";

type Shown = Presenter<PaymentIntent>;

/** Shows a member of the retrieved intents of subscriptions wrongly. */
const ofInvoices = (member: string, value: (usual: unknown) => unknown): Replace =>
  part(["paymentIntents", "retrieve", "presenter"], (usual: Shown) => ({
    [member]: (intent: PaymentIntent) => {
      const shown = usual[member]?.(intent);
      return intent.metadata["invoiceId"] === undefined ? shown : value(shown);
    },
  }));

export const mutants: readonly Mutant[] = [
  completed.extra("payment-completed-not-when-declined", "createdDeclined"),
  completed.extra("payment-completed-not-when-declined", "retryCallDeclined"),
  completed.extra("payment-completed-not-when-declined", "renewalDeclined"),
  completed.missing("payment-completed-at-creation", "createdPaid"),
  completed.missing("payment-completed-on-renewal", "renewalPaid"),
  completed.missing("payment-completed-at-trial-end", "trialEndPaid"),
  completed.missing("payment-completed-by-automatic-retry", "retryPaid"),
  completed.missingAfter("payment-completed-by-automatic-retry", laterRetry),
  completed.missingAfter("payment-completed-by-automatic-retry", retryOfUnpaid),
  completed.missing("payment-completed-by-retry-payment", "retryCallPaid"),
  completed.missingAfter(
    "payment-completed-by-retry-payment",
    worded("by a called retry", request("retryPayment", ofUnpaid)),
  ),
  failed.extra("payment-failed-not-when-approved", "retryPaid"),
  failed.extra("payment-failed-not-when-approved", "retryCallPaid"),
  failed.extra("payment-failed-not-when-approved", "trialEndPaid"),
  failed.extra("payment-failed-not-when-approved", "renewalPaid"),
  failed.missing("payment-failed-at-creation", "createdDeclined"),
  failed.missing("payment-failed-on-renewal", "renewalDeclined"),
  failed.missingAfter("payment-failed-on-renewal", declinedAgain),
  failed.missing("payment-failed-by-automatic-retry", "retryDeclined"),
  failed.missing("payment-failed-by-retry-payment", "retryCallDeclined"),
  failed.extra("payment-failed-once", "renewalDeclined"),
  failed.extra("payment-failed-once", "retryDeclined"),
  ...named({
    "payment-failure-again-on-cancellation": {
      violates: ["subscription-events/payment-failed-once"],
      summary:
        "An immediate cancellation of an unpaid or past-due subscription reports one more failed payment.",
      replace: canceling(
        [true, (subscription) => isIn("unpaid")(subscription) || isIn("past_due")(subscription)],
        (effects) => ({
          ...effects,
          events: (effects.events ?? []).flatMap((event) => {
            if (event.type !== "subscription.canceled") return [event];
            const { canceledAt: failedAt } = event.data;
            const payment = { orderId: "ord_0", paymentIntentId: "pi_0", error: "canceled", failedAt };
            return [event, { ...event, type: "payment.failed", data: { ...event.data, ...payment } }];
          }),
        }),
      ),
    },
    "intents-of-subscriptions-stay-processing": {
      violates: ["subscription-events/completed-payment-has-its-intent"],
      summary: "The intent of a subscription's payment stays processing.",
      replace: ofInvoices("status", () => "processing"),
    },
    "intents-of-subscriptions-of-one-item": {
      violates: ["subscription-events/completed-payment-has-its-intent"],
      summary: "The intent of a subscription's payment has at most the price of one item.",
      replace: ofInvoices("amount", (amount) => Math.min(Number(amount), 5_000)),
    },
    "payment-with-another-order-each-time": {
      violates: ["subscription-events/payment-completed-repeats-share-their-order"],
      summary: "The second event of a payment has an order of its own.",
      replace: inOrder(
        counting("payment.completed", "orderId"),
        alsoEmitting("payment.completed", "renewalPaid"),
      ),
    },
  }),
];
