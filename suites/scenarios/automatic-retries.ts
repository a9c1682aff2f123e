import { type Check, NothingToJudge, Violation } from "../kit.ts";
import {
  type Advance,
  advance,
  around,
  type Due,
  frozenTimeOf,
  type GivenClock,
  periodOf,
} from "../fixtures/test-clocks.ts";
import { type GivenSubscription, statusOf } from "../fixtures/subscriptions.ts";
import { DAY, HOUR, shortestPeriodLike } from "../fixtures/times.ts";
import { occurrenceOf, type Recorder } from "./recorder.ts";
import { isAbout } from "./scenario-events.ts";

/** A subscription whose renewal was declined, and the due date of that renewal. */
interface Owing {
  readonly log: Recorder;
  readonly subscription: GivenSubscription;
  readonly clock: GivenClock;
  readonly due: Due;
}

/** Events that report a settled debt. */
export const SETTLED = ["invoice.paid", "payment.completed", "subscription.activated"];

/**
 * Advances until the target retries by itself, as events or the status show. The time of the retry is open (`automatic-retry-schedule`).
 * Stops before the next reminder.
 * @throws NothingToJudge if no retry is observed by then, which is permitted
 */
export async function advanceUntilRetried(
  check: Check,
  { log, subscription, clock, due }: Owing,
  signs: readonly string[],
): Promise<Advance> {
  const eventsNow = () => signs.flatMap((type) => log.events(type)).filter(isAbout(subscription));
  const before = new Set(eventsNow().map(occurrenceOf));
  const reads = check.ports.bound("retrieveSubscription");
  const isObserved = async (): Promise<boolean> =>
    eventsNow().some((event) => !before.has(occurrenceOf(event))) ||
    (reads && (await statusOf(check, subscription)) === "active");
  const { start, end } = await periodOf(check, subscription);
  const latest = around({
    first: due.first + shortestPeriodLike(end - start),
    last: due.last,
  }).beforeReminder;
  const { afterRetry } = around(due);
  const later = [due.last + 8 * DAY, due.last + 15 * DAY, latest].filter(
    (stop, index, all) => stop > (all[index - 1] ?? afterRetry) && stop <= latest,
  );
  const isSecond = log.steps.some(({ transition }) => transition === "own retry declined");
  // Clocks have whole seconds.
  const reached = isSecond ? (await frozenTimeOf(check, clock)) + HOUR : 0;
  for (const stop of [afterRetry, ...later].filter((time) => time > reached)) {
    const answer = await advance(check, clock, stop);
    // If nothing could show a retry, the rules report the missing need.
    if (!reads && log.steps.every(({ events }) => events.length === 0)) return answer;
    if (!(await observedWithin(check, isObserved))) continue;
    check.observe("automatic-retry-schedule", `within ${Math.ceil((stop - due.last) / DAY)} days`);
    return answer;
  }
  throw new NothingToJudge(
    `no automatic retry was observed until ${new Date(later.at(-1) ?? afterRetry).toISOString()}; the document does not say when one occurs`,
  );
}

async function observedWithin(check: Check, isObserved: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check.eventually({
      expected: "an observed automatic retry",
      subject: null,
      withinMs: check.profile.deadlines.eventMs,
      read: isObserved,
      holds: (observed) => observed,
    });
  } catch (error) {
    if (error instanceof Violation) return false;
    throw error;
  }
}
