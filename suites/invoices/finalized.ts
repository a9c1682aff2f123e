import { textOf, Violation } from "../kit.ts";
import { ifReachable, isNew, possibleScenarios, onScenario } from "../scenarios/scenario-rules.ts";
import { trial } from "../scenarios/trials-and-cancellations.ts";
import { linkedInvoice, pausedAfterIssue } from "../scenarios/invoices.ts";
import {
  automaticRetry,
  calledRetry,
  declinedTwice,
  renewal,
  unpaidCreation,
  RENEWED,
  SEVERAL,
} from "../scenarios/renewals.ts";
import { unsettledWhenDue } from "../scenarios/states.ts";
import { eachInvoiceOnce, eventsOf, givenEvent, member, notEmitted } from "../scenarios/scenario-events.ts";
import type { Scenario } from "../scenarios/recorder.ts";
import { isLaterCycles } from "../scenarios/later-cycles.ts";

const REMINDED = "advanced past the reminder";

/** When the invoices of subscriptions are issued (§4.8, §6.1). */
export default [
  onScenario("invoices/finalized-names-the-customer", renewal, (check, scenario) => {
    const event = givenEvent(scenario, REMINDED, "invoice.finalized", isLaterCycles(scenario));
    check.expect
      .that("customerId of invoice.finalized", member(event, "customerId"), event)
      .toBe(scenario.subscription.customerId);
  }),

  /**
   * Over a renewal and later ones, there are as many different events as invoices. In scenarios with trials, retries and payment links, no
   * invoice is issued twice. Nor is another one issued by a pause and a resumption at the same time.
   */
  onScenario("invoices/finalized-once-a-cycle", renewal, async (check, scenario) => {
    const isRenewals = isLaterCycles(scenario);
    givenEvent(scenario, REMINDED, "invoice.finalized", isRenewals);
    const first = [REMINDED, "advanced before the due date", RENEWED].flatMap((step) =>
      eventsOf(scenario, step, "invoice.finalized", isRenewals),
    );
    const later = eventsOf(scenario, SEVERAL, "invoice.finalized", isRenewals);
    const paid = eventsOf(scenario, SEVERAL, "subscription.updated");
    for (const [what, events, most] of [
      ["cycle", first, 1],
      // The invoice of the next cycle may have been issued already, if its due date is close to the end of the advance.
      [`${paid.length} cycles`, later, paid.length + 1],
    ] as const) {
      if (
        events.length <= most &&
        new Set(events.map((event) => event.data["invoiceId"])).size === events.length
      )
        continue;
      throw new Violation({
        expected: `at most ${most} invoice.finalized over ${what}, each for a different invoice`,
        actual: `${events.length} arrived, for ${events.map((event) => textOf(event.data["invoiceId"])).join(", ")}`,
      });
    }
    for await (const other of possibleScenarios(check, [
      trial,
      automaticRetry,
      calledRetry,
      declinedTwice,
      linkedInvoice,
    ]))
      eachInvoiceOnce(other, "invoice.finalized");
    const paused = await ifReachable(check, pausedAfterIssue);
    if (paused !== null) staysTheOnlyOne(paused);
  }),

  /** Judges a renewal that is declined twice, a declined first payment, and debts that every retry leaves. */
  onScenario("invoices/no-invoice-overdue", declinedTwice, async (check, scenario) => {
    givenEvent(scenario, "declined", "payment.failed");
    for await (const each of possibleScenarios(check, [declinedTwice, unpaidCreation, ...unsettledWhenDue]))
      notEmitted(each, "ever", "invoice.overdue");
  }),
];

/** Unless the invoice that was issued is voided, or the resumption begins and bills another period. */
function staysTheOnlyOne(scenario: Scenario): void {
  const isReplaced = ["invoice.voided", "subscription.updated"].some(
    (type) => eventsOf(scenario, "ever", type).length > 0,
  );
  const isBilled = eventsOf(scenario, "resumed", "invoice.paid").some((event) =>
    isNew("invoiceId", "resumed")(event, scenario),
  );
  if (isReplaced || isBilled) return;
  const isLater = isLaterCycles(scenario);
  for (const step of ["paused", "resumed"])
    notEmitted(
      scenario,
      step,
      "invoice.finalized",
      (event) => isLater(event) && isNew("invoiceId", step)(event, scenario),
    );
}
