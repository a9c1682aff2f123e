import type { ReceivedEvent } from "../../harness/inbox/event.ts";
import { Violation } from "../../harness/verdicts.ts";
import { possibleScenarios, onScenario, emits, emitsNo } from "../expect/scenario-rules.ts";
import { trial } from "../scenarios/trials-and-cancellations.ts";
import { linkedInvoice } from "../scenarios/invoices.ts";
import {
  automaticRetry,
  calledRetry,
  creation,
  declinedTwice,
  renewal,
  unpaidCreation,
  RENEWED,
  SEVERAL,
} from "../scenarios/renewals.ts";
import type { Scenario } from "../scenarios/recorder.ts";
import {
  eachInvoiceOnce,
  eventsOf,
  givenEvent,
  isLaterCycles,
  member,
  notEmitted,
} from "../expect/scenario-events.ts";

const isOfLaterCycle = (event: ReceivedEvent, scenario: Scenario): boolean => isLaterCycles(scenario)(event);
const REMINDED = "advanced past the reminder";

/** When the invoices of subscriptions are issued (§4.8, §6.1). */
export default [
  /** Cross the third day before the due date, not the due date. */
  emits("invoices/finalized-three-days-before", "invoice.finalized", {
    scenario: renewal,
    step: REMINDED,
    where: isOfLaterCycle,
  }),

  /** Stop more than a day before the reminder, in any time zone. */
  emitsNo("invoices/not-finalized-before-d-minus-3", "invoice.finalized", {
    scenario: renewal,
    step: "advanced before the reminder",
    where: isOfLaterCycle,
  }),

  onScenario("invoices/finalized-names-the-customer", renewal, (check, scenario) => {
    const event = givenEvent(scenario, REMINDED, "invoice.finalized", isLaterCycles(scenario));
    check.expect
      .that("customerId of invoice.finalized", member(event, "customerId"), event)
      .toBe(scenario.subscription.customerId);
  }),

  /**
   * From the reminder to the end of the due date, and over the periods after it: as many different events as
   * different invoices; in scenarios with trials, retries and links no invoice is issued a second time.
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
      // The last cycle's successor can have been issued already, its due date being near the end of the advance.
      [`${paid.length} cycles`, later, paid.length + 1],
    ] as const) {
      if (
        events.length <= most &&
        new Set(events.map((event) => event.data["invoiceId"])).size === events.length
      )
        continue;
      throw new Violation({
        expected: `at most ${most} invoice.finalized over ${what}, each for another invoice`,
        actual: `${events.length} arrived, for ${events.map((event) => String(event.data["invoiceId"])).join(", ")}`,
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
  }),

  /** Stop more than a day ahead of its end. */
  emitsNo(
    "invoices/trial-invoice-not-before-trial-end",
    "invoice.finalized",
    { scenario: trial, step: "two days before the trial ends", where: isOfLaterCycle },
    { scenario: trial, step: "before the trial's end", where: isOfLaterCycle },
  ),

  /** Judge every event of a creation, paid or not, and of renewals. */
  emitsNo("invoices/no-invoice-created-at-creation", "invoice.created", {
    scenario: creation,
    step: "created",
  }),
  emitsNo(
    "invoices/no-invoice-created-at-renewal",
    "invoice.created",
    { scenario: renewal, step: REMINDED },
    { scenario: renewal, step: RENEWED },
    { scenario: renewal, step: SEVERAL },
  ),

  /** A renewal declined twice, and a first payment declined. */
  onScenario("invoices/no-invoice-overdue", declinedTwice, async (check, scenario) => {
    givenEvent(scenario, "declined", "payment.failed");
    for (const each of [scenario, await unpaidCreation(check)]) notEmitted(each, "ever", "invoice.overdue");
  }),
];
