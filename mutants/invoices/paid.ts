import { invoices } from "../../emulator/areas/billing/records.ts";
import { inOrder, type Mutant, named, part } from "../mutant.ts";
import { alsoEmitting, counting, type Facts } from "../shared/billing.ts";
import { eventFaults, laterRetry, timer } from "../faults/events.ts";
import { where } from "../faults/fields.ts";
import { longer } from "../faults/values.ts";
import { afterPastDue, ofSibling, secondRenewal } from "../subscription-events/parts.ts";

const PAID = "invoice.paid";
const paid = eventFaults(PAID, "invoices/paid-");
const ofRenewal = where("of a renewal", ({ invoice }: Facts) => (invoice?.cycle ?? 0) > 0);
const laterReminder = timer(
  "reminder",
  where("from the second renewal on", ({ subscription }) => subscription.cycle > 0),
);

export const mutants: readonly Mutant[] = [
  paid.missing("paid-at-creation", "createdPaid"),
  paid.missing("paid-on-the-due-date", "renewalPaid"),
  paid.missing("paid-by-automatic-retry", "retryPaid"),
  paid.missingAfter("paid-by-automatic-retry", laterRetry),
  paid.missing("paid-by-retry-payment", "retryCallPaid"),
  paid.missing("paid-through-the-link", "linkPaid"),
  paid.extra("not-paid-before-due", "reminder"),
  paid.extra("not-paid-before-due", "invoiceVoided"),
  paid.extra("not-paid-when-declined", "renewalDeclined"),
  paid.extra("not-paid-when-declined", "createdDeclined"),
  paid.extra("not-paid-when-declined", "retryCallDeclined"),
  paid.gives("invoiceId", "is-the-finalized", longer, ofRenewal),
  paid.gives("invoiceId", "is-the-finalized", longer, secondRenewal),
  paid.gives("invoiceId", "is-the-finalized", longer, afterPastDue),
  paid.gives("subscriptionId", "names-the-subscription", ofSibling),
  eventFaults("invoice.finalized", "invoices/").missingAfter("paid-is-the-finalized", laterReminder),
  ...named({
    "invoice-charged-again-after-the-link": {
      violates: ["invoices/linked-is-charged-once"],
      summary: "An invoice that was settled through its link stays open, and is charged when it is due.",
      replace: part(["invoices", "pay"], ({ act }) => ({
        act: (input) => {
          const { invoice, effects } = act(input);
          const writes = (effects.writes ?? []).filter(({ table }) => table.name !== invoices.name);
          return { invoice, effects: { ...effects, writes } };
        },
      })),
    },
    "cycle-charged-again-after-the-link": {
      violates: ["invoices/linked-is-charged-once"],
      summary:
        "A cycle whose invoice was settled through its link is billed by another invoice when it is due.",
      replace: part(["invoices", "pay"], ({ act }) => ({
        act: (input) => {
          const { invoice, effects } = act(input);
          // The renewal looks for an invoice of its due date.
          const writes = (effects.writes ?? []).map((write) =>
            write.do === "put" && write.table.name === invoices.name
              ? { ...write, record: { ...write.record, dueAt: 0 } }
              : write,
          );
          return { invoice, effects: { ...effects, writes } };
        },
      })),
    },
    "invoice-paid-twice-under-two-ids": {
      violates: ["invoices/paid-repeats-share-their-id"],
      summary: "The second event of a paid invoice has another invoiceId.",
      replace: inOrder(counting(PAID, "invoiceId"), alsoEmitting(PAID, "renewalPaid")),
    },
  }),
];
