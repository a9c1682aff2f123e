import { type Check, Inconclusive, NothingToJudge, rule, type RuleCheck, Violation } from "../kit.ts";
import {
  type Advance,
  advanceThrough,
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
import { callFor, readSubscription, statusOf, type Wanted } from "../fixtures/subscriptions.ts";
import { calendarEdges, DAY, HOUR, isShownAs, timestampOf, writtenExactly } from "../fixtures/times.ts";
import { together } from "../fixtures/together.ts";
import { passRealTime } from "../scenarios/renewals-on-clocks.ts";
import { attachedClock, startedAt } from "../scenarios/subscription-starts.ts";

/** Times at the edges of the calendar. The target decides how long a month is: it is judged by the dates that it reports (§3, §4.8). */
export default [
  /**
   * Advances one clock from edge to edge. A target may refuse an offset or a fraction, or times that are far away, but no whole second in UTC
   * before one that it accepts.
   */
  rule("test-clocks/advance-at-calendar-edges", async (check) => {
    const clock = await givenClock(check);
    await readShown(check, clock);
    let accepted = 0;
    const refused: Advance[] = [];
    for (const edge of calendarEdges()) {
      const at = Date.parse(edge);
      const from = await frozenTimeOf(check, clock);
      const answer = await requestAdvance(clock, edge);
      if (!answer.succeeded) {
        const plain = Math.floor(at / 1_000) * 1_000;
        const again = plain > from ? await requestAdvance(clock, plain) : null;
        if (again?.succeeded === true) await untilReady(check, clock, plain);
        else if (again !== null) refused.push(again);
        continue;
      }
      for (const earlier of refused) check.expect(earlier).toAnswer(200);
      accepted += 1;
      await untilReady(check, clock, at);
      const shown = {
        "the time of the clock": [await frozenTimeOf(check, clock), at],
        advancedFrom: [boundOf(answer, "advancedFrom"), from],
        advancedTo: [boundOf(answer, "advancedTo"), at],
      } as const;
      for (const [what, [time, expected]] of Object.entries(shown))
        check.expect.that(`${what}, advanced to ${edge}`, writtenExactly(time), answer).toSatisfy(
          writtenExactly(expected),
          () =>
            // Either one may be rounded.
            isShownAs(time, expected) || isShownAs(expected, time),
        );
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

/** Of how many subscriptions one clock stops at the very date. */
const EXACTLY = 4;

const everyOther = (edges: readonly string[]): readonly string[] => edges.filter((_edge, at) => at % 2 === 0);

/** Something that ends on the date that the target reports. */
interface Ending {
  readonly ports: readonly string[];
  readonly trial?: true;
  /** The status after the date; null for any other than before. */
  readonly ended: string | null;
  readonly dateOf: (check: Check, started: Started) => Promise<number>;
}

type Started = Awaited<ReturnType<typeof startedAt>>;

/** @param stays whether the subscription stays in real time, if it started there */
async function given(
  check: Check,
  { at, creationPort, stays }: Required<Pick<Wanted, "creationPort">> & { at: number; stays: boolean },
): Promise<Started> {
  try {
    const started = await startedAt(check, at, { creationPort });
    const { merchant, subscription, start } = started;
    const clock =
      started.clock ?? (stays ? null : await attachedClock(check, merchant, subscription, start + HOUR));
    return { ...started, clock };
  } catch (error) {
    // What can be attached to a clock is open.
    if (error instanceof Inconclusive) throw new NothingToJudge(error.message);
    throw error;
  }
}

/** The time that a subscription follows: its clock's, or its merchant's. It never goes back. */
function timeOf(check: Check, { clock, merchant }: Started) {
  if (clock === null) {
    const to = (time: number): Promise<unknown> => passRealTime(check, merchant, time);
    return { to, through: to };
  }
  return {
    to: async (time: number) => {
      if (time > (await frozenTimeOf(check, clock))) await advanceUnlessCompleted(check, clock, time);
    },
    through: (time: number) => advanceThrough(check, clock, time),
  };
}

/**
 * Starts subscriptions at edges of the calendar. Advances each to a day before the reported date, then to a day after it; the clocks of some stop
 * at the date, and half a second before and after it. If control can move real time, some subscriptions stay in it.
 */
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
      everyOther(calendarEdges()).map((edge, index) => async () => {
        const started = await given(check, {
          at: Date.parse(edge),
          creationPort,
          stays: index % EXACTLY === 1,
        });
        const { subscription } = started;
        const time = timeOf(check, started);
        const date = await dateOf(check, started);
        const before = await statusOf(check, subscription);
        const { beforeDue, afterDue } = around(dueAt(date));
        await time.to(beforeDue);
        const early = await statusOf(check, subscription);
        if (early !== before && (ended === null || early === ended))
          throw new Violation({
            expected: `the subscription from ${edge} to be ${before} until ${new Date(date).toISOString()}, as it reports`,
            actual: `it is ${early} more than a day before`,
          });
        if (index % EXACTLY === 0) await time.through(date);
        await time.to(afterDue);
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
