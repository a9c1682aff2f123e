import { textOf, Violation } from "../kit.ts";
import { possibleScenarios, onScenario } from "../scenarios/scenario-rules.ts";
import { trial } from "../scenarios/trials-and-cancellations.ts";
import { linkedInvoice } from "../scenarios/invoices.ts";
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
import { ENDED, type Interleaved, interleavedLives, livedThrough } from "../scenarios/interleaved.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { eachInvoiceOnce, eventsOf, givenEvent, member, notEmitted } from "../scenarios/scenario-events.ts";
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
   * invoice is issued twice. In lives with pauses and changes, no cycle has two invoices of which none was voided.
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
    for (const life of (await ifPossible(() => interleavedLives(check))) ?? []) onceACycle(life);
  }),

  /** Judges a renewal that is declined twice, a declined first payment, and debts that every retry leaves. */
  onScenario("invoices/no-invoice-overdue", declinedTwice, async (check, scenario) => {
    givenEvent(scenario, "declined", "payment.failed");
    for await (const each of possibleScenarios(check, [declinedTwice, unpaidCreation, ...unsettledWhenDue]))
      notEmitted(each, "ever", "invoice.overdue");
  }),
];

/** Expects that at most one invoice is issued, and not voided, for each end of a period. */
function onceACycle(life: Interleaved): void {
  // The invoices of the customer's other subscriptions name only the customer.
  if (life.plan.includes("sibling")) return;
  const voided = new Set<unknown>();
  const names = life.steps.map(({ name }) => name);
  const issued = new Map<number, Set<unknown>>();
  let due = life.passages[0]?.before.end ?? null;
  for (const { after, events } of life.steps.slice(
    names.indexOf(life.passages[0]?.step ?? ENDED),
    names.indexOf(ENDED),
  )) {
    for (const { type, data } of events) if (type === "invoice.voided") voided.add(data["invoiceId"]);
    for (const event of events.filter(isLaterCycles(life))) {
      const { customerId, invoiceId } = event.data;
      if (event.type !== "invoice.finalized" || due === null || voided.has(invoiceId)) continue;
      if (customerId !== life.subscription.customerId) continue;
      const known = issued.get(due) ?? new Set();
      issued.set(due, known.add(invoiceId));
      if ([...known].filter((id) => !voided.has(id)).length > 1)
        throw new Violation({
          expected: `one invoice for the period that ends at ${new Date(due).toISOString()}, ${livedThrough(life)}`,
          actual: `${[...known].join(" and ")} were issued, and none was voided`,
          event,
        });
    }
    due = after?.end ?? due;
  }
}
