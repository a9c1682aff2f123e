import type { Check } from "../../harness/check.ts";
import { givenClockFor } from "../test-clocks/given.ts";
import { approveAgain, callFor, declineNext, givenCustomer } from "./given.ts";
import { createdTrialing } from "./stories-ends.ts";
import { created, declinedRenewal, type Life, renewedAfterwards } from "./stories-renewal.ts";
import { recorder, type Story } from "./story.ts";

/** The states from which any act is shown (§3), beside `active`. */
export type State = "trialing" | "unpaid" | "past due" | "paused" | "scheduled";

const ALL: readonly State[] = ["trialing", "unpaid", "past due", "paused", "scheduled"];

/** An immediate cancellation of a subscription in each state beside `active`. */
export const canceledFrom = ALL.map((state) => (check: Check): Promise<Story> => {
  return check.once(`story of an immediate cancellation of what is ${state}`, async (maker) => {
    maker.require("port.cancelSubscription");
    const { log, subscription } = await broughtTo(maker, state);
    const ended = await log.act({
      name: "canceled at once",
      moment: "canceled at once",
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
  return check.once("story of a scheduled cancellation of what is unpaid", async (maker) => {
    const life = await broughtTo(maker, "unpaid");
    await act(maker, life, "cancelSubscription", "cancellation scheduled");
    return life.log.story(life.subscription);
  });
}

/** A pause of a trial, and a resumption. */
export function pausedTrial(check: Check): Promise<Story> {
  return check.once("story of a pause of a trial", async (maker) => {
    const life = await broughtTo(maker, "trialing");
    await act(maker, life, "pauseSubscription", "paused");
    await act(maker, life, "resumeSubscription", "resumed");
    return life.log.story(life.subscription);
  });
}

/** Two pauses and resumptions, and the renewal after them. */
export function pausedAgain(check: Check): Promise<Story> {
  return check.once("story of two pauses", async (maker) => {
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

/** One request about a subscription, as a step that is named after its moment unless told. */
async function act(
  check: Check,
  { log, subscription }: Life,
  port: "cancelSubscription" | "pauseSubscription" | "resumeSubscription",
  moment: "cancellation scheduled" | "paused" | "resumed",
  name: string = moment,
): Promise<void> {
  check.require(`port.${port}`);
  const done = await log.act({
    name,
    moment,
    subject: () => subscription,
    do: () => callFor(check, subscription, port),
  });
  check.succeeded(done.answer);
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
