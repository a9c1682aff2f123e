import { type Check, Inconclusive, type Merchant, NeedMissing, textOf, Violation } from "../kit.ts";
import { unexpected } from "./causality.ts";
import { givenEvent } from "./scenario-events.ts";
import { givenOwnCustomer, type GivenSubscription, givenSubscription } from "../fixtures/subscriptions.ts";
import { around, dueOf, givenClock } from "../fixtures/test-clocks.ts";
import { HOUR } from "../fixtures/times.ts";
import { type Recorder, recorder } from "./recorder.ts";

const UPDATED = "subscription.updated";

/** How many of a kind are attached where several are: more than a small batch. */
export const MANY = 6;

/** Subscriptions of one customer, and a clock without attachments. */
export async function subscriptionsBesideClock(check: Check, count: number) {
  const customer = await givenOwnCustomer(check);
  const { merchant } = customer;
  const log = await recorder(check, customer);
  const subscriptions: GivenSubscription[] = [];
  await log.act({
    name: "created",
    transition: "created",
    count,
    do: async () => {
      for (let made = 0; made < count; made += 1) {
        const subscription = await givenSubscription(check, { customer });
        log.own(subscription.id);
        subscriptions.push(subscription);
      }
      const [first] = subscriptions;
      if (first === undefined) throw new Error("no subscription was created");
      return first.created;
    },
  });
  const dues = await Promise.all(subscriptions.map((subscription) => dueOf(check, subscription)));
  const after = Math.max(...dues.map((due) => around(due).afterDue));
  const clock = await clockAhead(check, merchant);
  return { log, customer, customerId: customer.id, merchant, subscriptions, clock, after };
}

/** A merchant's clock, one hour ahead of real time. */
export function clockAhead(check: Check, merchant: Merchant) {
  return givenClock(check, { merchant, at: Date.now() + HOUR });
}

/** Advances the real time of a merchant. @throws NeedMissing for a shared merchant, because other clients use its time */
export async function passRealTime(check: Check, { accountId, own }: Merchant, to: number) {
  if (!own) throw new NeedMissing("control.createMerchant");
  await check.control.call("moveWallClock", {
    path: { accountId },
    json: { to: new Date(to).toISOString() },
  });
  return check.api.listTestClocks();
}

/** Requires a renewal, which another rule judges. @throws Inconclusive if none was reported */
export function requireRenewed(log: Recorder, subscription: GivenSubscription): void {
  if (isRenewed(log, subscription)) return;
  throw new Inconclusive(`no renewal of ${subscription.id} was reported; another rule judges that`);
}

function isRenewed(log: Recorder, subscription: GivenSubscription): boolean {
  return log.events(UPDATED).some((event) => event.data["subscriptionId"] === subscription.id);
}

/** Expects that a renewal of the subscription was reported. @throws Violation otherwise */
export function expectRenewed(log: Recorder, subscription: GivenSubscription): void {
  givenEvent(log.scenario(subscription), "created", "subscription.created");
  if (isRenewed(log, subscription)) return;
  throw new Violation({
    basis: "deadline",
    expected: `${UPDATED} for ${subscription.id}`,
    actual: `renewals arrived for ${
      log
        .events(UPDATED)
        .map((event) => textOf(event.data["subscriptionId"]))
        .join(", ") || "none"
    }`,
  });
}

/** Expects that no event was reported that only the passing of time can cause. @throws Violation otherwise */
export function expectUnmoved(log: Recorder, subscription: GivenSubscription): void {
  for (const type of [
    UPDATED,
    "payment.failed",
    "subscription.past_due",
    "subscription.canceled",
    "subscription.paused",
  ]) {
    const [moved] = log.events(type).filter((event) => event.data["subscriptionId"] === subscription.id);
    if (moved !== undefined) throw unexpected(moved, "the subscription's time did not advance");
  }
}
