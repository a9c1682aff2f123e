import { byId, type Mutant, named } from "../mutant.ts";
import { billing, DAY, timing, unlessAtItsDate } from "../shared/billing.ts";

export const mutants = named({
  ...byId(
    ([4, 2] as const).map((days): Mutant => ({
      id: `invoice-finalized-${days}-days-before`,
      violates: ["invoices/finalized-three-days-before-across-months"],
      summary: `The invoice of a renewal is finalized exactly ${days} days before the due date.`,
      replace: billing(() => ({ reminderDate: (due) => due - days * DAY })),
    })),
  ),
  "invoice-skipped-at-its-date": {
    violates: ["invoices/finalized-three-days-before-across-months"],
    summary: "An invoice is not issued if its clock stops at the time of the reminder.",
    replace: timing("reminder", unlessAtItsDate),
  },
  "invoice-reminder-within-the-month": {
    violates: ["invoices/finalized-three-days-before-across-months"],
    summary: "An invoice that is due in the first three days of a month is issued on the first.",
    replace: billing(({ reminderDate }) => ({
      reminderDate: (due) => {
        const date = new Date(due);
        return date.getUTCDate() <= 3 ? date.setUTCDate(1) : reminderDate(due);
      },
    })),
  },
  "invoice-reminder-late-from-the-second": {
    violates: ["invoices/finalized-three-days-before-across-months"],
    summary: "From the second renewal on, the invoice is issued one day before the due date.",
    replace: billing(({ dueDate, reminderDate }) => {
      let cycle = 0;
      return {
        dueDate: (subscription) => {
          cycle = subscription.cycle;
          return dueDate(subscription);
        },
        reminderDate: (due) => (cycle === 0 ? reminderDate(due) : due - DAY),
      };
    }),
  },
});
