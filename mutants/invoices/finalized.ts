import { issue, nextInvoice } from "../../emulator/areas/billing/charge.ts";
import { eventsOf } from "../../emulator/areas/billing/transitions.ts";
import { together } from "../../emulator/areas/common/deciders.ts";
import { type Mutant, named, perEmulator } from "../mutant.ts";
import { acting, also, billing, DAY, inventing, timing } from "../shared/billing.ts";
import { eventFaults } from "../faults/events.ts";
import { itsSubscription } from "../subscription-events/parts.ts";

const ISSUED = "invoice.finalized";
const finalized = eventFaults(ISSUED, "invoices/finalized-");

export const mutants: readonly Mutant[] = [
  finalized.missing("finalized-three-days-before", "reminder"),
  finalized.extra("finalized-once-a-cycle", "reminder"),
  finalized.extra("finalized-once-a-cycle", "renewalPaid"),
  finalized.extra("finalized-once-a-cycle", "retryPaid"),
  finalized.extra("finalized-once-a-cycle", "activated"),
  finalized.extra("finalized-once-a-cycle", "trialEndPaid"),
  finalized.gives("customerId", "names-the-customer", itsSubscription),
  ...named({
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
    "invoice-of-a-trial-ahead": {
      violates: ["invoices/trial-invoice-not-before-trial-end"],
      summary: "A trial is invoiced three days before its end, like a renewal.",
      replace: billing(({ dueDate }) => ({
        dueDate: (subscription) => dueDate(subscription) - (subscription.status === "trialing" ? 3 * DAY : 0),
      })),
    },
    "invoice-issued-again-on-resumption": {
      violates: ["invoices/finalized-once-a-cycle"],
      summary: "A resumption issues the invoice of the next cycle, even if it was issued before the pause.",
      replace: acting("resume", (usual, input) => {
        const acted = usual(input);
        const { billingContext, subscription: previous } = input;
        const { subscription } = acted;
        const known = nextInvoice(billingContext.state, previous);
        if (known === undefined) return acted;
        const { invoice, effects } = issue(billingContext, subscription, known, known.dueAt);
        const events = eventsOf(billingContext, { step: "reminder", previous, subscription, invoice });
        return also(acted, together(effects, { events }));
      }),
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
    "invoice-overdue-after-several-retries": {
      violates: ["invoices/no-invoice-overdue"],
      summary: "The second declined automatic retry of a subscription emits invoice.overdue.",
      replace: perEmulator(() => {
        const declined = new Map<string, number>();
        return timing("retry", (effects, _context, one) => {
          const failed = (effects.events ?? []).find(({ type }) => type === "payment.failed");
          if (failed === undefined || one === undefined) return effects;
          const count = (declined.get(one.id) ?? 0) + 1;
          declined.set(one.id, count);
          const overdue = { ...failed, type: "invoice.overdue" };
          return count === 2 ? { ...effects, events: [...(effects.events ?? []), overdue] } : effects;
        });
      }),
    },
    "invoice-overdue-after-a-retry": {
      violates: ["invoices/no-invoice-overdue"],
      summary: "A declined automatic retry emits invoice.overdue.",
      replace: inventing("invoice.overdue", ISSUED, "retryDeclined"),
    },
  }),
];
