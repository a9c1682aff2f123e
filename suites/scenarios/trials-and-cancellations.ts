import type { Check } from "../kit.ts";
import {
  advanceUnlessCompleted,
  around,
  dueAt,
  dueOf,
  type GivenClock,
  givenClockFor,
  periodOf,
} from "../fixtures/test-clocks.ts";
import {
  approveAgain,
  declineNext,
  type GivenCustomer,
  type GivenSubscription,
  givenCustomer,
} from "../fixtures/subscriptions.ts";
import { isOutcomeOfPayment, OUTCOMES } from "../model/billing.ts";
import { DAY, HOUR, timestampOf } from "../fixtures/times.ts";
import { act, advances, canceledImmediately, createdStep, type History, scenario, step } from "./acts.ts";
import { begun, renewedAfterwards } from "./renewals.ts";
import { type Recorder, recorder, type Scenario } from "./recorder.ts";
import { ifPossible } from "../fixtures/if-possible.ts";

/** The date of the cancellation, epoch ms, and the time from the end of the period to that date, ms; 0 if the target reports no period. */
type Scheduled = Scenario & { readonly cancelAt: number; readonly afterEnd: number };

/** A scheduled cancellation. Advances to the day before its date, then past it. */
export function scheduledCancellation(check: Check): Promise<Scheduled> {
  return check.once("scenario of a scheduled cancellation", async (maker) => {
    return scheduled(maker, await begun(maker));
  });
}

/** The same for a trial. */
export function scheduledTrial(check: Check): Promise<Scheduled> {
  return check.once("scenario of a scheduled cancellation of a trial", async (maker) => {
    const customer = await givenCustomer(maker);
    const log = await recorder(maker, customer);
    return scheduled(maker, { log, subscription: await createdTrialing(maker, log, customer) });
  });
}

async function scheduled(check: Check, { log, subscription }: History): Promise<Scheduled> {
  check.require("port.cancelSubscription");
  const clock = await givenClockFor(check, subscription);
  const go = advances(check, clock, { log, subscription });
  const requested = await act(check, { log, subscription }, "cancelSubscription", "cancellation scheduled");
  const cancelAt = timestampOf("cancelAt", requested.output("cancelAt") ?? log.steps.at(-1)?.after?.cancelAt);
  const times = around(dueAt(cancelAt));
  const end = (await ifPossible(() => periodOf(check, subscription)))?.end ?? cancelAt;
  // A cancellation may be due after the end of the period (`cancellation-dates`), which is then renewed.
  const renews = cancelAt - end > DAY ? "repeated" : "nothing";
  await go("before the cancellation", renews, times.beforeDue);
  await go("canceled when due", "canceled when due", times.afterDue, {
    until: ({ status }) => status === "canceled",
  });
  return { ...log.scenario(subscription), cancelAt, afterEnd: cancelAt - end };
}

/** An immediate cancellation after the next cycle's invoice was issued, and an advance past the end of the period. */
export const immediateCancellation = scenario("an immediate cancellation", (maker) =>
  canceled(maker, "past the end of the period", async ({ log, subscription }, clock) => {
    const { afterReminder } = around(await dueOf(maker, subscription));
    await advances(maker, clock, { log, subscription })("reminded", "reminded", afterReminder);
    return log.events("invoice.finalized").length > 0 ? ["invoice.voided"] : [];
  }),
);

/** An immediate cancellation of what was to be canceled, and an advance past the date that was scheduled. */
export const immediateAfterScheduled = scenario("an immediate cancellation after a scheduled one", (maker) =>
  canceled(maker, "past the scheduled date", async (history) => {
    await act(maker, history, "cancelSubscription", "cancellation scheduled");
    return [];
  }),
);

/** @param before what precedes the cancellation; returns the events to wait for in addition to its own */
async function canceled(
  check: Check,
  afterwards: string,
  before: (history: History, clock: GivenClock) => Promise<readonly string[]>,
): Promise<History> {
  check.require("port.cancelSubscription");
  const history = await begun(check);
  const { afterRetry } = around(await dueOf(check, history.subscription));
  const clock = await givenClockFor(check, history.subscription);
  await canceledImmediately(check, history, await before(history, clock));
  await step(history, [afterwards, "nothing"], () => advanceUnlessCompleted(check, clock, afterRetry));
  return history;
}

/** A pause and its resumption. */
export const pause = scenario("a pause", async (maker) => {
  maker.require("port.pauseSubscription");
  const history = await begun(maker);
  await act(maker, history, "pauseSubscription", "paused");
  if (maker.ports.bound("resumeSubscription")) await act(maker, history, "resumeSubscription", "resumed");
  return history;
});

/** The scenario of a trial: also its end, in epoch ms and as the target reports it. */
interface Trial extends Scenario {
  readonly trialEnd: { readonly at: number; readonly reported: unknown };
}

/** A trial created through the API, from its creation to well past its end. */
export function trial(check: Check): Promise<Trial> {
  return check.once("scenario of a trial", (maker) => trialLived(maker, "trial ended"));
}

/** The same trial, but the first payment after it is declined. */
export function unpaidTrial(check: Check): Promise<Scenario> {
  return check.once("scenario of a trial without a payment", (maker) =>
    trialLived(maker, "trial ended unpaid"),
  );
}

async function trialLived(maker: Check, ending: "trial ended" | "trial ended unpaid"): Promise<Trial> {
  const customer = await givenCustomer(maker);
  const log = await recorder(maker, customer);
  const subscription = await createdTrialing(maker, log, customer);
  const reported = log.events("subscription.created").at(-1)?.data["trialEnd"];
  const shown =
    subscription.created.output("trialEnd") ?? log.steps.at(-1)?.after?.port.output("trialEnd") ?? reported;
  const trialEnd = { at: timestampOf("trialEnd", shown), reported: shown };
  const times = around(dueAt(trialEnd.at));
  const clock = await givenClockFor(maker, subscription, Date.now() + HOUR);
  const go = advances(maker, clock, { log, subscription });
  await go("two days before the trial ends", "nothing", times.afterReminder);
  await go("before the trial's end", "nothing", times.beforeDue);
  if (ending === "trial ended unpaid") await declineNext(maker, customer);
  await go("past the trial's end", ending, times.afterDue, {
    until: (reading) => reading.status !== "trialing",
    // All of them report one payment, in any order.
    follow: (events) =>
      events
        .filter((event) => !isOutcomeOfPayment(event, events))
        .flatMap(({ type }) =>
          type === "invoice.paid" ? "payment.completed" : (OUTCOMES[type]?.at(-1) ?? []),
        ),
  });
  if (ending === "trial ended unpaid") await approveAgain(maker, customer);
  else await renewedAfterwards(maker, { log, subscription }, clock);
  return { ...log.scenario(subscription), trialEnd };
}

/** Creates a trial through the API, as the first step of a scenario. */
export function createdTrialing(
  check: Check,
  log: Recorder,
  customer: GivenCustomer,
): Promise<GivenSubscription> {
  const wanted = { customer, creationPort: "createTrialSubscription" } as const;
  return createdStep(check, log, wanted, { transition: "created trialing" });
}
