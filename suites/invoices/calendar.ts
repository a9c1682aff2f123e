import { rule, Violation } from "../kit.ts";
import { startingAt } from "../scenarios/subscription-starts.ts";
import { DAY, parseTimestamp } from "../fixtures/times.ts";
import { isLaterCycles } from "../scenarios/later-cycles.ts";
import { advance, advanceThrough, around, dueAt, periodOf } from "../fixtures/test-clocks.ts";
import { advances } from "../scenarios/acts.ts";

const ISSUED = "invoice.finalized";
const CYCLES = ["first", "second"] as const;

/**
 * Starts of periods that end on the first days of March (also in a leap year) and of January. None is on a quarter of an hour, so the day
 * three days before is the same in every time zone.
 */
function starts(year: number): readonly [string, ...string[]] {
  const leap = year + ((4 - (year % 4)) % 4);
  return [`${year}-02-01T12:07:31Z`, `${leap}-02-02T12:07:31Z`, `${year}-12-02T12:07:31Z`];
}

export default [
  /**
   * Starts subscriptions whose periods end on the first days of a month. Advances each to before the reminder, past it, and past the due
   * date, then does the same for the next periods. Once, the clock
   * stops three days before the due date, too.
   */
  rule("invoices/finalized-three-days-before-across-months", { deadlineMs: 300_000 }, async (check) => {
    const [first, ...others] = starts(new Date().getUTCFullYear() + 1);
    for (const start of [first, ...others]) {
      const { subscription, clock, log } = await startingAt(check, Date.parse(start));
      const go = advances(check, clock, { log });
      const issued = (): number => log.events(ISSUED).filter(isLaterCycles(log)).length;
      let due = dueAt((await periodOf(check, subscription)).end);
      for (const cycle of CYCLES) {
        const times = around(due);
        const before = issued();
        await go(`${cycle} before the reminder`, "nothing", times.beforeReminder);
        if (issued() > before)
          throw new Violation({
            expected: `no ${ISSUED} four days before the ${cycle} due date, from ${start} on`,
            actual: `${issued() - before} arrived by then`,
          });
        const isFirst = start === first && cycle === CYCLES[0];
        await log.act({
          name: `${cycle} reminded`,
          transition: "reminded",
          do: async () => {
            if (isFirst) await advanceThrough(check, clock, due.first - 3 * DAY);
            return advance(check, clock, times.afterReminder);
          },
        });
        if (issued() === before)
          throw new Violation({
            basis: "deadline",
            expected: `${ISSUED} three days before the ${cycle} due date, from ${start} on`,
            actual: "none arrived",
          });
        await go(`${cycle} due`, "renewed", times.afterDue);
        const update = log.events("subscription.updated").at(-1);
        const end = parseTimestamp(update?.data["currentPeriodEnd"]);
        // Another rule judges whether renewals are reported.
        if (end === null || end <= due.last) break;
        due = dueAt(end, parseTimestamp(update?.data["nextBillingDate"]));
      }
    }
  }),
];
