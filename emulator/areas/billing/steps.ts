import type { EventDraft } from "../../kernel/events.ts";
import { present } from "../common/present.ts";
import type { Facts } from "./facts.ts";
import type { BillingParts } from "./parts.ts";

/** Everything that can happen to a subscription, with the events that tell it (§6.1). */
export const createSteps = () => ({
  createdPaid: ["subscription.created", "invoice.paid", "payment.completed"],
  createdDeclined: ["subscription.created", "payment.failed"],
  createdTrialing: ["subscription.created", "subscription.trial_ending"],
  /** On the hosted page. */
  createdTrialingThere: ["subscription.created"],
  /** The third day before the due date. */
  reminder: ["invoice.finalized"],
  /** The due date comes and no reminder has issued the invoice. */
  dueWithoutInvoice: ["invoice.finalized"],
  renewalPaid: ["invoice.paid", "payment.completed", "subscription.updated"],
  /** The due date of an invoice that was settled through its link. */
  renewalPaidAhead: ["subscription.updated"],
  renewalDeclined: ["payment.failed", "subscription.past_due"],
  trialEndPaid: ["invoice.finalized", "invoice.paid", "payment.completed"],
  trialEndDeclined: ["invoice.finalized", "payment.failed"],
  retryPaid: ["invoice.paid", "payment.completed", "subscription.activated"],
  retryDeclined: ["payment.failed"],
  /** The call of retry-payment; the activation is a step of its own. */
  retryCallPaid: ["invoice.paid", "payment.completed"],
  retryCallDeclined: ["payment.failed"],
  /** Through the invoice's link. */
  linkPaid: ["invoice.paid", "payment.completed"],
  activated: ["subscription.activated"],
  paused: ["subscription.paused"],
  resumed: ["subscription.resumed"],
  cancellationScheduled: ["subscription.canceled"],
  cancellationDue: ["subscription.canceled"],
  canceledImmediately: ["subscription.canceled"],
  invoiceVoided: ["invoice.voided"],
  quantityChanged: [],
});

export type Step = keyof ReturnType<typeof createSteps>;

/** The events of a step, about these facts. */
export function tell(billing: BillingParts, step: Step, facts: Facts): EventDraft[] {
  const { accountId, mode } = facts.subscription;
  return billing.steps[step].map((type) => {
    const data = billing.eventData[type];
    if (data === undefined) throw new Error(`Nobody knows the data of ${type}`);
    return {
      type,
      accountId,
      mode,
      envelope: "subscription",
      data: present(data, facts),
      to: billing.recipients(facts),
      at: billing.toldAt(facts),
    };
  });
}
