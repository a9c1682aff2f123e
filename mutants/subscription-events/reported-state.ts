import type { RuleId } from "../../spec/index.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { type Facts, later, withEventMember } from "../shared/billing.ts";

const UPDATED = "subscription.updated";

const PERIODS: RuleId = "subscription-events/periods-are-the-subscriptions";

const CURRENCY: RuleId = "subscription-events/billed-in-the-prices-currency";

const disagreeing = (
  fault: Fault,
  [event, member]: readonly [string, string],
  value: (facts: Facts, usual: (facts: Facts) => unknown) => unknown,
): Mutant => mutant({ ...fault, subtle: true }, (parts) => withEventMember(parts, event, member, value));

/** An event that names the subscription as its customer. */
const misnaming = (id: string, event: string): Mutant =>
  disagreeing(
    {
      id,
      violates: "subscription-events/each-names-the-customer",
      summary: `${event} names the subscription as its customer.`,
    },
    [event, "customerId"],
    ({ subscription }) => subscription.id,
  );

const iso = (time: number): string => new Date(time).toISOString();

/** Mutants of the rules that `suites/subscription-events/agreement.ts` judges. */
export const subscriptionEventsReportedStateMutants: readonly Mutant[] = [
  misnaming("event-activated-without-customer", "subscription.activated"),
  misnaming("event-updated-without-customer", UPDATED),
  misnaming("event-past-due-without-customer", "subscription.past_due"),
  misnaming("event-paused-without-customer", "subscription.paused"),
  misnaming("event-resumed-without-customer", "subscription.resumed"),
  misnaming("event-canceled-without-customer", "subscription.canceled"),
  misnaming("event-trial-notice-without-customer", "subscription.trial_ending"),
  misnaming("payment-told-without-customer", "payment.completed"),
  misnaming("payment-failure-told-without-customer", "payment.failed"),
  disagreeing(
    {
      id: "event-updated-from-the-old-start",
      violates: PERIODS,
      summary: "A renewal reports the start of the previous period.",
    },
    [UPDATED, "currentPeriodStart"],
    ({ previous }) => iso(previous.periodStart),
  ),
  disagreeing(
    {
      id: "event-updated-to-a-day-later",
      violates: PERIODS,
      summary: "A renewal reports an end that is a day later than the subscription's.",
    },
    [UPDATED, "currentPeriodEnd"],
    (facts, usual) => later(usual(facts), 1),
  ),
  disagreeing(
    {
      id: "event-updated-with-the-billing-before",
      violates: PERIODS,
      summary: "A renewal reports the date that was just billed as the next billing date.",
    },
    [UPDATED, "nextBillingDate"],
    ({ previous }) => iso(previous.periodEnd),
  ),
  disagreeing(
    {
      id: "event-activated-in-the-old-period",
      violates: PERIODS,
      summary: "An activation reports the end of the previous period.",
    },
    ["subscription.activated", "currentPeriodEnd"],
    ({ previous }) => iso(previous.periodEnd),
  ),
  disagreeing(
    {
      id: "event-created-to-a-day-later",
      violates: PERIODS,
      summary: "A creation reports an end that is a day later than the subscription's.",
    },
    ["subscription.created", "currentPeriodEnd"],
    (facts, usual) => later(usual(facts), 1),
  ),
  disagreeing(
    {
      id: "invoice-paid-in-another-currency",
      violates: CURRENCY,
      summary: "A paid invoice is reported in euro.",
    },
    ["invoice.paid", "currency"],
    () => "eur",
  ),
  disagreeing(
    {
      id: "payment-told-in-another-currency",
      violates: CURRENCY,
      summary: "A retry's payment is reported in euro.",
    },
    ["payment.completed", "currency"],
    (facts, usual) => (facts.previous.status === "past_due" ? "eur" : usual(facts)),
  ),
  disagreeing(
    {
      id: "event-updated-while-past-due",
      violates: "subscription-events/updated-has-the-status",
      summary: "A paid renewal is reported as past due.",
    },
    [UPDATED, "status"],
    () => "past_due",
  ),
];
