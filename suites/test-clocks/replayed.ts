import type { Check } from "../../harness/check.ts";
import type { Merchant } from "../../harness/merchant.ts";
import { rule, type RuleCheck } from "../../harness/rule.ts";
import { Inconclusive, NeedMissing, Violation } from "../../harness/verdicts.ts";
import { reachesEnd } from "../expect/causality.ts";
import {
  givenOwnCustomer,
  type GivenSubscription,
  givenSubscription,
  readSubscription,
} from "../fixtures/subscriptions.ts";
import { DAY, HOUR } from "../fixtures/times.ts";
import { isNew, onScenario, emits } from "../expect/scenario-rules.ts";
import { scheduledCancellation, trial } from "../scenarios/trials-and-cancellations.ts";
import { PERIODS, renewal } from "../scenarios/renewals.ts";
import { type Recorder, recorder } from "../scenarios/recorder.ts";
import { eventsOf, given, statusAfter, expectAsMany } from "../expect/scenario-events.ts";
import { advance, around, attach, dueAt, dueOf, givenClock, periodOf } from "../fixtures/test-clocks.ts";

const RENEWED = "advanced past the due date";
const UPDATED = "subscription.updated";

/** What clocks replay, for whom, and what happens to objects that no clock holds (§4.8). */
export default [
  emits(
    "test-clocks/advance-replays-the-reminder",
    renewal,
    "advanced past the reminder",
    "invoice.finalized",
  ),
  emits(
    "test-clocks/advance-replays-the-due-date",
    renewal,
    RENEWED,
    "payment.completed",
    isNew("orderId", RENEWED),
  ),
  onScenario("test-clocks/advance-replays-trial-end", trial, (check, scenario) => {
    const status = statusAfter(check, scenario, "past the trial's end");
    if (status === "trialing")
      throw new Violation({
        basis: "deadline",
        expected: "the trial to have ended once its end has passed",
        actual: "the subscription is still trialing",
      });
    check.observe("subscription-other-moves", `a trial ends in ${status}`);
  }),
  onScenario(
    "test-clocks/advance-replays-scheduled-cancellation",
    scheduledCancellation,
    (check, scenario) => {
      const status = statusAfter(check, scenario, "canceled when due");
      if (status !== "canceled")
        throw new Violation({
          basis: "deadline",
          expected: "the subscription to be canceled once the clock has passed cancelAt",
          actual: `it is ${status}`,
        });
    },
  ),

  /** As many invoices paid as periods reported, without a gap to the end. */
  onScenario("test-clocks/advance-over-many-periods", renewal, (_check, scenario) => {
    given(scenario, RENEWED, UPDATED);
    reachesEnd(scenario);
    const step = "advanced over several periods";
    const paid = eventsOf(scenario, step, "payment.completed", (event) =>
      isNew("orderId", step)(event, scenario),
    );
    const updates = eventsOf(scenario, step, UPDATED);
    if (updates.length < PERIODS)
      throw new Violation({
        basis: "deadline",
        expected: `${UPDATED} for each of the ${PERIODS} periods, the last one too`,
        actual: `${updates.length} came`,
      });
    const periods = new Set(updates.map((event) => event.data["currentPeriodEnd"]));
    expectAsMany(`the orders that ${periods.size} periods paid`, {
      reported: new Set(paid.map((event) => event.data["orderId"])).size,
      happened: periods.size,
    });
  }),

  /** Two subscriptions on one clock; both renew. */
  rule("test-clocks/advance-replays-every-attached", async (check) => {
    const { log, subscriptions, clock, after } = await several(check, 3);
    for (const subscription of subscriptions)
      check.succeeded(await attach(clock, { subscriptionId: subscription.id }));
    await log.act({
      name: "advanced",
      transition: "renewed",
      count: 3,
      do: () => advance(check, clock, after),
    });
    for (const subscription of subscriptions) renewed(log, subscription);
  }),

  rule("test-clocks/attach-customer-brings-subscriptions", async (check) => {
    const { log, subscriptions, clock, after, customerId } = await several(check, 3);
    const attached = check.succeeded(await attach(clock, { customerId }));
    const ids = JSON.stringify(attached.field("attached"));
    check.observe(
      "attached-types",
      subscriptions.every(({ id }) => ids.includes(id)) ? "the subscriptions too" : "the customer alone",
    );
    await log.act({
      name: "advanced",
      transition: "renewed",
      count: 3,
      do: () => advance(check, clock, after),
    });
    for (const subscription of subscriptions) renewed(log, subscription);
  }),

  /** The counterpart is the attached customer, whose subscription renews. */
  rule("test-clocks/attach-customer-leaves-others", async (check) => {
    const customer = await givenOwnCustomer(check);
    const other = await givenOwnCustomer(check, customer.merchant);
    const log = await recorder(check, customer);
    log.own(other.id);
    const subscription = await givenSubscription(check, { customer });
    const bystander = await givenSubscription(check, { customer: other });
    for (const { id } of [subscription, bystander]) log.own(id);
    const { afterDue } = around(await dueOf(check, bystander));
    const clock = await clockAhead(check, customer.merchant);
    check.succeeded(await attach(clock, { customerId: customer.id }));
    await log.act({
      name: "advanced",
      transition: "renewed",
      do: () => advance(check, clock, afterDue + HOUR),
    });
    if (!isRenewed(log, subscription))
      throw new Inconclusive("the attached customer's subscription did not renew; another rule judges that");
    unmoved(log, bystander);
  }),
  rule("test-clocks/attach-subscription-leaves-siblings", async (check) => {
    const { log, subscriptions, clock, after } = await several(check, 2);
    const [attached, sibling] = subscriptions as [GivenSubscription, GivenSubscription];
    check.succeeded(await attach(clock, { subscriptionId: attached.id }));
    await log.act({ name: "advanced", transition: "renewed", do: () => advance(check, clock, after) });
    if (!isRenewed(log, attached))
      throw new Inconclusive("the attached subscription did not renew; another rule judges that");
    unmoved(log, sibling);
  }),

  /** Real time passes its due date; another one is billed. */
  rule("test-clocks/attached-ignores-real-time", async (check) => {
    const { log, subscriptions, clock, after, merchant } = await several(check, 2);
    const [attached, free] = subscriptions as [GivenSubscription, GivenSubscription];
    check.succeeded(await attach(clock, { subscriptionId: attached.id }));
    await log.act({
      name: "real time passed",
      transition: "renewed",
      do: () => passRealTime(check, merchant, after),
    });
    if (!isRenewed(log, free))
      throw new Inconclusive("the subscription in real time did not renew; another rule judges that");
    unmoved(log, attached);
  }),
  rule("test-clocks/delete-returns-to-real-time", async (check) => {
    const { log, subscriptions, clock, after, merchant } = await several(check, 1);
    const [subscription] = subscriptions as [GivenSubscription];
    check.succeeded(await attach(clock, { subscriptionId: subscription.id }));
    check.succeeded(await merchant.api.deleteTestClock({ path: { id: clock.id } }));
    await log.act({
      name: "real time passed",
      transition: "renewed",
      do: () => passRealTime(check, merchant, after),
    });
    renewed(log, subscription);
  }),

  rule("test-clocks/delete-returns-what-was-moved", async (check) => {
    const { log, subscriptions, clock, after, merchant, customerId } = await several(check, 1);
    const [subscription] = subscriptions as [GivenSubscription];
    check.succeeded(await attach(clock, { customerId }));
    await log.act({ name: "advanced", transition: "renewed", do: () => advance(check, clock, after) });
    if (!isRenewed(log, subscription))
      throw new Inconclusive("the attached subscription did not renew; another rule judges that");
    check.succeeded(await merchant.api.deleteTestClock({ path: { id: clock.id } }));
    const { end, nextBilling } = await readSubscription(check, subscription);
    if (end === null) throw new Inconclusive("the subscription reports no period");
    const before = log.events(UPDATED).length;
    await log.act({
      name: "real time passed",
      transition: "renewed",
      do: () => passRealTime(check, merchant, around(dueAt(end, nextBilling)).afterDue),
    });
    if (log.events(UPDATED).length > before) return;
    throw new Violation({
      basis: "deadline",
      expected: `${UPDATED} of the period that ends at ${new Date(end).toISOString()}`,
      actual: "none arrived in real time",
    });
  }),

  /** The clock was a week ahead; a later subscription does not begin at that time. */
  rule("test-clocks/delete-frees-the-customer", async (check) => {
    const customer = await givenOwnCustomer(check);
    const clock = await clockAhead(check, customer.merchant);
    check.succeeded(await attach(clock, { customerId: customer.id }));
    await advance(check, clock, clock.at + 7 * DAY);
    check.succeeded(await customer.merchant.api.deleteTestClock({ path: { id: clock.id } }));
    const { start } = await periodOf(check, await givenSubscription(check, { customer }));
    if (start < clock.at + 6 * DAY) return;
    throw new Violation({
      expected: `a period that starts in real time, and not near ${new Date(clock.at + 7 * DAY).toISOString()}, the time of the deleted clock`,
      actual: `it starts at ${new Date(start).toISOString()}`,
    });
  }),

  /** By the time that another creation is reported, no event was about it. */
  rule("test-clocks/delete-silences-subscriptions", async (check) => {
    const { log, subscriptions, clock, customer } = await several(check, 1);
    const [subscription] = subscriptions as [GivenSubscription];
    check.succeeded(await attach(clock, { subscriptionId: subscription.id }));
    const { beforeReminder } = around(await dueOf(check, subscription));
    if (beforeReminder > clock.at) await advance(check, clock, Math.min(clock.at + 20 * DAY, beforeReminder));
    const deleted = await log.act({
      name: "its clock deleted",
      transition: "nothing",
      do: () => clock.merchant.api.deleteTestClock({ path: { id: clock.id } }),
    });
    check.succeeded<unknown>(deleted);
    await log.act({
      name: "another one created",
      transition: "created",
      do: async () => {
        const later = await givenSubscription(check, { customer });
        log.own(later.id);
        return later.created;
      },
    });
    given(log.scenario(subscription), "created", "subscription.created");
    unmoved(log, subscription);
  }),
] satisfies readonly RuleCheck[];

