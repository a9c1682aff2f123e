import { type Check, Inconclusive } from "../kit.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { approveAgain, declineAll, type Reading } from "../fixtures/subscriptions.ts";
import {
  advanceUnlessCompleted,
  around,
  dueAt,
  frozenTimeOf,
  type GivenClock,
  givenClockFor,
} from "../fixtures/test-clocks.ts";
import { DAY, timestampOf } from "../fixtures/times.ts";
import { act, advances, ask, canceledImmediately, type History, scenario, step } from "./acts.ts";
import type { Scenario, Recorder } from "./recorder.ts";
import {
  AFTERWARDS,
  begun,
  begunAfterAnother,
  createdUnpaid,
  declinedRenewal,
  renewedAfterwards,
} from "./renewals.ts";
import { passRealTime } from "./renewals-on-clocks.ts";
import { ifReachable } from "./scenario-rules.ts";
import { scheduledTrial, createdTrialing } from "./trials-and-cancellations.ts";

/** The states other than `active` with documented operations (§3). */
type State = "trialing" | "unpaid" | "past due" | "paused" | "scheduled";

const ALL: readonly State[] = ["trialing", "unpaid", "past due", "paused", "scheduled"];

/** An immediate cancellation of a subscription in each state other than `active`. */
export const canceledFrom = ALL.map((state) =>
  scenario(`an immediate cancellation of what is ${state}`, async (maker) => {
    maker.require("port.cancelSubscription");
    const history = await givenState(maker, state);
    await canceledImmediately(maker, history);
    return history;
  }),
);

/** A scheduled cancellation of an unpaid subscription. */
export const scheduledUnpaid = scenario("a scheduled cancellation of what is unpaid", async (maker) => {
  const history = await givenState(maker, "unpaid");
  await act(maker, history, "cancelSubscription", "cancellation scheduled");
  return history;
});

/**
 * A scheduled cancellation of a past-due subscription, then a pause and a resumption.
 * @throws Inconclusive if the subscription is not past due, or the cancellation date is not in the future of the clock, because the
 * subscription may then have ended
 */
export const scheduledPastDue = scenario("a scheduled cancellation of what is past due", async (maker) => {
  const history = await declinedRenewal(maker);
  const { log, subscription, clock } = history;
  await approveAgain(maker, subscription.customer);
  if (log.steps.at(-1)?.after?.status !== "past_due")
    throw new Inconclusive("the subscription is not past due; another rule judges that");
  await act(maker, history, "cancelSubscription", "cancellation scheduled");
  if (scheduledDate(log) <= (await frozenTimeOf(maker, clock)) + DAY)
    throw new Inconclusive("the date of the cancellation is not in the future of the clock");
  if (!maker.ports.bound("pauseSubscription") || !maker.ports.bound("resumeSubscription")) return history;
  const { answer } = await ask(maker, history, "pauseSubscription", "paused");
  if (answer.succeeded) await ask(maker, history, "resumeSubscription", "resumed");
  return history;
});

/**
 * A scheduled cancellation of a subscription that is and stays unpaid or past due. Advances to the day before the date, then past it.
 * @throws Inconclusive if the subscription is not in that state, or the date is not in the future of its clock
 */
export const unsettledWhenDue = (["unpaid", "past_due"] as const).map((status) =>
  scenario(`a cancellation that is due while ${status}`, async (maker) => {
    const history = status === "unpaid" ? await unpaidOnClock(maker) : await declinedRenewal(maker);
    const { log, subscription, clock } = history;
    if (log.steps.at(-1)?.after?.status !== status)
      throw new Inconclusive(`the subscription is not ${status}; another rule judges that`);
    await declineAll(maker, subscription.customer);
    await act(maker, history, "cancelSubscription", "cancellation scheduled");
    const cancelAt = scheduledDate(log);
    const { beforeDue, afterDue } = around(dueAt(cancelAt));
    const now = await frozenTimeOf(maker, clock);
    if (cancelAt <= now + DAY)
      throw new Inconclusive("the date of the cancellation is not in the future of the clock");
    const go = advances(maker, clock, history);
    if (beforeDue > now) await go("before the cancellation", "nothing", beforeDue);
    // A target may cancel a subscription with an old debt (`subscription-other-moves`).
    if (log.steps.at(-1)?.after?.status === "canceled")
      throw new Inconclusive("the subscription was canceled before its cancellation was due");
    await pastTheEnd(maker, history, afterDue);
    return history;
  }),
);

async function unpaidOnClock(check: Check): Promise<History & { readonly clock: GivenClock }> {
  const history = await givenState(check, "unpaid");
  return { ...history, clock: await givenClockFor(check, history.subscription) };
}

/** A past-due subscription that was paused and resumed. @throws Inconclusive if it was not */
export async function pausedPastDue(check: Check): Promise<Scenario> {
  const recorded = await scheduledPastDue(check);
  if (recorded.steps.some(({ name, answer }) => name === "resumed" && answer?.succeeded === true))
    return recorded;
  throw new Inconclusive(
    "the past-due subscription with a scheduled cancellation was not paused and resumed",
  );
}

