import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import { type Facts, later, saying } from "../shared/billing.ts";

const UPDATED = "subscription.updated";
const PERIODS: RuleId = "subscription-events/periods-are-the-subscriptions";
const CURRENCY: RuleId = "subscription-events/billed-in-the-prices-currency";

const says = (
  id: string,
  violates: RuleId,
  [event, member]: readonly [string, string],
  summary: string,
  value: (facts: Facts, usual: (facts: Facts) => unknown) => unknown,
): Mutant => mutant({ id, violates, summary, subtle: true }, (parts) => saying(parts, event, member, value));

/** An event that names the subscription as its customer. */
const misnaming = (id: string, event: string): Mutant =>
  says(
    id,
    "subscription-events/each-names-the-customer",
    [event, "customerId"],
    `${event} names the subscription as its customer.`,
    ({ subscription }) => subscription.id,
  );

const iso = (instant: number): string => new Date(instant).toISOString();

/** Events that say of a subscription what it is not (§6.1). */
export const disagreeingMutants: readonly Mutant[] = [
  misnaming("event-activated-without-customer", "subscription.activated"),
  misnaming("event-updated-without-customer", UPDATED),
  misnaming("event-past-due-without-customer", "subscription.past_due"),
  misnaming("event-paused-without-customer", "subscription.paused"),
  misnaming("event-resumed-without-customer", "subscription.resumed"),
  misnaming("event-canceled-without-customer", "subscription.canceled"),
  misnaming("event-trial-notice-without-customer", "subscription.trial_ending"),
  misnaming("payment-told-without-customer", "payment.completed"),
  misnaming("payment-failure-told-without-customer", "payment.failed"),
  says(
    "event-updated-from-the-old-start",
    PERIODS,
    [UPDATED, "currentPeriodStart"],
    "A renewal tells the start of the period before.",
    ({ previous }) => iso(previous.periodStart),
  ),
  says(
    "event-updated-to-a-day-later",
    PERIODS,
    [UPDATED, "currentPeriodEnd"],
    "A renewal tells an end that is a day later than the subscription's.",
    (facts, usual) => later(usual(facts), 1),
  ),
  says(
    "event-updated-with-the-billing-before",
    PERIODS,
    [UPDATED, "nextBillingDate"],
    "A renewal tells the date that was just billed as the next one.",
    ({ previous }) => iso(previous.periodEnd),
  ),
  says(
    "event-activated-in-the-old-period",
    PERIODS,
    ["subscription.activated", "currentPeriodEnd"],
    "An activation tells the end of the period before.",
    ({ previous }) => iso(previous.periodEnd),
  ),
  says(
    "event-created-to-a-day-later",
    PERIODS,
    ["subscription.created", "currentPeriodEnd"],
    "A creation tells an end that is a day later than the subscription's.",
    (facts, usual) => later(usual(facts), 1),
  ),
  says(
    "invoice-paid-in-another-currency",
    CURRENCY,
    ["invoice.paid", "currency"],
    "A paid invoice is told in euro.",
    () => "eur",
  ),
  says(
    "payment-told-in-another-currency",
    CURRENCY,
    ["payment.completed", "currency"],
    "A retry's payment is told in euro.",
    (facts, usual) => (facts.previous.status === "past_due" ? "eur" : usual(facts)),
  ),
  says(
    "event-updated-while-past-due",
    "subscription-events/updated-has-the-status",
    [UPDATED, "status"],
    "A paid renewal is told as past due.",
    () => "past_due",
  ),
];
