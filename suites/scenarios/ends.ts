import type { Check } from "../../harness/check.ts";
import type { PortAnswer } from "../../harness/ports.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import {
  advance,
  advanceWhatEnded,
  around,
  dueAt,
  dueOf,
  givenClockFor,
  periodOf,
  unlessNeeded,
} from "../fixtures/test-clocks.ts";
import {
  approveAgain,
  callFor,
  declineNext,
  type GivenCustomer,
  type GivenSubscription,
  givenCustomer,
  givenSubscription,
  type Reading,
} from "../fixtures/subscriptions.ts";
import { isOutcomeOfPayment, OUTCOMES } from "../model/billing.ts";
import { DAY, HOUR, instantOf } from "../fixtures/times.ts";
import { created, type Life, renewedAfterwards } from "./renewals.ts";
import { type Recorder, recorder, type Story } from "./recorder.ts";
import { isLaterCycles } from "../expect/scenario-events.ts";

const is = (status: string) => (reading: Reading) => reading.status === status;

/** When it is due, epoch ms, and how long after the end of the period, ms; 0 where the target reports no period. */
type Scheduled = Story & { readonly cancelAt: number; readonly afterEnd: number };

/** A cancellation that is scheduled, up to the day before it is due, and then past it. */
export function scheduledCancellation(check: Check): Promise<Scheduled> {
  return check.once("scenario of a scheduled cancellation", async (maker) => {
    const customer = await givenCustomer(maker);
    const log = await recorder(maker, customer);
    return scheduled(maker, { log, subscription: await created(maker, log, customer) });
  });
}

/** The same of a trial. */
export function scheduledTrial(check: Check): Promise<Scheduled> {
  return check.once("scenario of a scheduled cancellation of a trial", async (maker) => {
    const customer = await givenCustomer(maker);
    const log = await recorder(maker, customer);
    return scheduled(maker, {
      log,
      subscription: (await createdTrialing(maker, log, customer)).subscription,
    });
  });
}

async function scheduled(check: Check, { log, subscription }: Life): Promise<Scheduled> {
  check.require("port.cancelSubscription");
  const clock = await givenClockFor(check, subscription);
  const subject = () => subscription;
  const asked = await log.act({
    name: "cancellation scheduled",
    moment: "cancellation scheduled",
    subject,
    do: () => callFor(check, subscription, "cancelSubscription"),
  });
  check.succeeded(asked.answer);
  const cancelAt = instantOf("cancelAt", asked.output("cancelAt") ?? log.steps.at(-1)?.after?.cancelAt);
  const times = around(dueAt(cancelAt));
  const end = (await unlessNeeded(() => periodOf(check, subscription)))?.end ?? cancelAt;
  await log.act({
    name: "short of the cancellation",
    // A cancellation may be put off beyond the end of the period (`cancellation-dates`), which is renewed then.
    moment: cancelAt - end > DAY ? "repeated" : "nothing",
    subject,
    do: () => advance(check, clock, times.beforeDue),
  });
  await log.act({
    name: "canceled when due",
    moment: "canceled when due",
    subject,
    until: is("canceled"),
    do: () => advance(check, clock, times.afterDue),
  });
  return { ...log.story(subscription), cancelAt, afterEnd: cancelAt - end };
}

/** An immediate cancellation after the invoice of the next cycle was issued, and the end of the period after it. */
export function immediateCancellation(check: Check): Promise<Story> {
  return check.once("scenario of an immediate cancellation", async (maker) => {
    maker.require("port.cancelSubscription");
    const customer = await givenCustomer(maker);
    const log = await recorder(maker, customer);
    const subscription = await created(maker, log, customer);
    const times = around(await dueOf(maker, subscription));
    const clock = await givenClockFor(maker, subscription);
    const subject = () => subscription;
    await log.act({
      name: "reminded",
      moment: "reminded",
      subject,
      do: () => advance(maker, clock, times.afterReminder),
    });
    const ended = await log.act({
      name: "canceled immediately",
      moment: "canceled immediately",
      also: log.events("invoice.finalized").length > 0 ? ["invoice.voided"] : [],
      subject,
      until: is("canceled"),
      do: () => callFor(maker, subscription, "cancelSubscription", { inputs: { cancelImmediately: true } }),
    });
    maker.succeeded(ended.answer);
    await log.act({
      name: "past the end of the period",
      moment: "nothing",
      subject,
      do: () => advanceWhatEnded(maker, clock, times.afterRetry),
    });
    return log.story(subscription);
  });
}

