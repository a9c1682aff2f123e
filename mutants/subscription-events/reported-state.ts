import type { RuleId } from "../../spec/index.ts";
import type { Mutant, Replace } from "../mutant.ts";
import { byId, named } from "../named.ts";
import { type Facts, later, withEventMember } from "../shared/billing.ts";

const UPDATED = "subscription.updated";

const PERIODS: RuleId = "subscription-events/periods-are-the-subscriptions";

const CURRENCY: RuleId = "subscription-events/billed-in-the-prices-currency";

const disagreeing = (
  [event, member]: readonly [string, string],
  value: (facts: Facts, usual: (facts: Facts) => unknown) => unknown,
): Replace => withEventMember(event, member, value);

/** A mutant whose event names the subscription as its customer. */
const misnaming = (id: string, event: string): Mutant => ({
  id,
  violates: ["subscription-events/each-names-the-customer"],
  summary: `${event} names the subscription as its customer.`,
  replace: disagreeing([event, "customerId"], ({ subscription }) => subscription.id),
});

const iso = (time: number): string => new Date(time).toISOString();

export const mutants = named({
  ...byId([
    misnaming("event-activated-without-customer", "subscription.activated"),
    misnaming("event-updated-without-customer", UPDATED),
    misnaming("event-past-due-without-customer", "subscription.past_due"),
    misnaming("event-paused-without-customer", "subscription.paused"),
    misnaming("event-resumed-without-customer", "subscription.resumed"),
    misnaming("event-canceled-without-customer", "subscription.canceled"),
    misnaming("event-trial-notice-without-customer", "subscription.trial_ending"),
    misnaming("payment-told-without-customer", "payment.completed"),
    misnaming("payment-failure-told-without-customer", "payment.failed"),
  ]),
  "event-updated-from-the-old-start": {
    violates: [PERIODS],
    summary: "A renewal reports the start of the previous period.",
    replace: disagreeing([UPDATED, "currentPeriodStart"], ({ previous }) => iso(previous.periodStart)),
  },
  "event-updated-to-a-day-later": {
    violates: [PERIODS],
    summary: "A renewal reports an end that is a day later than the subscription's.",
    replace: disagreeing([UPDATED, "currentPeriodEnd"], (facts, usual) => later(usual(facts), 1)),
  },
  "event-updated-with-the-billing-before": {
    violates: [PERIODS],
    summary: "A renewal reports the date that was just billed as the next billing date.",
    replace: disagreeing([UPDATED, "nextBillingDate"], ({ previous }) => iso(previous.periodEnd)),
  },
  "event-activated-in-the-old-period": {
    violates: [PERIODS],
    summary: "An activation reports the end of the previous period.",
    replace: disagreeing(["subscription.activated", "currentPeriodEnd"], ({ previous }) =>
      iso(previous.periodEnd),
    ),
  },
  "event-created-to-a-day-later": {
    violates: [PERIODS],
    summary: "A creation reports an end that is a day later than the subscription's.",
    replace: disagreeing(["subscription.created", "currentPeriodEnd"], (facts, usual) =>
      later(usual(facts), 1),
    ),
  },
  "invoice-paid-in-another-currency": {
    violates: [CURRENCY],
    summary: "A paid invoice is reported in euro.",
    replace: disagreeing(["invoice.paid", "currency"], () => "eur"),
  },
  "payment-told-in-another-currency": {
    violates: [CURRENCY],
    summary: "A retry's payment is reported in euro.",
    replace: disagreeing(["payment.completed", "currency"], (facts, usual) =>
      facts.previous.status === "past_due" ? "eur" : usual(facts),
    ),
  },
  "event-updated-while-past-due": {
    violates: ["subscription-events/updated-has-the-status"],
    summary: "A paid renewal is reported as past due.",
    replace: disagreeing([UPDATED, "status"], () => "past_due"),
  },
});
