import type { Check } from "../../harness/check.ts";
import { Inconclusive, Violation } from "../../harness/verdicts.ts";
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
import { isAbout } from "../expect/scenario-events.ts";

/** A subscription whose renewal was declined, and when it had been due. */
interface Owing {
  readonly log: Recorder;
  readonly subscription: GivenSubscription;
  readonly clock: GivenClock;
  readonly due: Due;
}

/** Events that report a settled debt. */
export const SETTLED = ["invoice.paid", "payment.completed", "subscription.activated"];

/**
 * Advances until the target's own retry is observed, by one of these events or by the status: its time is open
 * (`automatic-retry-schedule`). Stops before the next reminder. @throws Inconclusive when none is observed by then
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
  // Clocks keep whole seconds.
  const reached = isSecond ? (await frozenTimeOf(check, clock)) + HOUR : 0;
  for (const stop of [afterRetry, ...later].filter((time) => time > reached)) {
    const answer = await advance(check, clock, stop);
    // If it is not observable, the rules report what is missing.
    if (!reads && log.steps.every(({ events }) => events.length === 0)) return answer;
    if (!(await observedWithin(check, isObserved))) continue;
    check.observe("automatic-retry-schedule", `within ${Math.ceil((stop - due.last) / DAY)} days`);
    return answer;
  }
  throw new Inconclusive(
    `no automatic retry was observed up to ${new Date(later.at(-1) ?? afterRetry).toISOString()}, and its time is open`,
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
