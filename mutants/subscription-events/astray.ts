import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { type Step, stepping, telling } from "../shared/billing.ts";

/** An event is reported at a moment of which it is no consequence. */
const astray = (fault: Fault, event: string, step: Step): Mutant =>
  mutant({ ...fault, subtle: true }, (parts) => telling(parts, event, step));

const CREATED = "subscription.created";
const ACTIVATED = "subscription.activated";
const UPDATED = "subscription.updated";
const DONE = "payment.completed";
const FAILED = "payment.failed";

/** Events that come where their cause is not, in lives that go on for a while (§6.1). */
export const astrayMutants: readonly Mutant[] = [
  astray(
    {
      id: "event-created-again-on-renewal",
      violates: "subscription-events/created-once",
      summary: "A paid renewal reports the creation once more.",
    },
    CREATED,
    "renewalPaid",
  ),
  astray(
    {
      id: "event-created-again-on-activation",
      violates: "subscription-events/created-once",
      summary: "An activation says the creation once more.",
    },
    CREATED,
    "activated",
  ),
  astray(
    {
      id: "event-created-again-on-resumption",
      violates: "subscription-events/created-once",
      summary: "A resumption reports the creation once more.",
    },
    CREATED,
    "resumed",
  ),
  astray(
    {
      id: "event-paused-again-on-resumption",
      violates: "subscription-events/paused-once",
      summary: "A resumption reports the pause once more.",
    },
    "subscription.paused",
    "resumed",
  ),
  astray(
    {
      id: "event-activated-on-resumption",
      violates: "subscription-events/nothing-ahead-of-the-clock",
      summary: "A resumption is reported as an activation, too.",
    },
    ACTIVATED,
    "resumed",
  ),
  astray(
    {
      id: "event-activated-on-payment-ahead",
      violates: "subscription-events/nothing-ahead-of-the-clock",
      summary: "A payment through the link activates an active subscription.",
    },
    ACTIVATED,
    "linkPaid",
  ),
  astray(
    {
      id: "event-updated-on-pause",
      violates: "subscription-events/nothing-ahead-of-the-clock",
      summary: "A pause is reported as a renewal, too.",
    },
    UPDATED,
    "paused",
  ),
  mutant(
    {
      id: "event-updated-at-an-unpaid-trial-end",
      violates: [
        "subscription-events/nothing-ahead-of-the-clock",
        "subscription-events/no-event-of-the-trials-end",
      ],
      summary: "The end of a trial is reported as a renewal, and nothing of its payment.",
      subtle: true,
    },
    (parts) => stepping(parts, ["trialEndPaid"], () => [UPDATED]),
  ),
  astray(
    {
      id: "event-updated-on-immediate-cancellation",
      violates: "subscription-events/nothing-ahead-of-the-clock",
      summary: "An immediate cancellation is reported as a renewal, too.",
    },
    UPDATED,
    "canceledImmediately",
  ),
  astray(
    {
      id: "event-updated-on-declined-creation",
      violates: "subscription-events/not-updated-when-declined",
      summary: "A creation whose payment was declined is reported as a renewal.",
    },
    UPDATED,
    "createdDeclined",
  ),
  astray(
    {
      id: "payment-told-on-declined-creation",
      violates: "subscription-events/payment-completed-not-when-declined",
      summary: "A first payment that was declined is reported as completed, too.",
    },
    DONE,
    "createdDeclined",
  ),
  astray(
    {
      id: "event-activated-on-a-declined-call",
      violates: "subscription-events/not-activated-when-declined",
      summary: "A call of retry-payment that is declined is reported as an activation, too.",
    },
    ACTIVATED,
    "retryCallDeclined",
  ),
  astray(
    {
      id: "event-updated-on-a-declined-call",
      violates: "subscription-events/not-updated-when-declined",
      summary: "A call of retry-payment that is declined is reported as a renewal.",
    },
    UPDATED,
    "retryCallDeclined",
  ),
  astray(
    {
      id: "payment-told-on-a-declined-call",
      violates: "subscription-events/payment-completed-not-when-declined",
      summary: "A call of retry-payment that is declined is reported as completed, too.",
    },
    DONE,
    "retryCallDeclined",
  ),
  astray(
    {
      id: "payment-failure-told-of-a-paid-retry",
      violates: "subscription-events/payment-failed-not-when-approved",
      summary: "An automatic retry that goes through is reported as failed, too.",
    },
    FAILED,
    "retryPaid",
  ),
  astray(
    {
      id: "payment-failure-told-of-a-paid-call",
      violates: "subscription-events/payment-failed-not-when-approved",
      summary: "A call of retry-payment that goes through is reported as failed, too.",
    },
    FAILED,
    "retryCallPaid",
  ),
  astray(
    {
      id: "payment-failure-told-at-a-paid-trial-end",
      violates: "subscription-events/payment-failed-not-when-approved",
      summary: "The first payment after a trial is reported as failed, too.",
    },
    FAILED,
    "trialEndPaid",
  ),
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
    events.map((event) =>
      astray(
        {
          id: `event-${event.replace(/[._]/g, "-")}-on-${name}`,
          violates: "subscription-events/no-event-without-its-cause",
          summary: `${event} is reported at the step ${step}, which does not bring it about.`,
        },
        event,
        step,
      ),
    ),
  ),
];
