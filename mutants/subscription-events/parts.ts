import { type Subscription, subscriptions } from "../../emulator/areas/billing/records.ts";
import { canceling, DAY, type Facts, siblingsOf } from "../shared/billing.ts";
import { type Cause, eventFaults } from "../faults/events.ts";
import { type Condition, where } from "../faults/fields.ts";
import { as } from "../faults/values.ts";

const about = (event: string) =>
  eventFaults(`subscription.${event}`, `subscription-events/${event.replace("_", "-")}-`);

export const created = about("created");
export const activated = about("activated");
export const updated = about("updated");
export const pastDueEvent = about("past_due");
export const paused = about("paused");
export const resumed = about("resumed");
export const canceled = about("canceled");
export const trialEnding = about("trial_ending");
export const finalized = eventFaults("invoice.finalized", "subscription-events/invoice-finalized-");
export const invoicePaid = eventFaults("invoice.paid", "subscription-events/invoice-paid-");
export const completed = eventFaults("payment.completed", "subscription-events/payment-completed-");
export const failed = eventFaults("payment.failed", "subscription-events/payment-failed-");

interface About {
  readonly subscription: Subscription;
}

export const always: Condition<unknown> = where("for any subscription", () => true);
export const ofTrials = where("for trials", ({ subscription }: About) => subscription.status === "trialing");
export const ofUnpaid = where(
  "for unpaid subscriptions",
  ({ subscription }: About) => subscription.status === "unpaid",
);
export const ofPastDue = where(
  "for past-due subscriptions",
  ({ subscription }: About) => subscription.status === "past_due",
);
export const ofOwing = where("for subscriptions that owe a payment", ({ subscription }: About) =>
  ["unpaid", "past_due"].includes(subscription.status),
);
export const ofPaused = where(
  "for paused subscriptions",
  ({ subscription }: About) => subscription.pausedFrom !== null,
);
export const fromPage = where(
  "for subscriptions from the hosted page",
  ({ subscription }: About) => subscription.checkoutSessionId !== null,
);
export const afterPastDue = where(
  "after a declined payment",
  ({ previous }: Facts) => previous.status === "past_due",
);
export const secondRenewal = where(
  "from the second renewal on",
  ({ subscription, previous }: Facts) => previous.periodStart - subscription.createdAt > 20 * DAY,
);
export const immediate = where(
  "in immediate cancellations",
  ({ cancellation }: Facts) => cancellation === "immediate",
);
export const due = where("when a cancellation is due", ({ cancellation }: Facts) => cancellation === "due");
export const scheduled = where(
  "in scheduled cancellations",
  ({ cancellation }: Facts) => cancellation === "scheduled",
);

/** A request to cancel a subscription, immediately or at the end of its period. */
export const cancellation = (
  how: "immediate" | "scheduled",
  { only: whose, when }: Condition<About>,
): Cause => ({
  only: `after ${how === "immediate" ? "an" : "a"} ${how} cancellation, ${whose}`,
  change: (change) => canceling([how === "immediate", (subscription) => when({ subscription })], change),
});

/** Wrong values that come from the facts. */
export const ofFirst = as<Facts>(
  "that of the first subscription",
  (_usual, { state, subscription }) =>
    state.find(subscriptions, "customer", subscription.customerId)[0]?.id ?? subscription.id,
);
export const ofSibling = as<Facts>(
  "that of the other subscription",
  (_usual, { state, subscription }) => (siblingsOf(state, subscription)[0] ?? subscription).id,
);
export const itsSubscription = as<Facts>("the subscription", (_usual, { subscription }) => subscription.id);
export const newStatus = as<Facts>("the new status", (_usual, { subscription }) => subscription.status);
export const oldStatus = as<Facts>("the previous status", (_usual, { previous }) => previous.status);
export const oldStart = as<Facts>("the start of the previous period", (_usual, { previous }) =>
  iso(previous.periodStart),
);
export const oldEnd = as<Facts>("the end of the previous period", (_usual, { previous }) =>
  iso(previous.periodEnd),
);

const iso = (time: number): string => new Date(time).toISOString();
