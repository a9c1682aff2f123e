import { Inconclusive, type ReceivedEvent, Violation } from "../kit.ts";
import { isNew, possibleScenarios, onScenario, repeatsShareId } from "../scenarios/scenario-rules.ts";
import { linkedInvoice } from "../scenarios/invoices.ts";
import { automaticRetry, calledRetry, renewal, RENEWED, SEVERAL } from "../scenarios/renewals.ts";
import type { Scenario } from "../scenarios/recorder.ts";
import { eventsOf, givenEvent, member, notEmitted } from "../scenarios/scenario-events.ts";
import { isLaterCycles } from "../scenarios/later-cycles.ts";

const PAID = "invoice.paid";
const ISSUED = "invoice.finalized";
const BILLED = "past the date it was due";

/** When the invoices of subscriptions are paid, and which ones (§6.1). */
export default [
  /** The customer pays the issued invoice before it is due. */
  onScenario("invoices/paid-through-the-link", linkedInvoice, (_check, scenario) => {
    const invoice = member(
      givenEvent(scenario, "reminded", "invoice.finalized", isLaterCycles(scenario)),
      "invoiceId",
    );
    const [paid] = eventsOf(scenario, "paid by link", PAID, (event) => event.data["invoiceId"] === invoice);
    if (paid === undefined)
      throw new Violation({
        basis: "deadline",
        expected: `${PAID} for the invoice that was settled through its link`,
        actual: "none arrived",
      });
  }),

  /**
   * Advances past the due date. The payment may be reported again, but only with the intent of the settlement. A target may report no
   * payment for the link itself. No other invoice of the cycle is paid either.
   */
  onScenario("invoices/linked-is-charged-once", linkedInvoice, (_check, scenario) => {
    const settled = givenEvent(scenario, "paid by link", PAID, (event) =>
      isNew("invoiceId", "paid by link")(event, scenario),
    );
    notEmitted(scenario, BILLED, PAID, (event) => isNew("invoiceId", BILLED)(event, scenario));
    const isOfInvoice = ({ data }: ReceivedEvent): boolean => data["orderId"] === member(settled, "orderId");
    const intentsAt = (step: string): readonly unknown[] =>
      eventsOf(scenario, step, "payment.completed", isOfInvoice).map(({ data }) => data["paymentIntentId"]);
    const known = intentsAt("paid by link");
    if (known.length === 0) throw new Inconclusive("no payment.completed reported the settlement");
    notEmitted(
      scenario,
      BILLED,
      "payment.completed",
      (event) => isOfInvoice(event) && !known.includes(event.data["paymentIntentId"]),
    );
  }),

  /** Judges a renewal, later renewals, and renewals that a retry settles. */
  onScenario("invoices/paid-is-the-finalized", renewal, async (check, scenario) => {
    const same = (each: Scenario, reminded: string, settled: string): void => {
      givenEvent(each, reminded, ISSUED);
      // Another subscription's first invoice may be reported late, and its event names no subscription.
      const issued = eventsOf(each, reminded, ISSUED).map((event) => event.data["invoiceId"]);
      const paid = givenEvent(each, settled, PAID, (event) => isNew("invoiceId", settled)(event, each));
      check.expect
        .that(`invoiceId of the renewal's ${PAID}`, member(paid, "invoiceId"), paid)
        .toBeOneOf(issued);
    };
    same(scenario, "advanced past the reminder", RENEWED);
    const issued = eventsOf(scenario, "ever", ISSUED).map((event) => event.data["invoiceId"]);
    for (const event of eventsOf(scenario, SEVERAL, PAID, (paid) =>
      isNew("invoiceId", SEVERAL)(paid, scenario),
    ))
      check.expect
        .that(`invoiceId of a later renewal's ${PAID}`, event.data["invoiceId"], event)
        .toBeOneOf(issued);
    for await (const other of possibleScenarios(check, [automaticRetry, calledRetry]))
      same(other, "reminded", "retried");
  }),

  /** The customer has a second subscription without a clock. A payment that the clock causes is not for that one. */
  onScenario("invoices/paid-names-the-subscription", renewal, (check, scenario) => {
    givenEvent(scenario, RENEWED, "subscription.updated");
    const payments = scenario.steps
      .filter((step) => step.name === RENEWED)
      .flatMap((step) => step.events)
      .filter((event) => event.type === PAID && isNew("invoiceId", RENEWED)(event, scenario));
    if (payments.length === 0)
      throw new Inconclusive(`no ${PAID} of the renewal arrived; another rule judges that`);
    for (const event of payments)
      check.expect
        .that(`subscriptionId of ${PAID}`, member(event, "subscriptionId"), event)
        .toBe(scenario.subscription.id);
  }),

  repeatsShareId("invoices/paid-repeats-share-their-id", PAID, "invoiceId"),
];