/** An issued invoice that is voided, and an issued one that is settled through its link. */
export function voidedInvoice(check: Check): Promise<Story> {
  return invoiceAct(check, { port: "voidInvoice", name: "voided", moment: "voided" });
}

export function linkedInvoice(check: Check): Promise<Story> {
  return invoiceAct(check, { port: "payInvoice", name: "paid by link", moment: "paid by link" });
}

function invoiceAct(
  check: Check,
  act: { port: "voidInvoice" | "payInvoice"; name: string; moment: "voided" | "paid by link" },
): Promise<Story> {
  return check.once(`story of an invoice that is ${act.name}`, async (maker) => {
    maker.require(`port.${act.port}`);
    maker.require("events");
    const customer = await givenCustomer(maker);
    const log = await recorder(maker, customer);
    const subscription = await created(maker, log, customer);
    const times = around(await dueOf(maker, subscription));
    const clock = await givenClockFor(maker, subscription);
    await log.act({
      name: "reminded",
      moment: "reminded",
      subject: () => subscription,
      do: () => advance(maker, clock, times.afterReminder),
    });
    const invoiceId = log.events("invoice.finalized").findLast(isLaterCycles(log))?.data["invoiceId"];
    if (typeof invoiceId !== "string") throw new Inconclusive("no invoice was issued that could be reported");
    log.own(invoiceId);
    const done = await log.act({
      name: act.name,
      moment: act.moment,
      do: () => maker.ports.call(act.port, { inputs: { invoiceId }, key: subscription.merchant.testKey }),
    });
    maker.succeeded(done.answer);
    if (act.moment === "paid by link")
      await log.act({
        name: "past the date it was due",
        moment: "renewed ahead",
        subject: () => subscription,
        do: () => advance(maker, clock, times.afterDue),
      });
    return log.story(subscription);
  });
}

/** A pause, and a resumption after it. */
export function pause(check: Check): Promise<Story> {
  return check.once("scenario of a pause", async (maker) => {
    maker.require("port.pauseSubscription");
    const customer = await givenCustomer(maker);
    const log = await recorder(maker, customer);
    const subscription = await created(maker, log, customer);
    const subject = () => subscription;
    const paused = await log.act({
      name: "paused",
      moment: "paused",
      subject,
      do: () => callFor(maker, subscription, "pauseSubscription"),
    });
    maker.succeeded(paused.answer);
    if (!maker.ports.bound("resumeSubscription")) return log.story(subscription);
    const resumed = await log.act({
      name: "resumed",
      moment: "resumed",
      subject,
      do: () => callFor(maker, subscription, "resumeSubscription"),
    });
    maker.succeeded(resumed.answer);
    return log.story(subscription);
  });
}

/** What a trial's scenario adds: its end, epoch ms, and as the target reports it. */
interface Trial extends Story {
  readonly trialEnd: { readonly at: number; readonly told: unknown };
}

/** A trial through the API, from its creation to well past its end. */
export function trial(check: Check): Promise<Trial> {
  return check.once("scenario of a trial", (maker) => trialLived(maker, "trial ended"));
}

/** The same, where the payment of the first paid period is declined. */
export function unpaidTrial(check: Check): Promise<Story> {
  return check.once("scenario of a trial that nobody pays for", (maker) =>
    trialLived(maker, "trial ended unpaid"),
  );
}