/** A pause of a trial, and its resumption. */
export const pausedTrial = scenario("a pause of a trial", async (maker) => {
  const history = await givenState(maker, "trialing");
  await act(maker, history, "pauseSubscription", "paused");
  await act(maker, history, "resumeSubscription", "resumed");
  return history;
});

/** The days between the pauses of `pausedAgain`, and the step in which both the clock and real time pass them. */
const BETWEEN = 3;
export const PASSED_BETWEEN = "days passed between the pauses";

/**
 * Two pauses and resumptions of a customer's second subscription, some days apart if control can move real time, and the next renewal. Then
 * a pause before a scheduled cancellation is due.
 */
export const pausedAgain = scenario("two pauses", async (maker) => {
  const history = await begunAfterAnother(maker);
  const clock = await givenClockFor(maker, history.subscription);
  await act(maker, history, "pauseSubscription", "paused");
  await act(maker, history, "resumeSubscription", "resumed");
  const { merchant } = history.customer;
  if (merchant.own && maker.has("control.moveWallClock")) {
    const to = clock.at + BETWEEN * DAY;
    await passRealTime(maker, merchant, to);
    await advances(maker, clock, history)(PASSED_BETWEEN, "nothing", to);
  }
  await act(maker, history, "pauseSubscription", "paused", "paused again");
  await act(maker, history, "resumeSubscription", "resumed", "resumed again");
  await renewedAfterwards(maker, history, clock);
  await ifPossible(() => canceledWhilePaused(maker, history, clock));
  return history;
});

/** Pauses before a scheduled cancellation is due. The effect of the cancellation during a pause is open. */
async function canceledWhilePaused(check: Check, history: History, clock: GivenClock): Promise<void> {
  const { log } = history;
  if (log.steps.at(-1)?.name !== AFTERWARDS) return;
  await act(check, history, "cancelSubscription", "cancellation scheduled");
  const cancelAt = scheduledDate(log);
  if (cancelAt <= (await frozenTimeOf(check, clock)) + DAY) return;
  const { answer } = await ask(check, history, "pauseSubscription", "paused", "paused before the end");
  if (answer.succeeded) await pastTheEnd(check, { ...history, clock }, around(dueAt(cancelAt)).afterDue);
}

/** A subscription that was canceled on its date during a pause. @throws Inconclusive if it was not canceled then */
export async function pausedWhenDue(check: Check): Promise<Scenario> {
  const recorded = await pausedAgain(check);
  const { name, after } = recorded.steps.at(-1) ?? {};
  if (name === "canceled when due" && after?.status === "canceled") return recorded;
  throw new Inconclusive("no subscription was canceled during a pause");
}

/** The date of the cancellation that was just scheduled, epoch ms. */
function scheduledDate({ steps }: Recorder): number {
  const { port, after } = steps.at(-1) ?? {};
  return timestampOf("cancelAt", port?.output("cancelAt") ?? after?.cancelAt);
}

/** Advances past the date of a cancellation, as a step. */
async function pastTheEnd(
  check: Check,
  history: History & { readonly clock: GivenClock },
  to: number,
): Promise<void> {
  const work = () => advanceUnlessCompleted(check, history.clock, to);
  const until = ({ status }: Reading) => status === "canceled";
  await step(history, ["canceled when due", "canceled when due"], work, { until });
}

async function givenState(check: Check, state: State): Promise<History> {
  if (state === "past due") {
    const history = await declinedRenewal(check);
    await approveAgain(check, history.subscription.customer);
    return history;
  }
  if (state === "scheduled") {
    const history = await begunAfterAnother(check);
    await act(check, history, "cancelSubscription", "cancellation scheduled");
    return history;
  }
  if (state === "trialing")
    return begunAfterAnother(check, (log, customer) => createdTrialing(check, log, customer));
  if (state === "unpaid") {
    const history = await createdUnpaid(check);
    await approveAgain(check, history.subscription.customer);
    return history;
  }
  const history = await begun(check);
  await act(check, history, "pauseSubscription", "paused");
  return history;
}

/** A scenario with a scheduled cancellation, and the step whose status it must keep. */
export interface Scheduled {
  readonly scenario: Scenario;
  readonly before: string;
}

/** Scheduled cancellations of subscriptions that are active, trialing, unpaid and past due, if the target can reach the state. */
export async function scheduledFromEachState(check: Check, active: Scenario): Promise<readonly Scheduled[]> {
  const scenarios = [
    { scenario: active, before: "created" },
    { scenario: await ifReachable(check, scheduledTrial), before: "created" },
    { scenario: await ifReachable(check, scheduledUnpaid), before: "created" },
    { scenario: await ifReachable(check, scheduledPastDue), before: "declined" },
  ];
  return scenarios.flatMap((one) => (one.scenario === null ? [] : [{ ...one, scenario: one.scenario }]));
}
