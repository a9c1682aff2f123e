/**
 * The documented events of subscriptions (§6.1) by transition, independent of any target. A transition has required and
 * optional events and causes no others. Within a transition there is no order.
 */

/** Every event name of subscriptions, invoices and their payments. */
export const EVENT_NAMES = [
  "subscription.created",
  "subscription.activated",
  "subscription.updated",
  "subscription.past_due",
  "subscription.paused",
  "subscription.resumed",
  "subscription.canceled",
  "subscription.trial_ending",
  "invoice.finalized",
  "invoice.paid",
  "invoice.voided",
  "payment.completed",
  "payment.failed",
] as const;

/** Names that are never emitted for a subscription. @internal */
export const NEVER_EMITTED = [
  "invoice.created",
  "invoice.overdue",
  "checkout.session.completed",
  "subscription.trial_ended",
] as const;

/** Names to subscribe to: names of expected events and of forbidden ones. */
export const ALL_NAMES: readonly string[] = [...EVENT_NAMES, ...NEVER_EMITTED];

/** What happens to a subscription, distinguished by what the document promises of it. */
export type Transition =
  | "nothing"
  | "created"
  | "created unpaid"
  | "created trialing"
  | "created from page"
  | "created trialing from page"
  | "reminded"
  | "renewed"
  | "renewed ahead"
  | "declined"
  | "retry declined"
  | "own retry declined"
  | "retried"
  | "paused"
  | "resumed"
  | "cancellation scheduled"
  | "canceled when due"
  | "canceled immediately"
  | "voided"
  | "paid by link"
  | "trial ended"
  | "trial ended unpaid"
  | "quantity changed"
  | "repeated";

type Names = readonly string[];

/** Events of a transition, each at least once. */
export const PROMISED: Readonly<Record<Transition, Names>> = {
  nothing: [],
  created: ["subscription.created", "invoice.paid", "payment.completed"],
  "created unpaid": ["subscription.created", "payment.failed"],
  "created trialing": ["subscription.created", "subscription.trial_ending"],
  "created from page": ["subscription.created"],
  "created trialing from page": ["subscription.created"],
  reminded: ["invoice.finalized"],
  renewed: ["invoice.paid", "payment.completed", "subscription.updated"],
  "renewed ahead": [],
  declined: ["payment.failed", "subscription.past_due"],
  "retry declined": ["payment.failed"],
  "own retry declined": ["payment.failed"],
  retried: ["invoice.paid", "payment.completed", "subscription.activated"],
  paused: ["subscription.paused"],
  resumed: ["subscription.resumed"],
  "cancellation scheduled": ["subscription.canceled"],
  "canceled when due": ["subscription.canceled"],
  "canceled immediately": ["subscription.canceled"],
  voided: ["invoice.voided"],
  "paid by link": ["invoice.paid"],
  "trial ended": [],
  "trial ended unpaid": [],
  "quantity changed": [],
  repeated: ["invoice.finalized", "invoice.paid", "payment.completed", "subscription.updated"],
};

/** Additional events that a transition may have: open points, or consequences that the document leaves to the target. */
const POSSIBLE: Readonly<Record<Transition, Names>> = {
  nothing: [],
  created: ["invoice.finalized"],
  "created unpaid": ["invoice.finalized"],
  "created trialing": ["invoice.finalized", "invoice.paid", "payment.completed"],
  "created from page": ["invoice.finalized", "invoice.paid", "payment.completed"],
  "created trialing from page": ["invoice.finalized", "invoice.paid", "payment.completed"],
  reminded: [],
  // The due date invoices too where the reminder was not replayed.
  renewed: ["invoice.finalized"],
  // What is reported for a renewal that was paid before its date is not written.
  "renewed ahead": ["invoice.finalized", "invoice.paid", "payment.completed", "subscription.updated"],
  declined: ["invoice.finalized"],
  "retry declined": ["subscription.canceled", "invoice.voided"],
  // Another retry may follow within the step, and settle what is owed (`settles`).
  "own retry declined": ["invoice.paid", "payment.completed", "subscription.canceled", "invoice.voided"],
  retried: ["subscription.updated"],
  paused: ["invoice.voided"],
  resumed: ["invoice.finalized", "invoice.paid", "payment.completed", "subscription.updated"],
  "cancellation scheduled": ["invoice.voided"],
  "canceled when due": ["invoice.voided"],
  "canceled immediately": ["invoice.voided"],
  voided: [],
  // Nothing was owed: an early payment activates nothing.
  "paid by link": ["payment.completed", "subscription.updated"],
  "trial ended": ["invoice.finalized", "invoice.paid", "payment.completed", "payment.failed"],
  // A retry may follow within the step, and settle what is owed.
  "trial ended unpaid": [
    "invoice.finalized",
    "invoice.paid",
    "payment.completed",
    "payment.failed",
    "subscription.activated",
    "subscription.past_due",
    "subscription.updated",
  ],
  "quantity changed": [],
  repeated: [],
};

/** Events of which the same act may be reported twice under two envelope ids. */
export const TWICE: Names = ["invoice.paid", "payment.completed"];

/** Whether a transition can cause an event of this name. */
export function explains(transition: Transition, name: string): boolean {
  return PROMISED[transition].includes(name) || POSSIBLE[transition].includes(name);
}

/**
 * The end of a trial has no event, but it requests the first paid period: the payment may be reported like that of a renewal,
 * in addition to the payment's own event.
 */
export const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  "subscription.updated": ["invoice.paid", "payment.completed"],
  "subscription.past_due": ["payment.failed"],
};

/** Whether an event reports the outcome of a payment that has its own event. */
export function isOutcomeOfPayment({ type }: Named, reported: readonly Named[]): boolean {
  return OUTCOMES[type]?.some((cause) => reported.some((event) => event.type === cause)) === true;
}

/** Whether an event reports that a later automatic retry succeeded after an earlier one failed. */
export function settles(transition: Transition, { type }: Named, reported: readonly Named[]): boolean {
  return (
    transition === "own retry declined" &&
    ["subscription.activated", "subscription.updated"].includes(type) &&
    reported.some((event) => TWICE.includes(event.type))
  );
}

interface Named {
  readonly type: string;
}

/** States that the document names; the paused one has no name. */
export const STATES: Names = ["active", "unpaid", "trialing", "past_due", "canceled"];
