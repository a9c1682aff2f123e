import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import { type Step, stepping, telling } from "../shared/billing.ts";

/** An event is told at a moment of which it is no consequence. */
const astray = (id: string, violates: RuleId, event: string, step: Step, summary: string): Mutant =>
  mutant({ id, violates, summary, subtle: true }, (parts) => telling(parts, event, step));

const CREATED = "subscription.created";
const ACTIVATED = "subscription.activated";
const UPDATED = "subscription.updated";
const DONE = "payment.completed";
const FAILED = "payment.failed";

/** Events that come where their cause is not, in lives that go on for a while (§6.1). */
export const astrayMutants: readonly Mutant[] = [
  astray(
    "event-created-again-on-renewal",
    "subscription-events/created-once",
    CREATED,
    "renewalPaid",
    "A paid renewal tells the creation once more.",
  ),
  astray(
    "event-created-again-on-activation",
    "subscription-events/created-once",
    CREATED,
    "activated",
    "An activation tells the creation once more.",
  ),
  astray(
    "event-created-again-on-resumption",
    "subscription-events/created-once",
    CREATED,
    "resumed",
    "A resumption tells the creation once more.",
  ),
  astray(
    "event-paused-again-on-resumption",
    "subscription-events/paused-once",
    "subscription.paused",
    "resumed",
    "A resumption tells the pause once more.",
  ),
  astray(
    "event-activated-on-resumption",
    "subscription-events/nothing-ahead-of-the-clock",
    ACTIVATED,
    "resumed",
    "A resumption is told as an activation, too.",
  ),
  astray(
    "event-activated-on-payment-ahead",
    "subscription-events/nothing-ahead-of-the-clock",
    ACTIVATED,
    "linkPaid",
    "A payment through the link activates an active subscription.",
  ),
  astray(
    "event-updated-on-pause",
    "subscription-events/nothing-ahead-of-the-clock",
    UPDATED,
    "paused",
    "A pause is told as a renewal, too.",
  ),
  mutant(
    {
      id: "event-updated-at-an-unpaid-trial-end",
      violates: [
        "subscription-events/nothing-ahead-of-the-clock",
        "subscription-events/no-event-of-the-trials-end",
      ],
      summary: "The end of a trial is told as a renewal, and nothing of its payment.",
      subtle: true,
    },
    (parts) => stepping(parts, ["trialEndPaid"], () => [UPDATED]),
  ),
  astray(
    "event-updated-on-immediate-cancellation",
    "subscription-events/nothing-ahead-of-the-clock",
    UPDATED,
    "canceledImmediately",
    "An immediate cancellation is told as a renewal, too.",
  ),
  astray(
    "event-updated-on-declined-creation",
    "subscription-events/not-updated-when-declined",
    UPDATED,
    "createdDeclined",
    "A creation whose payment was declined is told as a renewal.",
  ),
  astray(
    "payment-told-on-declined-creation",
    "subscription-events/payment-completed-not-when-declined",
    DONE,
    "createdDeclined",
    "A first payment that was declined is told as completed, too.",
  ),
  astray(
    "event-activated-on-a-declined-call",
    "subscription-events/not-activated-when-declined",
    ACTIVATED,
    "retryCallDeclined",
    "A call of retry-payment that is declined is told as an activation, too.",
  ),
  astray(
    "event-updated-on-a-declined-call",
    "subscription-events/not-updated-when-declined",
    UPDATED,
    "retryCallDeclined",
    "A call of retry-payment that is declined is told as a renewal.",
  ),
  astray(
    "payment-told-on-a-declined-call",
    "subscription-events/payment-completed-not-when-declined",
    DONE,
    "retryCallDeclined",
    "A call of retry-payment that is declined is told as completed, too.",
  ),
  astray(
    "payment-failure-told-of-a-paid-retry",
    "subscription-events/payment-failed-not-when-approved",
    FAILED,
    "retryPaid",
    "An automatic retry that goes through is told as failed, too.",
  ),
  astray(
    "payment-failure-told-of-a-paid-call",
    "subscription-events/payment-failed-not-when-approved",
    FAILED,
    "retryCallPaid",
    "A call of retry-payment that goes through is told as failed, too.",
  ),
  astray(
    "payment-failure-told-at-a-paid-trial-end",
    "subscription-events/payment-failed-not-when-approved",
    FAILED,
    "trialEndPaid",
    "The first payment after a trial is told as failed, too.",
  ),
  ...(
    [
      [
        "created-declined",
        "createdDeclined",
        ["subscription.paused", "subscription.canceled", "invoice.voided"],
      ],
      ["trial-from-the-page", "createdTrialingThere", ["subscription.resumed", "subscription.updated"]],
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
    events.map((event) =>
      astray(
        `event-${event.replace(/[._]/g, "-")}-on-${name}`,
        "subscription-events/no-event-without-its-cause",
        event,
        step,
        `${event} is told at the step ${step}, which does not bring it about.`,
      ),
    ),
  ),
];
