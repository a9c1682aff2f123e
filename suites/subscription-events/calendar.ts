import { calendarEdges } from "../../generators/index.ts";
import { NothingToJudge, rule, textOf, Violation } from "../kit.ts";
import { DAY, parseTimestamp } from "../fixtures/times.ts";
import { around, dueAt, dueOf } from "../fixtures/test-clocks.ts";
import { advances } from "../scenarios/acts.ts";
import { renewal, RENEWED } from "../scenarios/renewals.ts";
import { eventsOf } from "../scenarios/scenario-events.ts";
import { onScenario } from "../scenarios/scenario-rules.ts";
import { startingAt } from "../scenarios/subscription-starts.ts";

const UPDATED = "subscription.updated";
const BILLED = ["invoice.paid", "payment.completed"];
const PERIODS = 3;
/** The times of what happens on the due date, by event. */
const TIMES = { "invoice.paid": "paidAt", "payment.completed": "completedAt", [UPDATED]: "updatedAt" };

/** When renewals happen, and which times their events have (§4.8, §6.1). */
export default [
  /**
   * Starts periods at calendar edges. Advances each to just before its reported end, then past it, and in between to just before its next
   * billing date if that is reported to be later. The target decides how long a month is.
   */
  rule("subscription-events/billed-at-the-period-end-across-months", { deadlineMs: 300_000 }, (check) =>
    check.property({
      effort: 0.2,
      from: calendarEdges(),
      // Some periods are a February, and the last ones are due in January, and then on 29 February.
      examples: [
        "2027-01-28T12:00:00Z",
        "2027-01-31T12:00:00Z",
        "2028-02-29T00:00:00Z",
        "2027-12-29T12:00:00Z",
      ],
      holds: async (edge) => {
        const at = Date.parse(edge);
        const { subscription, clock, log } = await startingAt(check, at);
        const go = advances(check, clock, { log });
        let due = await dueOf(check, subscription);
        let isLater = false;
        for (let period = 1; period <= PERIODS; period += 1) {
          const times = around(due);
          const last = around(dueAt(due.last)).beforeDue;
          // A target may bill before the period ends, but not before its next billing date.
          const stops = [times.beforeDue, ...(isLater && last > times.beforeDue ? [last] : [])];
          for (const [index, stop] of stops.entries()) {
            await go(`${period} short ${index}`, "nothing", stop);
            const early = log.events(UPDATED).length;
            if (early >= period)
              throw new Violation({
                expected: `no renewal ${period} of a subscription from ${edge} before ${new Date(stop + DAY).toISOString()}, its next billing date`,
                actual: `${early} arrived a day earlier`,
              });
          }
          await go(`${period} due`, "renewed", times.afterDue);
          const update = log.events(UPDATED).at(period - 1);
          if (update === undefined)
            throw new Violation({
              basis: "deadline",
              expected: `renewal ${period} of a subscription from ${edge} to be billed on ${new Date(due.last).toISOString()}`,
              actual: `${log.events(UPDATED).length} had arrived a day later`,
            });
          const reported = (log.steps.at(-1)?.events ?? []).map(({ type }) => type);
          const missing = BILLED.filter((type) => !reported.includes(type));
          if (missing.length > 0)
            throw new Violation({
              basis: "deadline",
              expected: `${BILLED.join(" and ")} for renewal ${period} of a subscription from ${edge}, due on ${new Date(due.last).toISOString()}`,
              actual: `${missing.join(" and ")} did not arrive`,
            });
          const end = parseTimestamp(update.data["currentPeriodEnd"]);
          check.observe("period-length", `${edge}: ${textOf(update.data["currentPeriodEnd"])}`);
          if (end === null) return;
          const nextBilling = parseTimestamp(update.data["nextBillingDate"]);
          due = dueAt(end, nextBilling);
          isLater = nextBilling === due.last;
        }
      },
    }),
  ),

  /** The times may be those of the clock or of the present, which is before. */
  onScenario("subscription-events/renewal-times-are-not-of-the-issue", renewal, (_check, scenario) => {
    const { first } = scenario.due;
    if (first - Date.now() < 5 * DAY) throw new NothingToJudge("the period is too short");
    for (const [type, name] of Object.entries(TIMES))
      for (const event of eventsOf(scenario, RENEWED, type)) {
        const at = parseTimestamp(event.data[name]);
        if (at === null || at < first - 4 * DAY || at > first - DAY) continue;
        throw new Violation({
          expected: `${name} of a renewal that is due on ${new Date(first).toISOString()} not to be when its invoice was issued`,
          actual: `it is ${textOf(event.data[name])}`,
          event,
        });
      }
  }),
];
