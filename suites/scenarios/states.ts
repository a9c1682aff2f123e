import type { Check } from "../../harness/check.ts";
import type { PortAnswer } from "../../harness/ports.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { givenClockFor, standOf } from "../fixtures/test-clocks.ts";
import { approveAgain, callFor, declineNext, givenCustomer } from "../fixtures/subscriptions.ts";
import { DAY, instantOf } from "../fixtures/times.ts";
import { createdTrialing } from "./ends.ts";
import { created, declinedRenewal, type Life, renewedAfterwards } from "./renewals.ts";
import { recorder, type Story } from "./recorder.ts";

/** The states from which any act is shown (§3), beside `active`. */
export type State = "trialing" | "unpaid" | "past due" | "paused" | "scheduled";

const ALL: readonly State[] = ["trialing", "unpaid", "past due", "paused", "scheduled"];

type Port = "cancelSubscription" | "pauseSubscription" | "resumeSubscription";
type Turn = "cancellation scheduled" | "paused" | "resumed";

/** An immediate cancellation of a subscription in each state beside `active`. */
export const canceledFrom = ALL.map((state) => (check: Check): Promise<Story> => {
  return check.once(`story of an immediate cancellation of what is ${state}`, async (maker) => {
    maker.require("port.cancelSubscription");
    const { log, subscription } = await broughtTo(maker, state);
    const ended = await log.act({
      name: "canceled immediately",
      moment: "canceled immediately",
      subject: () => subscription,
      until: ({ status }) => status === "canceled",
      do: () => callFor(maker, subscription, "cancelSubscription", { inputs: { cancelImmediately: true } }),
    });
    maker.succeeded(ended.answer);
    return log.story(subscription);
  });
});

/** A cancellation that is scheduled of what is unpaid. */
export function scheduledUnpaid(check: Check): Promise<Story> {
  return check.once("scenario of a scheduled cancellation of what is unpaid", async (maker) => {
    const life = await broughtTo(maker, "unpaid");
    await act(maker, life, "cancelSubscription", "cancellation scheduled");
    return life.log.story(life.subscription);
  });
}

/**
 * The same of what is past due, and then a pause and a resumption.
 * @throws Inconclusive when nothing is past due, or the date of the cancellation is not ahead of the clock: what has come may end
 */
export function scheduledPastDue(check: Check): Promise<Story> {
  return check.once("scenario of a scheduled cancellation of what is past due", async (maker) => {
    const life = await declinedRenewal(maker);
    const { log, subscription, clock } = life;
    await approveAgain(maker, subscription.customer);
    if (log.steps.at(-1)?.after?.status !== "past_due")
      throw new Inconclusive("the subscription is not past due; another rule judges that");
    await act(maker, life, "cancelSubscription", "cancellation scheduled");
    const { port, after } = log.steps.at(-1) ?? {};
    const cancelAt = instantOf("cancelAt", port?.output("cancelAt") ?? after?.cancelAt);
    if (cancelAt <= (await standOf(maker, clock)) + DAY)
      throw new Inconclusive("the date of the cancellation is not ahead of the clock");
    if (!maker.ports.bound("pauseSubscription") || !maker.ports.bound("resumeSubscription"))
      return log.story(subscription);
    const { answer } = await ask(maker, life, "pauseSubscription", "paused");
    if (answer.succeeded) await ask(maker, life, "resumeSubscription", "resumed");
    return log.story(subscription);
  });
}

/** The same, as far as its pause and its resumption were accepted. @throws Inconclusive when they were not */
export async function pausedPastDue(check: Check): Promise<Story> {
  const story = await scheduledPastDue(check);
  if (story.steps.some(({ name, answer }) => name === "resumed" && answer?.succeeded === true)) return story;
  throw new Inconclusive("what is past due and to be canceled was not paused and resumed");
}

/** A pause of a trial, and a resumption. */
export function pausedTrial(check: Check): Promise<Story> {
  return check.once("scenario of a pause of a trial", async (maker) => {
    const life = await broughtTo(maker, "trialing");
    await act(maker, life, "pauseSubscription", "paused");
    await act(maker, life, "resumeSubscription", "resumed");
    return life.log.story(life.subscription);
  });
}

/** Two pauses and resumptions, and the renewal after them. */
export function pausedAgain(check: Check): Promise<Story> {
  return check.once("scenario of two pauses", async (maker) => {
    const customer = await givenCustomer(maker);
    const log = await recorder(maker, customer);
    const subscription = await created(maker, log, customer);
    const clock = await givenClockFor(maker, subscription);
    const life = { log, subscription };
    await act(maker, life, "pauseSubscription", "paused");
    await act(maker, life, "resumeSubscription", "resumed");
    await act(maker, life, "pauseSubscription", "paused", "paused again");
    await act(maker, life, "resumeSubscription", "resumed", "resumed again");
    await renewedAfterwards(maker, life, clock);
    return log.story(subscription);
  });
}

/** One request about a subscription, as a step that is named after its moment by default. */
async function act(check: Check, life: Life, port: Port, moment: Turn, name?: string): Promise<void> {
  check.succeeded((await ask(check, life, port, moment, name)).answer);
}

/** The same, whatever it is answered. */
function ask(
  check: Check,
  { log, subscription }: Life,
  port: Port,
  moment: Turn,
  name: string = moment,
): Promise<PortAnswer> {
  check.require(`port.${port}`);
  return log.act({
    name,
    moment,
    subject: () => subscription,
    do: () => callFor(check, subscription, port),
  });
}

async function broughtTo(check: Check, state: State): Promise<Life> {
  if (state === "past due") {
    const life = await declinedRenewal(check);
    await approveAgain(check, life.subscription.customer);
    return life;
  }
  const customer = await givenCustomer(check);
  const log = await recorder(check, customer);
  if (state === "trialing")
    return { log, subscription: (await createdTrialing(check, log, customer)).subscription };
  if (state === "unpaid") {
    await declineNext(check, customer);
    const subscription = await created(check, log, customer, "created unpaid");
    await approveAgain(check, customer);
    return { log, subscription };
  }
  const life = { log, subscription: await created(check, log, customer) };
  if (state === "paused") await act(check, life, "pauseSubscription", "paused");
  else await act(check, life, "cancelSubscription", "cancellation scheduled");
  return life;
}
