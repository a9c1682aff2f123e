import { alsoViolating, type Mutant, part } from "../mutant.ts";
import type { Facts } from "../shared/billing.ts";
import { type Cause, eventFaults, request } from "../faults/events.ts";
import { as } from "../faults/values.ts";
import { always, itsSubscription } from "../subscription-events/parts.ts";

const voided = eventFaults("invoice.voided", "invoices/voided-");

const byCall: Cause = {
  only: "when it is voided by a call",
  change: (change) =>
    part(["invoices", "void"], ({ act }) => ({
      act: (input) => {
        const acted = act(input);
        return { ...acted, effects: change(acted.effects) };
      },
    })),
};
const byCancellation: Cause = { ...request("cancel", always), only: "when its subscription is canceled" };
const number = as<Facts>("its number", (_usual, { invoice }) => invoice?.number);

export const mutants: readonly Mutant[] = [
  voided.missingAfter("voided-by-call", byCall),
  voided.missingAfter("voided-by-cancellation", byCancellation),
  voided.gives("customerId", "names-the-customer", itsSubscription),
  voided.gives("invoiceId", "names-the-invoice", number),
  voided.extra("voided-once", "invoiceVoided"),
  alsoViolating(
    voided.twiceAfter("voided-once", byCancellation),
    "subscription-events/one-event-for-each-object",
  ),
];
