import type { Mutant } from "../mutant.ts";
import { eventFaults } from "../faults/events.ts";
import { constantly, DAY, moved } from "../faults/values.ts";
import { afterPastDue, itsSubscription, oldEnd, oldStart } from "./parts.ts";

const reported = (event: string) => eventFaults(event, "subscription-events/");
const updated = reported("subscription.updated");

const PERIODS = "periods-are-the-subscriptions";
const CURRENCY = "billed-in-the-prices-currency";

const NAMING_THE_CUSTOMER = [
  "subscription.activated",
  "subscription.updated",
  "subscription.past_due",
  "subscription.paused",
  "subscription.resumed",
  "subscription.canceled",
  "subscription.trial_ending",
  "payment.completed",
  "payment.failed",
];

export const mutants: readonly Mutant[] = [
  ...NAMING_THE_CUSTOMER.map((event) =>
    reported(event).gives("customerId", "each-names-the-customer", itsSubscription),
  ),
  updated.gives("currentPeriodStart", PERIODS, oldStart),
  updated.gives("currentPeriodEnd", PERIODS, moved(DAY)),
  updated.gives("nextBillingDate", PERIODS, oldEnd),
  reported("subscription.activated").gives("currentPeriodEnd", PERIODS, oldEnd),
  reported("subscription.created").gives("currentPeriodEnd", PERIODS, moved(DAY)),
  reported("invoice.paid").gives("currency", CURRENCY, constantly("eur")),
  reported("payment.completed").gives("currency", CURRENCY, constantly("eur"), afterPastDue),
  ...["invoice.paid", "payment.completed", "invoice.finalized"].map((event) =>
    reported(event).gives("currency", CURRENCY, constantly("xaf")),
  ),
  updated.gives("status", "updated-has-the-status", constantly("past_due")),
];
