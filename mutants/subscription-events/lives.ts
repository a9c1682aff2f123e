import type { Parts } from "../../emulator/index.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { type Facts, hushed, later, saying, silent, type Step, telling, timing } from "../shared/billing.ts";

/** A moment whose event does not come. */
const untold = (fault: Omit<Fault, "summary">, event: string, steps: readonly Step[]): Mutant =>
  mutant({ ...fault, summary: `${event} is not reported at the steps ${steps.join(", ")}.` }, (parts) =>
    silent(parts, event, ...steps),
  );

/** A moment that is reported by an event of another moment, or once too often. */
const told = (fault: Omit<Fault, "summary">, event: string, steps: readonly Step[]): Mutant =>
  mutant(
    { ...fault, summary: `${event} is reported at the steps ${steps.join(", ")}, under an id of its own.` },
    (parts) => telling(parts, event, ...steps),
  );

/** An event with another value in one member. */
const says = (
  fault: Fault,
  event: string,
  member: string,
  value: (facts: Facts, usual: (facts: Facts) => unknown) => unknown,
): Mutant => mutant(fault, (parts) => saying(parts, event, member, value));

const CREATED = "subscription.created";
const ACTIVATED = "subscription.activated";
const UPDATED = "subscription.updated";
const PAST_DUE = "subscription.past_due";
const PAUSED = "subscription.paused";
const RESUMED = "subscription.resumed";
const NOTICE = "subscription.trial_ending";

/** Activations by a call of retry-payment are not reported, of subscriptions in one state. */
const inactive = (parts: Parts, state: string): Parts =>
  timing(parts, "activation", (effects, _context, subscription) =>
    subscription?.status === state ? hushed(effects, ACTIVATED) : effects,
  );

const created: readonly Mutant[] = [
  untold({ id: "event-created-untold", violates: "subscription-events/created-when-approved" }, CREATED, [
    "createdPaid",
  ]),
  untold(
    { id: "event-created-untold-of-trials", violates: "subscription-events/created-when-trialing" },
    CREATED,
    ["createdTrialing"],
  ),
  says(
    {
      id: "event-created-active-though-declined",
      violates: "subscription-events/created-when-declined",
      summary: "A creation whose payment was declined is reported as active.",
      subtle: true,
    },
    CREATED,
    "status",
    ({ subscription }) => (subscription.status === "unpaid" ? "active" : subscription.status),
  ),
  told({ id: "event-created-twice", violates: "subscription-events/created-once" }, CREATED, ["createdPaid"]),
  says(
    {
      id: "event-created-without-customer",
      violates: "subscription-events/created-names-the-customer",
      summary: "A creation names the subscription as its customer.",
    },
    CREATED,
    "customerId",
    ({ subscription }) => subscription.id,
  ),
  says(
    {
      id: "event-created-with-one-address",
      violates: "subscription-events/created-has-the-customers-email",
      summary: "All creations report one address.",
    },
    CREATED,
    "customerEmail",
    () => "billing@example.org",
  ),
  says(
    {
      id: "event-created-with-one-item",
      violates: "subscription-events/created-has-the-items",
      summary: "A creation reports the quantity one, whatever was subscribed to.",
      subtle: true,
    },
    CREATED,
    "items",
    ({ subscription }) => subscription.items.map(({ priceId }) => ({ priceId, quantity: 1 })),
  ),
  says(
    {
      id: "event-created-with-another-price",
      violates: "subscription-events/created-has-the-items",
      summary: "A creation reports another price.",
    },
    CREATED,
    "items",
    ({ subscription }) =>
      subscription.items.map(({ priceId, quantity }) => ({ priceId: `${priceId}0`, quantity })),
  ),
  says(
    {
      id: "event-created-from-midnight",
      violates: "subscription-events/created-has-the-period",
      summary: "The period of a creation is reported from midnight.",
      subtle: true,
    },
    CREATED,
    "currentPeriodStart",
    (facts, usual) => `${String(usual(facts)).slice(0, 10)}T00:00:00Z`,
  ),
  says(
    {
      id: "event-created-with-a-longer-trial",
      violates: "subscription-events/created-has-the-trial",
      summary: "A creation reports a trial that is a day longer.",
      subtle: true,
    },
    CREATED,
    "trialEnd",
    (facts, usual) => (usual(facts) === null ? null : later(usual(facts), 1)),
  ),
  says(
    {
      id: "event-created-without-page",
      violates: "subscription-events/created-from-page-has-session",
      summary: "The session of the hosted page is not reported.",
    },
    CREATED,
    "checkoutSessionId",
    () => undefined,
  ),
  says(
    {
      id: "event-created-with-a-page-through-the-api",
      violates: "subscription-events/created-from-api-has-no-session",
      summary: "A creation through the API reports a session.",
    },
    CREATED,
    "checkoutSessionId",
    ({ subscription }) => subscription.checkoutSessionId ?? `session_${subscription.id}`,
  ),
];