/** Several subscriptions of one customer, and a clock without attachments. */
async function several(check: Check, count: number) {
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
      if (first === undefined) throw new Error("nothing was created");
      return first.created;
    },
  });
  const dues = await Promise.all(subscriptions.map((subscription) => dueOf(check, subscription)));
  const after = Math.max(...dues.map((due) => around(due).afterDue));
  const clock = await clockAhead(check, merchant);
  return { log, customer, customerId: customer.id, merchant, subscriptions, clock, after };
}

function clockAhead(check: Check, merchant: Merchant) {
  return givenClock(check, { merchant, at: Date.now() + HOUR });
}

/** @throws NeedMissing for a shared merchant, whose time other clients use */
async function passRealTime(check: Check, { accountId, own }: Merchant, to: number) {
  if (!own) throw new NeedMissing("control.createMerchant");
  await check.control.call("moveWallClock", {
    path: { accountId },
    json: { to: new Date(to).toISOString() },
  });
  return check.api.listTestClocks();
}

function isRenewed(log: Recorder, subscription: GivenSubscription): boolean {
  return log.events(UPDATED).some((event) => event.data["subscriptionId"] === subscription.id);
}

function renewed(log: Recorder, subscription: GivenSubscription): void {
  given(log.scenario(subscription), "created", "subscription.created");
  if (isRenewed(log, subscription)) return;
  throw new Violation({
    basis: "deadline",
    expected: `${UPDATED} for ${subscription.id}`,
    actual: `renewals arrived for ${
      log
        .events(UPDATED)
        .map((event) => String(event.data["subscriptionId"]))
        .join(", ") || "none"
    }`,
  });
}

function unmoved(log: Recorder, subscription: GivenSubscription): void {
  for (const type of [
    UPDATED,
    "payment.failed",
    "subscription.past_due",
    "subscription.canceled",
    "subscription.paused",
  ]) {
    const [moved] = log.events(type).filter((event) => event.data["subscriptionId"] === subscription.id);
    if (moved !== undefined)
      throw new Violation({
        expected: `no ${type} for a subscription whose time did not pass`,
        actual: `it arrived: ${JSON.stringify(moved.body)}`,
      });
  }
}
