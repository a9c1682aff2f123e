import { ifReachable, onScenario } from "../scenarios/scenario-rules.ts";
import { immediateCancellation } from "../scenarios/trials-and-cancellations.ts";
import { voidedInvoice } from "../scenarios/invoices.ts";
import type { Scenario } from "../scenarios/recorder.ts";
import { eachInvoiceOnce, givenEvent, member, emitted, emittedOnce } from "../scenarios/scenario-events.ts";
import { isLaterCycles } from "../scenarios/later-cycles.ts";
import { textOf } from "../kit.ts";

const VOIDED = "invoice.voided";
const issued = (scenario: Scenario): unknown =>
  member(givenEvent(scenario, "reminded", "invoice.finalized", isLaterCycles(scenario)), "invoiceId");

/** When invoices are voided (§6.1). Each scenario voids an invoice that was issued three days before its due date. */
export default [
  onScenario("invoices/voided-by-cancellation", immediateCancellation, (_check, scenario) => {
    const invoice = issued(scenario);
    emitted(
      scenario,
      "canceled immediately",
      VOIDED,
      (event) => event.data["invoiceId"] === invoice,
      `for the invoice ${textOf(invoice)}`,
    );
  }),

  onScenario("invoices/voided-names-the-customer", voidedInvoice, (check, scenario) => {
    const event = givenEvent(scenario, "voided", VOIDED);
    check.expect
      .that(`customerId of ${VOIDED}`, member(event, "customerId"), event)
      .toBe(scenario.subscription.customerId);
  }),
  onScenario("invoices/voided-names-the-invoice", voidedInvoice, (check, scenario) => {
    const event = givenEvent(scenario, "voided", VOIDED);
    check.expect.that(`invoiceId of ${VOIDED}`, member(event, "invoiceId"), event).toBe(issued(scenario));
    const further = Object.keys(event.data).filter(
      (name) => !["invoiceId", "customerId", "voidedAt"].includes(name),
    );
    check.observe("invoice-voided-fields", further.length === 0 ? "no further fields" : further.join(", "));
  }),

  onScenario("invoices/voided-once", voidedInvoice, async (check, scenario) => {
    emittedOnce(scenario, "voided", VOIDED);
    const canceled = await ifReachable(check, immediateCancellation);
    if (canceled !== null) eachInvoiceOnce(canceled, VOIDED);
  }),
];