const activated: readonly Mutant[] = [
  untold(
    {
      id: "event-activated-untold-by-automatic-retry",
      violates: "subscription-events/activated-by-automatic-retry",
    },
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
  told({ id: "event-activated-twice", violates: "subscription-events/activated-once" }, ACTIVATED, [
    "activated",
  ]),
  told(
    { id: "event-activated-at-creation", violates: "subscription-events/not-activated-at-creation" },
    ACTIVATED,
    ["createdPaid"],
  ),
  told(
    {
      id: "event-activated-at-trial-end",
      violates: "subscription-events/not-activated-at-trial-end",
      subtle: true,
    },
    ACTIVATED,
    ["trialEndPaid"],
  ),
];

const renewed: readonly Mutant[] = [
  untold({ id: "event-updated-untold", violates: "subscription-events/updated-on-paid-renewal" }, UPDATED, [
    "renewalPaid",
  ]),
  told({ id: "event-updated-twice", violates: "subscription-events/updated-once-a-renewal" }, UPDATED, [
    "renewalPaid",
  ]),
  says(
    {
      id: "event-updated-with-the-old-period",
      violates: "subscription-events/updated-has-a-later-period",
      summary: "A renewal reports the end of the period before.",
      subtle: true,
    },
    UPDATED,
    "currentPeriodEnd",
    ({ previous }) => new Date(previous.periodEnd).toISOString(),
  ),
  told(
    {
      id: "event-updated-when-declined",
      violates: "subscription-events/not-updated-when-declined",
      subtle: true,
    },
    UPDATED,
    ["renewalDeclined"],
  ),
  told(
    { id: "event-updated-on-quantity", violates: "subscription-events/not-updated-on-quantity-change" },
    UPDATED,
    ["quantityChanged"],
  ),
  untold({ id: "event-past-due-untold", violates: "subscription-events/past-due-when-declined" }, PAST_DUE, [
    "renewalDeclined",
  ]),
  told({ id: "event-past-due-twice", violates: "subscription-events/past-due-once" }, PAST_DUE, [
    "renewalDeclined",
  ]),
  says(
    {
      id: "event-past-due-from-past-due",
      violates: "subscription-events/past-due-from-active",
      summary: "A failed renewal reports the new status as the one before.",
      subtle: true,
    },
    PAST_DUE,
    "previousStatus",
    ({ subscription }) => subscription.status,
  ),
];

const paused: readonly Mutant[] = [
  untold({ id: "event-paused-untold", violates: "subscription-events/paused-on-pause" }, PAUSED, ["paused"]),
  told({ id: "event-paused-twice", violates: "subscription-events/paused-once" }, PAUSED, ["paused"]),
  says(
    {
      id: "event-paused-from-paused",
      violates: "subscription-events/paused-has-previous-status",
      summary: "A pause reports the new status as the one before.",
      subtle: true,
    },
    PAUSED,
    "previousStatus",
    ({ subscription }) => subscription.status,
  ),
  untold({ id: "event-resumed-untold", violates: "subscription-events/resumed-on-resume" }, RESUMED, [
    "resumed",
  ]),
  told({ id: "event-resumed-twice", violates: "subscription-events/resumed-once" }, RESUMED, ["resumed"]),
  says(
    {
      id: "event-resumed-from-active",
      violates: "subscription-events/resumed-has-previous-status",
      summary: "A resumption reports the status after it as the one before.",
      subtle: true,
    },
    RESUMED,
    "previousStatus",
    ({ subscription }) => subscription.status,
  ),
];

const trials: readonly Mutant[] = [
  untold(
    { id: "event-trial-notice-untold", violates: "subscription-events/trial-ending-at-creation" },
    NOTICE,
    ["createdTrialing"],
  ),
  told({ id: "event-trial-notice-twice", violates: "subscription-events/trial-ending-once" }, NOTICE, [
    "createdTrialing",
  ]),
  told(
    {
      id: "event-trial-notice-at-its-end",
      violates: "subscription-events/trial-ending-is-no-reminder",
      subtle: true,
    },
    NOTICE,
    ["trialEndPaid"],
  ),
  told(
    {
      id: "event-trial-notice-from-page",
      violates: "subscription-events/no-trial-ending-from-page",
      subtle: true,
    },
    NOTICE,
    ["createdTrialingHosted"],
  ),
  told(
    { id: "event-trial-notice-without-trial", violates: "subscription-events/no-trial-ending-without-trial" },
    NOTICE,
    ["createdPaid"],
  ),
  says(
    {
      id: "event-trial-notice-of-another-trial",
      violates: "subscription-events/trial-ending-has-the-trial",
      summary: "The notice of a trial ends it three days early.",
      subtle: true,
    },
    NOTICE,
    "trialEnd",
    (facts, usual) => (usual(facts) === null ? null : later(usual(facts), -3)),
  ),
];

/** Lives of subscriptions that are reported otherwise than promised (§6.1). */
export const lifeMutants: readonly Mutant[] = [...created, ...activated, ...renewed, ...paused, ...trials];
