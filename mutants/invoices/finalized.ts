import { named } from "../named.ts";
import { billing, DAY, inventing, withEventMember } from "../shared/billing.ts";
import { occurrenceMutants } from "../shared/event-occurrences.ts";

const ISSUED = "invoice.finalized";

export const mutants = named({
  ...occurrenceMutants(ISSUED, {
    "invoice-reminder-skipped": {
      violates: ["invoices/finalized-three-days-before"],
      summary: "No invoice is announced on the third day before the due date.",
      missing: "reminder",
    },
    "invoice-reminder-twice": {
      violates: ["invoices/finalized-once-a-cycle"],
      summary: "The reminder three days before the due date fires twice.",
      extra: "reminder",
    },
    "invoice-issued-again-when-due": {
      violates: ["invoices/finalized-once-a-cycle"],
      summary: "The due date announces the invoice again.",
      extra: "renewalPaid",
    },
    "invoice-issued-again-by-a-retry": {
      violates: ["invoices/finalized-once-a-cycle"],
      summary: "A successful automatic retry announces the invoice again.",
      extra: "retryPaid",
    },
    "invoice-issued-again-by-an-activation": {
      violates: ["invoices/finalized-once-a-cycle"],
      summary: "An activation announces the invoice again.",
      extra: "activated",
    },
    "invoice-issued-twice-after-a-trial": {
      violates: ["invoices/finalized-once-a-cycle"],
      summary: "The first invoice after a trial is announced twice.",
      extra: "trialEndPaid",
    },
  }),
  "invoice-reminder-a-day-before": {
    violates: ["invoices/finalized-three-days-before"],
    summary: "The invoice is issued one day before the due date.",
    replace: billing(() => ({ reminderDate: (due) => due - DAY })),
  },
  "invoice-issued-five-days-before": {
    violates: ["invoices/not-finalized-before-d-minus-3"],
    summary: "The invoice is issued five days before the due date.",
    replace: billing(() => ({ reminderDate: (due) => due - 5 * DAY })),
  },
  "invoice-issued-to-the-subscription": {
    violates: ["invoices/finalized-names-the-customer"],
    summary: "An issued invoice names the subscription as its customer.",
    replace: withEventMember(ISSUED, "customerId", ({ subscription }) => subscription.id),
  },
  "invoice-of-a-trial-ahead": {
    violates: ["invoices/trial-invoice-not-before-trial-end"],
    summary: "A trial is invoiced three days before its end, like a renewal.",
    replace: billing(({ dueDate }) => ({
      dueDate: (subscription) => dueDate(subscription) - (subscription.status === "trialing" ? 3 * DAY : 0),
    })),
  },
  "invoice-created-with-the-subscription": {
    violates: ["invoices/no-invoice-created-at-creation"],
    summary: "A creation reports invoice.created.",
    replace: inventing("invoice.created", ISSUED, "createdPaid"),
  },
  "invoice-created-when-issued": {
    violates: ["invoices/no-invoice-created-at-renewal"],
    summary: "The reminder reports invoice.created.",
    replace: inventing("invoice.created", ISSUED, "reminder"),
  },
  "invoice-overdue-after-a-retry": {
    violates: ["invoices/no-invoice-overdue"],
    summary: "A declined automatic retry emits invoice.overdue.",
    replace: inventing("invoice.overdue", ISSUED, "retryDeclined"),
  },
});
