import { rule, type RuleCheck, textOf, Violation } from "../kit.ts";
import { callFor } from "../fixtures/subscriptions.ts";
import { holds } from "../fixtures/test-clock-lists.ts";
import { reachesEnd } from "../scenarios/causality.ts";
import { isNew, onScenario, PATIENT } from "../scenarios/scenario-rules.ts";
import { expectRenewed, MANY, subscriptionsBesideClock } from "../scenarios/renewals-on-clocks.ts";
import { advances } from "../scenarios/acts.ts";
import { scheduledCancellation, trial } from "../scenarios/trials-and-cancellations.ts";
import { begun, PERIODS, renewal, RENEWED, SEVERAL } from "../scenarios/renewals.ts";
import { eventsOf, expectAsMany, givenEvent, member, statusAfter } from "../scenarios/scenario-events.ts";
import { around, attach, dueOf, givenClockFor } from "../fixtures/test-clocks.ts";

const UPDATED = "subscription.updated";

/** What the advance of a clock replays (§4.8). */
export default [
  onScenario("test-clocks/advance-replays-trial-end", trial, (check, scenario) => {
    const status = statusAfter(check, scenario, "past the trial's end");
    if (status === "trialing")
      throw new Violation({
        basis: "deadline",
        expected: "the trial to have ended once its end has passed",
        actual: "the subscription is still trialing",
      });
    check.observe("subscription-other-moves", `a trial ends in ${status}`);
  }),
  onScenario(
    "test-clocks/advance-replays-scheduled-cancellation",
    scheduledCancellation,
    (check, scenario) => {
      const status = statusAfter(check, scenario, "canceled when due");
      if (status !== "canceled")
        throw new Violation({
          basis: "deadline",
          expected: "the subscription to be canceled once the clock has passed cancelAt",
          actual: `it is ${status}`,
        });
    },
  ),

  /** There are as many paid invoices as reported periods, and no period is missing. */
  onScenario("test-clocks/advance-over-many-periods", renewal, (_check, scenario) => {
    givenEvent(scenario, RENEWED, UPDATED);
    reachesEnd(scenario);
    const paid = eventsOf(scenario, SEVERAL, "payment.completed", (event) =>
      isNew("orderId", SEVERAL)(event, scenario),
    );
    const updates = eventsOf(scenario, SEVERAL, UPDATED);
    if (updates.length < PERIODS)
      throw new Violation({
        basis: "deadline",
        expected: `${UPDATED} for each of the ${PERIODS} periods, the last one too`,
        actual: `${updates.length} arrived`,
      });
    const periods = new Set(updates.map((event) => event.data["currentPeriodEnd"]));
    expectAsMany(`the orders that ${periods.size} periods paid`, {
      reported: new Set(paid.map((event) => event.data["orderId"])).size,
      happened: periods.size,
    });
  }),

  /** Reads the list before the advance as well. */
  rule("test-clocks/advance-shows-on-the-invoices", PATIENT, async (check) => {
    check.require("events");
    const { log, subscription } = await begun(check);
    const listed = async (): Promise<unknown> => {
      const listing = await callFor(check, subscription, "listInvoices");
      check.succeeded(listing.answer);
      return listing.output("invoices");
    };
    await listed();
    const { afterDue } = around(await dueOf(check, subscription));
    const clock = await givenClockFor(check, subscription);
    await advances(check, clock, { log, subscription })(RENEWED, "renewed", afterDue);
    const scenario = log.scenario(subscription);
    const paid = givenEvent(scenario, RENEWED, "invoice.paid", (event) =>
      isNew("invoiceId", RENEWED)(event, scenario),
    );
    const id = textOf(member(paid, "invoiceId"));
    await check.eventually({
      expected: `the invoice ${id}, which was paid, to be listed`,
      read: listed,
      holds: (invoices) => holds(invoices, id),
    });
  }),

  /** Attaches several subscriptions to one clock. All must renew. */
  rule("test-clocks/advance-replays-every-attached", async (check) => {
    const { log, subscriptions, clock, after } = await subscriptionsBesideClock(check, MANY);
    for (const subscription of subscriptions)
      check.succeeded(await attach(clock, { subscriptionId: subscription.id }));
    await advances(check, clock, { log })("advanced", "renewed", after, { count: MANY });
    for (const subscription of subscriptions) expectRenewed(log, subscription);
  }),
] satisfies readonly RuleCheck[];
