import { Inconclusive, Violation } from "../../harness/verdicts.ts";
import { ifLived, isNew, lived, ofStory, tells, tellsNo } from "../expect/scenario-rules.ts";
import { linkedInvoice, voidedInvoice } from "../scenarios/ends.ts";
import {
  automaticRetry,
  calledRetry,
  creation,
  IN_VAIN,
  renewal,
  retriedInVain,
  unpaidCreation,
} from "../scenarios/renewals.ts";
import type { Story } from "../scenarios/recorder.ts";
import { eventsOf, expectAsMany, given, isLaterCycles, member } from "../expect/scenario-events.ts";

const RENEWED = "advanced past the due date";
const SEVERAL = "advanced over several periods";
const PAID = "invoice.paid";
const ISSUED = "invoice.finalized";

/** When the invoices of subscriptions are paid, and which (§6.1). */
export default [
  tells("invoices/paid-at-creation", creation, "created", PAID),

  /** Late repetitions of the first cycle's do not count. */
  tells("invoices/paid-on-the-due-date", renewal, RENEWED, PAID, isNew("invoiceId", RENEWED)),

  /** Nothing is paid from the reminder until the due date is near, nor by a void. */
  ofStory("invoices/not-paid-before-due", renewal, async (check, story) => {
    const voided = await ifLived(check, voidedInvoice);
    for (const [each, step] of [
      [story, "advanced past the reminder"],
      [story, "advanced short of the due date"],
      ...(voided === null ? [] : [[voided, "voided"] as const]),
    ] as const) {
      const [early] = eventsOf(each, step, PAID, (event) => isNew("invoiceId", step)(event, each));
      if (early !== undefined)
        throw new Violation({
          expected: `no ${PAID} of the next cycle before its due date`,
          actual: `it came: ${JSON.stringify(early.body)}`,
          event: early,
        });
    }
  }),

  tellsNo("invoices/not-paid-when-declined", calledRetry, "declined", PAID, isNew("invoiceId", "declined"), [
    [unpaidCreation, "created"],
    [retriedInVain, IN_VAIN],
  ]),

  tells("invoices/paid-by-automatic-retry", automaticRetry, "retried", PAID, isNew("invoiceId", "retried")),
  tells("invoices/paid-by-retry-payment", calledRetry, "retried", PAID, isNew("invoiceId", "retried")),

  /** The customer pays the issued invoice before it is due. */
  ofStory("invoices/paid-through-the-link", linkedInvoice, (_check, story) => {
    const invoice = member(given(story, "reminded", "invoice.finalized", isLaterCycles(story)), "invoiceId");
    const [paid] = eventsOf(story, "paid by link", PAID, (event) => event.data["invoiceId"] === invoice);
    if (paid === undefined)
      throw new Violation({
        basis: "deadline",
        expected: `${PAID} for the invoice that was settled through its link`,
        actual: "none came",
      });
  }),

  /** A renewal, those after it, for each of which the clock crosses the reminder, and renewals that a retry settles. */
  ofStory("invoices/paid-is-the-finalized", renewal, async (check, story) => {
    const same = (each: Story, reminded: string, settled: string): void => {
      given(each, reminded, ISSUED);
      // Another subscription's first invoice may be reported late, and names none.
      const issued = eventsOf(each, reminded, ISSUED).map((event) => event.data["invoiceId"]);
      const paid = given(each, settled, PAID, (event) => isNew("invoiceId", settled)(event, each));
      check.expect
        .that(`invoiceId of the renewal's ${PAID}`, member(paid, "invoiceId"), paid)
        .toBeOneOf(issued);
    };
    same(story, "advanced past the reminder", RENEWED);
    const issued = eventsOf(story, "ever", ISSUED).map((event) => event.data["invoiceId"]);
    for (const event of eventsOf(story, SEVERAL, PAID, (paid) => isNew("invoiceId", SEVERAL)(paid, story)))
      check.expect
        .that(`invoiceId of a later renewal's ${PAID}`, event.data["invoiceId"], event)
        .toBeOneOf(issued);
    for await (const other of lived(check, [automaticRetry, calledRetry])) same(other, "reminded", "retried");
  }),

  /**
   * The customer has another one beside it, which no clock holds; whatever is paid when the clock moves is not
   * the other's.
   */
  ofStory("invoices/paid-names-the-subscription", renewal, (check, story) => {
    given(story, RENEWED, "subscription.updated");
    const payments = story.steps
      .filter((step) => step.name === RENEWED)
      .flatMap((step) => step.events)
      .filter((event) => event.type === PAID && isNew("invoiceId", RENEWED)(event, story));
    if (payments.length === 0)
      throw new Inconclusive(`no ${PAID} of the renewal came; another rule judges that`);
    for (const event of payments)
      check.expect
        .that(`subscriptionId of ${PAID}`, member(event, "subscriptionId"), event)
        .toBe(story.subscription.id);
  }),

  /** One invoice for the renewal, one a period after it. */
  ofStory("invoices/paid-repeats-share-their-id", renewal, (check, story) => {
    const paid = (step: string): number =>
      new Set(
        eventsOf(story, step, PAID, (event) => isNew("invoiceId", step)(event, story)).map(
          (event) => event.data["invoiceId"],
        ),
      ).size;
    given(story, RENEWED, PAID, (event) => isNew("invoiceId", RENEWED)(event, story));
    check.expect.that("the number of invoices that one renewal paid", paid(RENEWED)).toBe(1);
    const periods = new Set(
      eventsOf(story, "advanced over several periods", "subscription.updated").map((event) =>
        String(event.data["currentPeriodEnd"]),
      ),
    ).size;
    expectAsMany(`the number of invoices that ${periods} renewals paid`, {
      told: paid("advanced over several periods"),
      happened: periods,
    });
  }),
];
