/**
 * The documented events of each transition of a subscription (§6.1). A transition has required and optional events, and causes no others.
 * Their order within a transition is open.
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

/** All event names to subscribe to, including those that are never emitted. */
export const ALL_NAMES: readonly string[] = [...EVENT_NAMES, ...NEVER_EMITTED];

/** The transitions of a subscription that differ in their documented events. */
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
  | "due when voided"
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

/** The required events of each transition. Each occurs at least once. */
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
  "due when voided": [],
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

/** Optional events of each transition: open points, or side effects that the document permits. */
const POSSIBLE: Readonly<Record<Transition, Names>> = {
  nothing: [],
  created: ["invoice.finalized"],
  "created unpaid": ["invoice.finalized"],
  "created trialing": ["invoice.finalized", "invoice.paid", "payment.completed"],
  "created from page": ["invoice.finalized", "invoice.paid", "payment.completed"],
  "created trialing from page": ["invoice.finalized", "invoice.paid", "payment.completed"],
  reminded: [],
  // The due date also issues the invoice if the reminder was not replayed.
  renewed: ["invoice.finalized"],
  // The document does not say what is reported for a renewal that was paid early.
  "renewed ahead": ["invoice.finalized", "invoice.paid", "payment.completed", "subscription.updated"],
  // The document does not say whether the cycle gets another invoice, or the subscription ends.
  "due when voided": [
    "invoice.finalized",
    "invoice.paid",
    "payment.completed",
    "payment.failed",
    "subscription.canceled",
  ],
  declined: ["invoice.finalized"],
  "retry declined": ["subscription.canceled", "invoice.voided"],
  // Another retry may follow within the step and settle the debt (`settles`).
  "own retry declined": ["invoice.paid", "payment.completed", "subscription.canceled", "invoice.voided"],
  retried: ["subscription.updated"],
  paused: ["invoice.voided"],
  resumed: ["invoice.finalized", "invoice.paid", "payment.completed", "subscription.updated"],
  "cancellation scheduled": ["invoice.voided"],
  "canceled when due": ["invoice.voided"],
  "canceled immediately": ["invoice.voided"],
  voided: [],
  // There was no debt, so an early payment activates nothing.
  "paid by link": ["payment.completed", "subscription.updated"],
  "trial ended": ["invoice.finalized", "invoice.paid", "payment.completed", "payment.failed"],
  // A retry may follow within the step and settle the debt.
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

/** Events that may report the same payment twice, under two event ids. */
export const TWICE: Names = ["invoice.paid", "payment.completed"];

/** Whether a transition can cause an event of this name. */
export function explains(transition: Transition, name: string): boolean {
  return PROMISED[transition].includes(name) || POSSIBLE[transition].includes(name);
}

/**
 * The end of a trial has no event, but it requests the first payment, which may be reported like a renewal's, in addition to the payment's
 * own event. So may a payment that is requested although the cycle's invoice was voided.
 */
export const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  "subscription.updated": ["invoice.paid", "payment.completed"],
  "subscription.past_due": ["payment.failed"],
};

/** The transitions whose payments may be reported so. */
export const WITH_OUTCOMES: readonly Transition[] = ["trial ended", "due when voided"];

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
