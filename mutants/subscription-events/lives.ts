import type { Parts } from "../../emulator/index.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import { type Facts, hushed, later, type Step, saying, silent, telling, timing } from "../shared/billing.ts";

type Rule = RuleId;

/** A moment whose event does not come. */
const untold = (id: string, violates: Rule, event: string, steps: readonly Step[], subtle = false): Mutant =>
  mutant(
    { id, violates, summary: `${event} is not told at the steps ${steps.join(", ")}.`, subtle },
    (parts) => silent(parts, event, ...steps),
  );

/** A moment that is told by an event of another moment, or once too often. */
const told = (id: string, violates: Rule, event: string, steps: readonly Step[], subtle = false): Mutant =>
  mutant(
    {
      id,
      violates,
      summary: `${event} is told at the steps ${steps.join(", ")}, under an id of its own.`,
      subtle,
    },
    (parts) => telling(parts, event, ...steps),
  );

/** An event with another value in one member. */
const says = (
  id: string,
  violates: Rule,
  event: string,
  member: string,
  summary: string,
  value: (facts: Facts, usual: (facts: Facts) => unknown) => unknown,
  subtle = false,
): Mutant => mutant({ id, violates, summary, subtle }, (parts) => saying(parts, event, member, value));

const CREATED = "subscription.created";
const ACTIVATED = "subscription.activated";
const UPDATED = "subscription.updated";
const PAST_DUE = "subscription.past_due";
const PAUSED = "subscription.paused";
const RESUMED = "subscription.resumed";
const NOTICE = "subscription.trial_ending";

/** Activations by a call of retry-payment are not told, of subscriptions in one state. */
const inactive = (parts: Parts, state: string): Parts =>
  timing(parts, "activation", (effects, _context, subscription) =>
    subscription?.status === state ? hushed(effects, ACTIVATED) : effects,
  );

const created: readonly Mutant[] = [
  untold("event-created-untold", "subscription-events/created-when-approved", CREATED, ["createdPaid"]),
  untold("event-created-untold-of-trials", "subscription-events/created-when-trialing", CREATED, [
    "createdTrialing",
  ]),
  says(
    "event-created-active-though-declined",
    "subscription-events/created-when-declined",
    CREATED,
    "status",
    "A creation whose payment was declined is told as active.",
    ({ subscription }) => (subscription.status === "unpaid" ? "active" : subscription.status),
    true,
  ),
  told("event-created-twice", "subscription-events/created-once", CREATED, ["createdPaid"]),
  says(
    "event-created-without-customer",
    "subscription-events/created-names-the-customer",
    CREATED,
    "customerId",
    "A creation names the subscription as its customer.",
    ({ subscription }) => subscription.id,
  ),
  says(
    "event-created-with-one-address",
    "subscription-events/created-has-the-customers-email",
    CREATED,
    "customerEmail",
    "All creations tell one address.",
    () => "billing@example.org",
  ),
  says(
    "event-created-with-one-item",
    "subscription-events/created-has-the-items",
    CREATED,
    "items",
    "A creation tells the quantity one, whatever was subscribed to.",
    ({ subscription }) => subscription.items.map(({ priceId }) => ({ priceId, quantity: 1 })),
    true,
  ),
  says(
    "event-created-with-another-price",
    "subscription-events/created-has-the-items",
    CREATED,
    "items",
    "A creation tells another price.",
    ({ subscription }) =>
      subscription.items.map(({ priceId, quantity }) => ({ priceId: `${priceId}0`, quantity })),
  ),
  says(
    "event-created-from-midnight",
    "subscription-events/created-has-the-period",
    CREATED,
    "currentPeriodStart",
    "The period of a creation is told from midnight.",
    (facts, usual) => `${String(usual(facts)).slice(0, 10)}T00:00:00Z`,
    true,
  ),
  says(
    "event-created-with-a-longer-trial",
    "subscription-events/created-has-the-trial",
    CREATED,
    "trialEnd",
    "A creation tells a trial that is a day longer.",
    (facts, usual) => (usual(facts) === null ? null : later(usual(facts), 1)),
    true,
  ),
  says(
    "event-created-without-page",
    "subscription-events/created-from-page-has-session",
    CREATED,
    "checkoutSessionId",
    "The session of the hosted page is not told.",
    () => undefined,
  ),
  says(
    "event-created-with-a-page-through-the-api",
    "subscription-events/created-from-api-has-no-session",
    CREATED,
    "checkoutSessionId",
    "A creation through the API tells a session.",
    ({ subscription }) => subscription.checkoutSessionId ?? `session_${subscription.id}`,
  ),
];

