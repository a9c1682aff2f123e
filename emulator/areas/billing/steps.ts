/** Everything that can happen to a subscription, with the events that report it (§6.1). */
export const createSteps = () => ({
  createdPaid: ["subscription.created", "invoice.paid", "payment.completed"],
  createdDeclined: ["subscription.created", "payment.failed"],
  createdTrialing: ["subscription.created", "subscription.trial_ending"],
  /** On the hosted page. */
  createdTrialingHosted: ["subscription.created"],
  /** Three days before the due date. */
  reminder: ["invoice.finalized"],
  /** On the due date, if no reminder has issued the invoice. */
  dueWithoutInvoice: ["invoice.finalized"],
  renewalPaid: ["invoice.paid", "payment.completed", "subscription.updated"],
  /** On the due date of an invoice that was settled through its link. */
  renewalPaidAhead: ["subscription.updated"],
  renewalDeclined: ["payment.failed", "subscription.past_due"],
  trialEndPaid: ["invoice.finalized", "invoice.paid", "payment.completed"],
  trialEndDeclined: ["invoice.finalized", "payment.failed"],
  retryPaid: ["invoice.paid", "payment.completed", "subscription.activated"],
  retryDeclined: ["payment.failed"],
  /** Retry-payment succeeded. The activation is a separate step. */
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
