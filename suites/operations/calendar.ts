import { type Check, Inconclusive, NothingToJudge, rule, type RuleCheck, Violation } from "../kit.ts";
import {
  advance,
  advanceUnlessCompleted,
  around,
  boundOf,
  dueAt,
  frozenTimeOf,
  givenClock,
  readShown,
  requestAdvance,
  untilReady,
} from "../fixtures/test-clocks.ts";
import { callFor, readSubscription, statusOf } from "../fixtures/subscriptions.ts";
import { DAY, timestampOf, written } from "../fixtures/times.ts";
import { together } from "../fixtures/together.ts";
import { startingAt } from "../scenarios/subscription-starts.ts";

/** Ends of months and years, the day after them in another zone, a leap day, and times that 32 bits of seconds do not hold. */
const EDGES = (year: number): readonly string[] => {
  const leap = year + ((4 - (year % 4)) % 4);
  return [
    `${year}-01-31T23:30:00Z`,
    `${year}-03-01T00:30:00+01:00`,
    `${year}-12-31T23:59:59Z`,
    `${year + 1}-01-01T00:00:00-05:30`,
    `${leap}-02-29T12:00:00Z`,
    `${leap}-03-01T00:15:00+14:00`,
    "2038-01-19T03:14:07Z",
    "2038-01-19T04:14:08+01:00",
    "2040-02-29T23:59:59Z",
  ].toSorted((one, other) => Date.parse(one) - Date.parse(other));
};

const nextYear = (): number => new Date().getUTCFullYear() + 1;

/** Times at the edges of the calendar. The target decides how long a month is: it is judged by the dates that it reports (§3, §4.8). */
export default [
  /** Advances one clock from edge to edge. A target may refuse an offset, or times that are far away. */
  rule("test-clocks/advance-at-calendar-edges", async (check) => {
    const clock = await givenClock(check);
    await readShown(check, clock);
    let accepted = 0;
    for (const edge of EDGES(nextYear())) {
      const at = Date.parse(edge);
      const from = await frozenTimeOf(check, clock);
      const answer = await requestAdvance(clock, edge);
      if (!answer.succeeded) continue;
      accepted += 1;
      await untilReady(check, clock, at);
      const now = await frozenTimeOf(check, clock);
      check.expect.that(`the time of the clock, advanced to ${edge}`, written(now), answer).toBe(written(at));
      const bounds = [boundOf(answer, "advancedFrom"), boundOf(answer, "advancedTo")];
      check.expect
        .that(`the bounds of the advance to ${edge}`, bounds.map(written), answer)
        .toBe([from, at].map(written));
    }
    if (accepted === 0) throw new Inconclusive("no advance to an edge of the calendar was accepted");
  }),

  endsAsReported("subscriptions/ends-when-scheduled-across-months", {
    ports: ["cancelSubscription", "retrieveSubscription"],
    ended: "canceled",
    dateOf: async (check, { subscription }) => {
      const { answer, output } = await callFor(check, subscription, "cancelSubscription");
      check.succeeded(answer);
      const read = await readSubscription(check, subscription);
      return timestampOf("cancelAt", output("cancelAt") ?? read.cancelAt);
    },
  }),
  endsAsReported("test-clocks/trial-ends-when-reported-across-months", {
    ports: ["createTrialSubscription", "retrieveSubscription"],
    trial: true,
    ended: null,
    dateOf: async (check, { subscription }) => {
      const { trialEnd } = await readSubscription(check, subscription);
      return timestampOf("trialEnd", trialEnd ?? subscription.created.output("trialEnd"));
    },
  }),
];

/** Something that ends on the date that the target reports. */
interface Ending {
  readonly ports: readonly string[];
  readonly trial?: true;
  /** The status after the date; null for any other than before. */
  readonly ended: string | null;
  readonly dateOf: (check: Check, started: Awaited<ReturnType<typeof startingAt>>) => Promise<number>;
}

/** Starts subscriptions at edges of the calendar. Advances each to a day before the reported date, then to a day after it. */
function endsAsReported(
  id:
    "subscriptions/ends-when-scheduled-across-months" | "test-clocks/trial-ends-when-reported-across-months",
  { ports, trial, ended, dateOf }: Ending,
): RuleCheck {
  return rule(id, { deadlineMs: 300_000 }, async (check) => {
    for (const port of ports) check.require(`port.${port}`);
    const creationPort = trial === true ? "createTrialSubscription" : "createSubscription";
    await together(
      check,
      EDGES(nextYear()).map((edge) => async () => {
        const started = await startingAt(check, Date.parse(edge), { creationPort }).catch(
          (error: unknown) => {
            // What can be attached to a clock is open.
            if (error instanceof Inconclusive) throw new NothingToJudge(error.message);
            throw error;
          },
        );
        const { clock, subscription } = started;
        const date = await dateOf(check, started);
        const before = await statusOf(check, subscription);
        const { beforeDue, afterDue } = around(dueAt(date));
        if (beforeDue > (await frozenTimeOf(check, clock))) await advance(check, clock, beforeDue);
        const early = await statusOf(check, subscription);
        if (early !== before && (ended === null || early === ended))
          throw new Violation({
            expected: `the subscription from ${edge} to be ${before} until ${new Date(date).toISOString()}, as it reports`,
            actual: `it is ${early} more than a day before`,
          });
        await advanceUnlessCompleted(check, clock, afterDue);
        const isEnded = (status: string): boolean => (ended === null ? status !== before : status === ended);
        // An advance answers before everything is done.
        const late = await check.eventually({
          expected: "the status after the date",
          read: () => statusOf(check, subscription),
          holds: isEnded,
          orLast: true,
        });
        if (isEnded(late)) return;
        throw new Violation({
          basis: "deadline",
          expected: `the subscription from ${edge} not to be ${before} after ${new Date(date + DAY).toISOString()}, as it reports`,
          actual: `it is ${late}`,
        });
      }),
    );
  });
}