const activated: readonly Mutant[] = [
  untold(
    "event-activated-untold-by-automatic-retry",
    "subscription-events/activated-by-automatic-retry",
    ACTIVATED,
    ["retryPaid"],
  ),
  mutant(
    {
      id: "event-activated-untold-by-called-retry",
      violates: "subscription-events/activated-by-retry-payment",
      summary: "A past-due subscription becomes active in silence.",
      subtle: true,
    },
    (parts) => inactive(parts, "past_due"),
  ),
  mutant(
    {
      id: "event-activated-untold-from-unpaid",
      violates: "subscription-events/activated-from-unpaid",
      summary: "An unpaid subscription becomes active in silence.",
      subtle: true,
    },
    (parts) => inactive(parts, "unpaid"),
  ),
  told("event-activated-twice", "subscription-events/activated-once", ACTIVATED, ["activated"]),
  told("event-activated-at-creation", "subscription-events/not-activated-at-creation", ACTIVATED, [
    "createdPaid",
  ]),
  told(
    "event-activated-at-trial-end",
    "subscription-events/not-activated-at-trial-end",
    ACTIVATED,
    ["trialEndPaid"],
    true,
  ),
];

const renewed: readonly Mutant[] = [
  untold("event-updated-untold", "subscription-events/updated-on-paid-renewal", UPDATED, ["renewalPaid"]),
  told("event-updated-twice", "subscription-events/updated-once-a-renewal", UPDATED, ["renewalPaid"]),
  says(
    "event-updated-with-the-old-period",
    "subscription-events/updated-has-a-later-period",
    UPDATED,
    "currentPeriodEnd",
    "A renewal tells the end of the period before.",
    ({ previous }) => new Date(previous.periodEnd).toISOString(),
    true,
  ),
  told(
    "event-updated-when-declined",
    "subscription-events/not-updated-when-declined",
    UPDATED,
    ["renewalDeclined"],
    true,
  ),
  told("event-updated-on-quantity", "subscription-events/not-updated-on-quantity-change", UPDATED, [
    "quantityChanged",
  ]),
  untold("event-past-due-untold", "subscription-events/past-due-when-declined", PAST_DUE, [
    "renewalDeclined",
  ]),
  told("event-past-due-twice", "subscription-events/past-due-once", PAST_DUE, ["renewalDeclined"]),
  says(
    "event-past-due-from-past-due",
    "subscription-events/past-due-from-active",
    PAST_DUE,
    "previousStatus",
    "A failed renewal tells the new status as the one before.",
    ({ subscription }) => subscription.status,
    true,
  ),
];

const paused: readonly Mutant[] = [
  untold("event-paused-untold", "subscription-events/paused-on-pause", PAUSED, ["paused"]),
  told("event-paused-twice", "subscription-events/paused-once", PAUSED, ["paused"]),
  says(
    "event-paused-from-paused",
    "subscription-events/paused-has-previous-status",
    PAUSED,
    "previousStatus",
    "A pause tells the new status as the one before.",
    ({ subscription }) => subscription.status,
    true,
  ),
  untold("event-resumed-untold", "subscription-events/resumed-on-resume", RESUMED, ["resumed"]),
  told("event-resumed-twice", "subscription-events/resumed-once", RESUMED, ["resumed"]),
  says(
    "event-resumed-from-active",
    "subscription-events/resumed-has-previous-status",
    RESUMED,
    "previousStatus",
    "A resumption tells the status after it as the one before.",
    ({ subscription }) => subscription.status,
    true,
  ),
];

const trials: readonly Mutant[] = [
  untold("event-trial-notice-untold", "subscription-events/trial-ending-at-creation", NOTICE, [
    "createdTrialing",
  ]),
  told("event-trial-notice-twice", "subscription-events/trial-ending-once", NOTICE, ["createdTrialing"]),
  told(
    "event-trial-notice-at-its-end",
    "subscription-events/trial-ending-is-no-reminder",
    NOTICE,
    ["trialEndPaid"],
    true,
  ),
  told(
    "event-trial-notice-from-page",
    "subscription-events/no-trial-ending-from-page",
    NOTICE,
    ["createdTrialingThere"],
    true,
  ),
  told("event-trial-notice-without-trial", "subscription-events/no-trial-ending-without-trial", NOTICE, [
    "createdPaid",
  ]),
  says(
    "event-trial-notice-of-another-trial",
    "subscription-events/trial-ending-has-the-trial",
    NOTICE,
    "trialEnd",
    "The notice of a trial ends it three days early.",
    (facts, usual) => (usual(facts) === null ? null : later(usual(facts), -3)),
    true,
  ),
];

/** Lives of subscriptions that are told otherwise than promised (§6.1). */
export const lifeMutants: readonly Mutant[] = [...created, ...activated, ...renewed, ...paused, ...trials];
