import { ifLived, ofStory, tells } from "../expect/scenario-rules.ts";
import { immediateCancellation, voidedInvoice } from "../scenarios/ends.ts";
import type { Story } from "../scenarios/recorder.ts";
import { eachInvoiceOnce, given, isLaterCycles, member, told, toldOnce } from "../expect/scenario-events.ts";

const VOIDED = "invoice.voided";
const issued = (story: Story): unknown =>
  member(given(story, "reminded", "invoice.finalized", isLaterCycles(story)), "invoiceId");

/** When invoices are voided (§6.1). Each scenario voids one that was issued three days ahead of its due date. */
export default [
  tells("invoices/voided-by-call", voidedInvoice, "voided", VOIDED),

  ofStory("invoices/voided-by-cancellation", immediateCancellation, (_check, story) => {
    const invoice = issued(story);
    told(
      story,
      "canceled immediately",
      VOIDED,
      (event) => event.data["invoiceId"] === invoice,
      `for the invoice ${String(invoice)}`,
    );
  }),

  ofStory("invoices/voided-names-the-customer", voidedInvoice, (check, story) => {
    const event = given(story, "voided", VOIDED);
    check.expect
      .that(`customerId of ${VOIDED}`, member(event, "customerId"), event)
      .toBe(story.subscription.customerId);
  }),
  ofStory("invoices/voided-names-the-invoice", voidedInvoice, (check, story) => {
    const event = given(story, "voided", VOIDED);
    check.expect.that(`invoiceId of ${VOIDED}`, member(event, "invoiceId"), event).toBe(issued(story));
    const further = Object.keys(event.data).filter(
      (name) => !["invoiceId", "customerId", "voidedAt"].includes(name),
    );
    check.observe("invoice-voided-fields", further.length === 0 ? "no further fields" : further.join(", "));
  }),

  ofStory("invoices/voided-once", voidedInvoice, async (check, story) => {
    toldOnce(story, "voided", VOIDED);
    const canceled = await ifLived(check, immediateCancellation);
    if (canceled !== null) eachInvoiceOnce(canceled, VOIDED);
  }),
];
