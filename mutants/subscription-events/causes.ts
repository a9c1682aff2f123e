import { inOrder, type Mutant, named } from "../mutant.ts";
import { alsoEmitting, withEventMember } from "../shared/billing.ts";
import { eventFaults } from "../faults/events.ts";

export const mutants: readonly Mutant[] = [
  ...(
    [
      ["createdDeclined", "subscription.paused", "subscription.canceled", "invoice.voided"],
      ["createdTrialingHosted", "subscription.resumed", "subscription.updated"],
      ["renewalDeclined", "subscription.paused", "subscription.canceled", "invoice.voided"],
      ["renewalPaidAhead", "payment.failed", "subscription.past_due", "subscription.created"],
      ["renewalVoided", "subscription.updated", "subscription.past_due"],
      ["trialEndDeclined", "subscription.trial_ending", "subscription.created", "invoice.voided"],
      ["retryPaid", "subscription.resumed", "subscription.canceled"],
      ["retryDeclined", "subscription.updated", "subscription.resumed"],
      ["retryCallPaid", "subscription.paused", "invoice.voided"],
      ["retryCallDeclined", "subscription.created"],
      ["activated", "subscription.paused", "subscription.resumed"],
      ["linkPaid", "subscription.created"],
    ] as const
  ).flatMap(([step, ...events]) =>
    events.map((event) =>
      eventFaults(event, "subscription-events/").extra("no-event-without-its-cause", step),
    ),
  ),
  ...named({
    "trial-charged-when-created": {
      violates: [
        "subscription-events/no-event-without-its-cause",
        "subscription-events/nothing-ahead-of-the-clock",
      ],
      summary: "The creation of a trial requests a payment.",
      replace: inOrder(
        alsoEmitting("payment.completed", "createdTrialing"),
        withEventMember("payment.completed", "amount", (facts, usual) => usual(facts) ?? 5_000),
      ),
    },
  }),
];
