import { named } from "../named.ts";
import { DAY, type Facts } from "../shared/billing.ts";
import { changedWhen, UPDATED } from "./parts.ts";
import { enveloping } from "../shared/envelopes.ts";

/** True from the second renewal on. */
const isLater = ({ subscription, previous }: Facts): boolean =>
  previous.periodStart - subscription.createdAt > 20 * DAY;

/** Whether a payment had failed before. */
const wasPastDue = ({ previous }: Facts): boolean => previous.status === "past_due";

const asList = (value: unknown): unknown => [value];

const CANCELED = "subscription.canceled";

/** Mutants that break a passive rule in some answers only. */
export const mutants = named({
  "event-updated-period-absent-later": {
    violates: ["subscription-events/updated-current-period-start"],
    summary: "From the second renewal on the start of the period is not reported.",
    replace: changedWhen([UPDATED, "currentPeriodStart"], isLater),
  },
  "event-updated-status-absent-later": {
    violates: ["subscription-events/updated-status"],
    summary: "From the second renewal on the status is not reported.",
    replace: changedWhen([UPDATED, "status"], isLater),
  },
  "event-updated-moment-in-a-list-later": {
    violates: ["subscription-events/updated-updated-at"],
    summary: "From the second renewal on the event has its time in an array.",
    replace: changedWhen([UPDATED, "updatedAt"], isLater, asList),
  },
  "event-activated-period-absent-when-overdue": {
    violates: ["subscription-events/activated-current-period-end"],
    summary: "A past-due subscription becomes active without reporting the end of its period.",
    replace: changedWhen(["subscription.activated", "currentPeriodEnd"], wasPastDue),
  },
  "event-activated-moment-in-a-list-when-unpaid": {
    violates: ["subscription-events/activated-activated-at"],
    summary: "The activation of an unpaid subscription has its time in an array.",
    replace: changedWhen(
      ["subscription.activated", "activatedAt"],
      ({ previous }) => previous.status === "unpaid",
      asList,
    ),
  },
  "event-activated-still-past-due": {
    violates: ["subscription-events/activated-status-word"],
    summary: "An activation of a past-due subscription reports the status before it.",
    replace: changedWhen(["subscription.activated", "status"], wasPastDue, () => "past_due"),
  },
  "event-canceled-customer-absent-when-due": {
    violates: ["subscription-events/canceled-customer-id"],
    summary: "A cancellation that becomes due does not name the customer.",
    replace: changedWhen([CANCELED, "customerId"], ({ cancellation }) => cancellation === "due"),
  },
  "event-canceled-moment-null-when-immediate": {
    violates: ["subscription-events/canceled-canceled-at"],
    summary: "An immediate cancellation is reported without a time.",
    replace: changedWhen(
      [CANCELED, "canceledAt"],
      ({ cancellation }) => cancellation === "immediate",
      () => null,
    ),
  },
  "event-canceled-status-by-number-when-immediate": {
    violates: ["subscription-events/canceled-status"],
    summary: "An immediate cancellation reports its status by a number.",
    replace: changedWhen(
      [CANCELED, "status"],
      ({ cancellation }) => cancellation === "immediate",
      () => 5,
    ),
  },
  "event-created-period-absent-of-trials": {
    violates: ["subscription-events/created-current-period-end"],
    summary: "The creation of a trialing subscription reports no end of its period.",
    replace: changedWhen(
      ["subscription.created", "currentPeriodEnd"],
      ({ subscription }) => subscription.status === "trialing",
    ),
  },
  "event-created-email-in-a-list-when-unpaid": {
    violates: ["subscription-events/created-customer-email"],
    summary: "The creation of an unpaid subscription reports a list of addresses.",
    replace: changedWhen(
      ["subscription.created", "customerEmail"],
      ({ subscription }) => subscription.status === "unpaid",
      (value) => [value],
    ),
  },
  "event-created-quantities-as-text": {
    violates: ["subscription-events/created-items-quantity"],
    summary: "Quantities of two and more are reported as strings.",
    replace: changedWhen(
      ["subscription.created", "items"],
      ({ subscription }) => subscription.items.some(({ quantity }) => quantity > 1),
      (items) =>
        (items as { quantity: number }[]).map((item) => ({ ...item, quantity: String(item.quantity) })),
    ),
  },
  "event-finalized-number-absent-after-trials": {
    violates: ["subscription-events/invoice-finalized-invoice-number"],
    summary: "The invoice at the end of a trial has no number.",
    replace: changedWhen(
      ["invoice.finalized", "invoiceNumber"],
      ({ subscription }) => subscription.trialEnd !== null,
    ),
  },
  "event-finalized-total-as-text-later": {
    violates: ["subscription-events/invoice-finalized-total"],
    summary: "From the second renewal on the total is reported as a string.",
    replace: changedWhen(
      ["invoice.finalized", "total"],
      ({ subscription, at }) => at - subscription.createdAt > 45 * DAY,
      String,
    ),
  },
  "event-paid-order-absent-by-retry": {
    violates: ["subscription-events/invoice-paid-order-id"],
    summary: "An invoice that a retry settles names no order.",
    replace: changedWhen(["invoice.paid", "orderId"], wasPastDue),
  },
  "event-paid-subscription-absent-later": {
    violates: ["subscription-events/invoice-paid-subscription-id"],
    summary: "From the second renewal on a paid invoice names no subscription.",
    replace: changedWhen(["invoice.paid", "subscriptionId"], isLater),
  },
  "event-payment-intent-without-prefix-by-retry": {
    violates: ["subscription-events/payment-completed-payment-intent-id-prefix"],
    summary: "The payment of a retry names its intent without the prefix.",
    replace: changedWhen(["payment.completed", "paymentIntentId"], wasPastDue, (id) =>
      String(id).replace(/^pi_/, ""),
    ),
  },
  "event-payment-amount-as-text-by-retry": {
    violates: ["subscription-events/payment-completed-amount"],
    summary: "The payment of a retry reports its amount as a string.",
    replace: changedWhen(["payment.completed", "amount"], wasPastDue, String),
  },
  "event-failure-order-absent-by-retry": {
    violates: ["subscription-events/payment-failed-order-id"],
    summary: "The event of a declined retry names no order.",
    replace: changedWhen(["payment.failed", "orderId"], wasPastDue),
  },
  "event-failure-moment-in-a-list-on-renewal": {
    violates: ["subscription-events/payment-failed-failed-at"],
    summary: "A failure after the creation has its time in an array.",
    replace: changedWhen(
      ["payment.failed", "failedAt"],
      ({ subscription, at }) => at - subscription.createdAt > DAY,
      asList,
    ),
  },
  "event-envelope-in-camel-case": {
    violates: ["subscription-events/envelope-keys-snake-case"],
    summary: "The envelope of subscription events has keys in camelCase.",
    replace: enveloping("subscription", (event, usual) => {
      const { created_at, ...others } = usual(event);
      return { ...others, createdAt: created_at };
    }),
  },
});