async function trialLived(maker: Check, ending: "trial ended" | "trial ended unpaid"): Promise<Trial> {
  const customer = await givenCustomer(maker);
  const log = await recorder(maker, customer);
  const { subscription, answer } = await createdTrialing(maker, log, customer);
  const told = log.events("subscription.created").at(-1)?.data["trialEnd"];
  const shown = answer.output("trialEnd") ?? log.steps.at(-1)?.after?.port.output("trialEnd") ?? told;
  const trialEnd = { at: instantOf("trialEnd", shown), told: shown };
  const times = around(dueAt(trialEnd.at));
  const clock = await givenClockFor(maker, subscription, Date.now() + HOUR);
  const subject = () => subscription;
  const go = (name: string, moment: "nothing", to: number) =>
    log.act({ name, moment, subject, do: () => advance(maker, clock, to) });
  await go("two days before the trial ends", "nothing", times.afterReminder);
  await go("short of the trial's end", "nothing", times.beforeDue);
  if (ending === "trial ended unpaid") await declineNext(maker, customer);
  await log.act({
    name: "past the trial's end",
    moment: ending,
    subject,
    until: (reading) => reading.status !== "trialing",
    // Both report one payment, in any order.
    follow: (events) =>
      events
        .filter((event) => !isOutcomeOfPayment(event, events))
        .flatMap(({ type }) => OUTCOMES[type]?.at(-1) ?? []),
    do: () => advance(maker, clock, times.afterDue),
  });
  if (ending === "trial ended unpaid") await approveAgain(maker, customer);
  else await renewedAfterwards(maker, { log, subscription }, clock);
  return { ...log.story(subscription), trialEnd };
}

/** The creation of a trial through the API as the first step of a scenario. */
export async function createdTrialing(
  check: Check,
  log: Recorder,
  customer: GivenCustomer,
): Promise<{ subscription: GivenSubscription; answer: PortAnswer }> {
  let subscription: GivenSubscription | undefined;
  const answer = await log.act({
    name: "created",
    moment: "created trialing",
    subject: () => subscription,
    do: async () => {
      subscription = await givenSubscription(check, { customer, way: "createTrialSubscription" });
      return subscription.created;
    },
  });
  if (subscription === undefined) throw new Error("a creation was lost");
  return { subscription, answer };
}

/** Subscriptions that come through the hosted page. */
export function hostedPage(check: Check): Promise<Story> {
  return page(check, "checkoutSubscription", "created from page");
}

export function hostedTrial(check: Check): Promise<Story> {
  return page(check, "checkoutTrialSubscription", "created trialing from page");
}

function page(
  check: Check,
  way: "checkoutSubscription" | "checkoutTrialSubscription",
  moment: "created from page" | "created trialing from page",
): Promise<Story> {
  return check.once(`story of a subscription that is ${moment}`, async (maker) => {
    maker.require(`port.${way}`);
    const customer = await givenCustomer(maker);
    const log = await recorder(maker, customer);
    let subscription: Awaited<ReturnType<typeof givenSubscription>> | undefined;
    await log.act({
      name: "created",
      moment,
      subject: () => subscription,
      do: async () => {
        subscription = await givenSubscription(maker, { customer, way });
        return subscription.created;
      },
    });
    if (subscription === undefined) throw new Error("a creation was lost");
    return log.story(subscription);
  });
}

/** A change of quantity, and then an act that is reported: whatever the change had set off has come by then. */
export function quantityChange(check: Check): Promise<Story> {
  return check.once("scenario of a change of quantity", async (maker) => {
    maker.require("port.changeQuantity");
    const customer = await givenCustomer(maker);
    const log = await recorder(maker, customer);
    const subscription = await created(maker, log, customer);
    const changed = await log.act({
      name: "quantity changed",
      moment: "quantity changed",
      subject: () => subscription,
      do: () => callFor(maker, subscription, "changeQuantity", { inputs: { quantity: 3 } }),
    });
    maker.succeeded(changed.answer);
    // The fence: another subscription of the same customer.
    let later: Awaited<ReturnType<typeof givenSubscription>> | undefined;
    await log.act({
      name: "followed by another creation",
      moment: "created",
      do: async () => {
        later = await givenSubscription(maker, { customer });
        log.own(later.id);
        return later.created;
      },
    });
    return log.story(subscription);
  });
}
