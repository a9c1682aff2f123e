import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import { DAY, type Facts, later, saying, silent, telling } from "../shared/billing.ts";

/** One member of an event is otherwise where it is rarely looked at. */
const rarely = (
  id: string,
  violates: RuleId,
  [event, member]: readonly [string, string],
  summary: string,
  when: (facts: Facts) => boolean,
  instead: (value: unknown) => unknown = () => undefined,
): Mutant =>
  mutant({ id, violates, summary, subtle: true }, (parts) =>
    saying(parts, event, member, (facts, usual) => (when(facts) ? instead(usual(facts)) : usual(facts))),
  );

/** From the second renewal on. */
const isLater = ({ subscription, previous }: Facts): boolean =>
  previous.periodStart - subscription.createdAt > 20 * DAY;
/** Where a payment had failed before. */
const wasPastDue = ({ previous }: Facts): boolean => previous.status === "past_due";
const isTrialing = ({ subscription }: Facts): boolean => subscription.status === "trialing";
const asList = (value: unknown): unknown => [value];

const UPDATED = "subscription.updated";
const CANCELED = "subscription.canceled";

/** Faults of events about subscriptions that show in some of them alone (§6.1). */
export const rareSubscriptionEventMutants: readonly Mutant[] = [
  rarely(
    "event-updated-period-absent-later",
    "subscription-events/updated-current-period-start",
    [UPDATED, "currentPeriodStart"],
    "From the second renewal on the start of the period is not told.",
    isLater,
  ),
  rarely(
    "event-updated-status-absent-later",
    "subscription-events/updated-status",
    [UPDATED, "status"],
    "From the second renewal on the status is not told.",
    isLater,
  ),
  rarely(
    "event-updated-moment-in-a-list-later",
    "subscription-events/updated-updated-at",
    [UPDATED, "updatedAt"],
    "From the second renewal on the event has its time in a list.",
    isLater,
    asList,
  ),
  rarely(
    "event-activated-period-absent-when-overdue",
    "subscription-events/activated-current-period-end",
    ["subscription.activated", "currentPeriodEnd"],
    "A past-due subscription becomes active without telling the end of its period.",
    wasPastDue,
  ),
  rarely(
    "event-activated-moment-in-a-list-when-unpaid",
    "subscription-events/activated-activated-at",
    ["subscription.activated", "activatedAt"],
    "The activation of an unpaid subscription has its time in a list.",
    ({ previous }) => previous.status === "unpaid",
    asList,
  ),
  rarely(
    "event-activated-still-past-due",
    "subscription-events/activated-status-word",
    ["subscription.activated", "status"],
    "An activation of a past-due subscription tells the status before it.",
    wasPastDue,
    () => "past_due",
  ),
  rarely(
    "event-canceled-customer-absent-when-due",
    "subscription-events/canceled-customer-id",
    [CANCELED, "customerId"],
    "A cancellation that falls due does not name the customer.",
    ({ cancellation }) => cancellation === "due",
  ),
  rarely(
    "event-canceled-moment-null-when-immediate",
    "subscription-events/canceled-canceled-at",
    [CANCELED, "canceledAt"],
    "An immediate cancellation is told at no moment.",
    ({ cancellation }) => cancellation === "immediate",
    () => null,
  ),
  rarely(
    "event-canceled-status-by-number-when-immediate",
    "subscription-events/canceled-status",
    [CANCELED, "status"],
    "An immediate cancellation tells its status by a number.",
    ({ cancellation }) => cancellation === "immediate",
    () => 5,
  ),
  rarely(
    "event-created-period-absent-of-trials",
    "subscription-events/created-current-period-end",
    ["subscription.created", "currentPeriodEnd"],
    "The creation of a trialing subscription tells no end of its period.",
    ({ subscription }) => subscription.status === "trialing",
  ),
  mutant(
    {
      id: "event-created-untold-of-hosted-trials",
      violates: ["subscription-events/created-when-trialing", "subscription-events/created-once"],
      summary: "The creation of a trialing subscription on the hosted page is not told.",
      subtle: true,
    },
    (parts) => silent(parts, "subscription.created", "createdTrialingThere"),
  ),
  rarely(
    "event-created-without-page-of-trials",
    "subscription-events/created-from-page-has-session",
    ["subscription.created", "checkoutSessionId"],
    "The creation of a trialing subscription on the hosted page tells no session.",
    isTrialing,
  ),
  rarely(
    "event-created-with-a-page-of-api-trials",
    "subscription-events/created-from-api-has-no-session",
    ["subscription.created", "checkoutSessionId"],
    "The creation of a trialing subscription through the API tells a session.",
    isTrialing,
    (session) => session ?? "session_0",
  ),
  rarely(
    "event-created-with-another-address-when-unpaid",
    "subscription-events/created-has-the-customers-email",
    ["subscription.created", "customerEmail"],
    "The creation of an unpaid subscription tells another address.",
    ({ subscription }) => subscription.status === "unpaid",
    () => "billing@example.org",
  ),
  rarely(
    "event-trial-notice-of-another-day",
    "subscription-events/trial-ending-has-the-trial",
    ["subscription.trial_ending", "trialEndDate"],
    "The notice of a trial tells a day that is three days early.",
    () => true,
    (date) => later(date, -3).slice(0, 10),
  ),
  rarely(
    "event-created-email-in-a-list-when-unpaid",
    "subscription-events/created-customer-email",
    ["subscription.created", "customerEmail"],
    "The creation of an unpaid subscription tells a list of addresses.",
    ({ subscription }) => subscription.status === "unpaid",
    (value) => [value],
  ),
  rarely(
    "event-created-quantities-as-text",
    "subscription-events/created-items-quantity",
    ["subscription.created", "items"],
    "Quantities of two and more are told as text.",
    ({ subscription }) => subscription.items.some(({ quantity }) => quantity > 1),
    (items) =>
      (items as { quantity: number }[]).map((item) => ({ ...item, quantity: String(item.quantity) })),
  ),
  rarely(
    "event-finalized-number-absent-after-trials",
    "subscription-events/invoice-finalized-invoice-number",
    ["invoice.finalized", "invoiceNumber"],
    "The invoice at the end of a trial has no number.",
    ({ subscription }) => subscription.trialEnd !== null,
  ),
  rarely(
    "event-finalized-total-as-text-later",
    "subscription-events/invoice-finalized-total",
    ["invoice.finalized", "total"],
    "From the second renewal on the total is told as text.",
    ({ subscription, at }) => at - subscription.createdAt > 45 * DAY,
    String,
  ),
  rarely(
    "event-paid-order-absent-by-retry",
    "subscription-events/invoice-paid-order-id",
    ["invoice.paid", "orderId"],
    "An invoice that a retry settles names no order.",
    wasPastDue,
  ),
  rarely(
    "event-paid-subscription-absent-later",
    "subscription-events/invoice-paid-subscription-id",
    ["invoice.paid", "subscriptionId"],
    "From the second renewal on a paid invoice names no subscription.",
    isLater,
  ),
  rarely(
    "event-payment-intent-without-prefix-by-retry",
    "subscription-events/payment-completed-payment-intent-id-prefix",
    ["payment.completed", "paymentIntentId"],
    "The payment of a retry names its intent without the prefix.",
    wasPastDue,
    (id) => String(id).replace(/^pi_/, ""),
  ),
  rarely(
    "event-payment-amount-as-text-by-retry",
    "subscription-events/payment-completed-amount",
    ["payment.completed", "amount"],
    "The payment of a retry tells its amount as text.",
    wasPastDue,
    String,
  ),
  rarely(
    "event-failure-order-absent-by-retry",
    "subscription-events/payment-failed-order-id",
    ["payment.failed", "orderId"],
    "A retry in vain names no order.",
    wasPastDue,
  ),
  rarely(
    "event-failure-moment-in-a-list-on-renewal",
    "subscription-events/payment-failed-failed-at",
    ["payment.failed", "failedAt"],
    "A failure after the creation has its time in a list.",
    ({ subscription, at }) => at - subscription.createdAt > DAY,
    asList,
  ),
  mutant(
    {
      id: "event-updated-twice-later",
      violates: "subscription-events/each-renewal-is-told",
      summary: "Of the renewals in a row every second one is told by the data of the one before.",
      subtle: true,
    },
    (parts) => {
      let before: unknown;
      let count = 0;
      return saying(parts, UPDATED, "currentPeriodEnd", (facts, usual) => {
        count += 1;
        const told = count % 2 === 0 ? before : usual(facts);
        before = told;
        return told;
      });
    },
  ),
  mutant(
    {
      id: "event-created-twice-when-unpaid",
      violates: "subscription-events/created-once",
      summary: "A creation whose payment was declined is told twice.",
      subtle: true,
    },
    (parts) => telling(parts, "subscription.created", "createdDeclined"),
  ),
  mutant(
    {
      id: "event-activated-twice-by-automatic-retry",
      violates: "subscription-events/activated-once",
      summary: "A settlement by the automatic retry is told twice.",
      subtle: true,
    },
    (parts) => telling(parts, "subscription.activated", "retryPaid"),
  ),
  mutant(
    {
      id: "event-failure-twice-by-retry",
      violates: "subscription-events/payment-failed-once",
      summary: "An automatic retry in vain is told twice.",
      subtle: true,
    },
    (parts) => telling(parts, "payment.failed", "retryDeclined"),
  ),
];
