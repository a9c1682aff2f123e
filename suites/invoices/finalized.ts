import { Violation } from "../../harness/verdicts.ts";
import { lived, ofStory, tells, tellsNo } from "../expect/scenario-rules.ts";
import { linkedInvoice, trial } from "../scenarios/ends.ts";
import {
  automaticRetry,
  calledRetry,
  creation,
  declinedTwice,
  renewal,
  unpaidCreation,
} from "../scenarios/renewals.ts";
import { eachInvoiceOnce, eventsOf, given, isLaterCycles, member } from "../expect/scenario-events.ts";

const REMINDED = "advanced past the reminder";
const RENEWED = "advanced past the due date";

/** When the invoices of subscriptions are issued (§4.8, §6.1). */
export default [
  /** Cross the third day before the due date, not the due date. */
  tells("invoices/finalized-three-days-before", renewal, REMINDED, "invoice.finalized", (event, story) =>
    isLaterCycles(story)(event),
  ),

  /** Stop more than a day, in whatever zone, ahead of the reminder. */
  tellsNo(
    "invoices/not-finalized-before-d-minus-3",
    renewal,
    "advanced short of the reminder",
    "invoice.finalized",
    (event, story) => isLaterCycles(story)(event),
  ),

  ofStory("invoices/finalized-names-the-customer", renewal, (check, story) => {
    const event = given(story, REMINDED, "invoice.finalized", isLaterCycles(story));
    check.expect
      .that("customerId of invoice.finalized", member(event, "customerId"), event)
      .toBe(story.subscription.customerId);
  }),

  /**
   * From the reminder to the end of the due date, and over the periods after it: as many different events as
   * different invoices; in lives with trials, retries and links no invoice is issued a second time.
   */
  ofStory("invoices/finalized-once-a-cycle", renewal, async (check, story) => {
    const isRenewals = isLaterCycles(story);
    given(story, REMINDED, "invoice.finalized", isRenewals);
    const first = [REMINDED, "advanced short of the due date", RENEWED].flatMap((step) =>
      eventsOf(story, step, "invoice.finalized", isRenewals),
    );
    const later = eventsOf(story, "advanced over several periods", "invoice.finalized", isRenewals);
    const paid = eventsOf(story, "advanced over several periods", "subscription.updated");
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
        expected: `at most ${most} invoice.finalized over ${what}, each for an invoice of its own`,
        actual: `${events.length} came, for ${events.map((event) => String(event.data["invoiceId"])).join(", ")}`,
      });
    }
    for await (const other of lived(check, [
      trial,
      automaticRetry,
      calledRetry,
      declinedTwice,
      linkedInvoice,
    ]))
      eachInvoiceOnce(other, "invoice.finalized");
  }),

  /** Stop more than a day ahead of its end. */
  ofStory("invoices/trial-invoice-not-before-trial-end", trial, (_check, story) => {
    for (const step of ["two days before the trial ends", "short of the trial's end"]) {
      const [early] = eventsOf(story, step, "invoice.finalized", isLaterCycles(story));
      if (early !== undefined)
        throw new Violation({
          expected: `no invoice.finalized ${step}`,
          actual: `it came: ${JSON.stringify(early.body)}`,
          event: early,
        });
    }
  }),

  /** Look at all that came from a creation, paid or not, and from renewals. */
  tellsNo("invoices/no-invoice-created-at-creation", creation, "created", "invoice.created"),
  ofStory("invoices/no-invoice-created-at-renewal", renewal, (_check, story) => {
    for (const step of [REMINDED, RENEWED, "advanced over several periods"]) {
      const [came] = eventsOf(story, step, "invoice.created");
      if (came !== undefined)
        throw new Violation({
          expected: "no invoice.created from a renewal",
          actual: `it came: ${JSON.stringify(came.body)}`,
          event: came,
        });
    }
  }),

  /** A renewal declined twice, and a first payment declined. */
  ofStory("invoices/no-invoice-overdue", declinedTwice, async (check, story) => {
    given(story, "declined", "payment.failed");
    for (const each of [story, await unpaidCreation(check)]) {
      const [came] = eventsOf(each, "ever", "invoice.overdue");
      if (came !== undefined)
        throw new Violation({
          expected: "no invoice.overdue for a subscription",
          actual: `it came: ${JSON.stringify(came.body)}`,
          event: came,
        });
    }
  }),
];
