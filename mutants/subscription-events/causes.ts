import { inOrder, type Mutant } from "../mutant.ts";
import { named } from "../named.ts";
import { alsoEmitting, withEventMember } from "../shared/billing.ts";
import { occurrenceMutants } from "../shared/event-occurrences.ts";

export const mutants: readonly Mutant[] = [
  ...(
    [
      [
        "created-declined",
        "createdDeclined",
        ["subscription.paused", "subscription.canceled", "invoice.voided"],
      ],
      ["trial-from-the-page", "createdTrialingHosted", ["subscription.resumed", "subscription.updated"]],
      [
        "declined-renewal",
        "renewalDeclined",
        ["subscription.paused", "subscription.canceled", "invoice.voided"],
      ],
      [
        "renewal-paid-ahead",
        "renewalPaidAhead",
        ["payment.failed", "subscription.past_due", "subscription.created"],
      ],
      [
        "unpaid-trial-end",
        "trialEndDeclined",
        ["subscription.trial_ending", "subscription.created", "invoice.voided"],
      ],
      ["paid-retry", "retryPaid", ["subscription.resumed", "subscription.canceled"]],
      ["declined-retry", "retryDeclined", ["subscription.updated", "subscription.resumed"]],
      ["paid-call", "retryCallPaid", ["subscription.paused", "invoice.voided"]],
      ["declined-call", "retryCallDeclined", ["subscription.created"]],
      ["activation", "activated", ["subscription.paused", "subscription.resumed"]],
      ["payment-by-link", "linkPaid", ["subscription.created"]],
    ] as const
  ).flatMap(([name, step, events]) =>
    events.flatMap((event) =>
      named(
        occurrenceMutants(event, {
          [`event-${event.replace(/[._]/g, "-")}-on-${name}`]: {
            violates: ["subscription-events/no-event-without-its-cause"],
            summary: `${event} is reported at the step ${step}, which does not cause it.`,
            extra: step,
          },
        }),
      ),
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
