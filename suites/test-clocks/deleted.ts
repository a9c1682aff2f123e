import { type Check, Inconclusive, NeedMissing, numberOf, rule, textOf, Violation } from "../kit.ts";
import { requireRefused } from "../expect/refusals.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { soon } from "../fixtures/reading.ts";
import { givenEvent } from "../scenarios/scenario-events.ts";
import { invalidKeys } from "../fixtures/secret-keys.ts";
import {
  callFor,
  givenCustomer,
  givenOwnCustomer,
  type GivenSubscription,
  givenSubscription,
  type Reading,
  readSubscription,
  statusOf,
} from "../fixtures/subscriptions.ts";
import { attaches, clockIn, holds, listedClock, listWithout } from "../fixtures/test-clock-lists.ts";
import {
  advance,
  around,
  attach,
  type ClockId,
  deleteClock,
  dueAt,
  dueOf,
  givenClock,
  periodOf,
  requestAdvance,
  givenClockFor,
  readClock,
  readShown,
  frozenTimeOf,
} from "../fixtures/test-clocks.ts";
import { DAY, HOUR } from "../fixtures/times.ts";
import { advances } from "../scenarios/acts.ts";
import {
  MANY,
  subscriptionsBesideClock,
  clockAhead,
  passRealTime,
  expectRenewed,
  requireRenewed,
  expectUnmoved,
} from "../scenarios/renewals-on-clocks.ts";

const UPDATED = "subscription.updated";

/** The clock as it is listed once it shows a subscription, or at the deadline. */
const listedOnce = (check: Check, at: ClockId, { id }: GivenSubscription) =>
  listedClock(check, at.merchant, at.id, attaches("subscriptions", id));

/** Expects that a clock was deleted, as soon as reads show changes. */
async function expectUnknown(check: Check, clock: ClockId): Promise<void> {
  const read = await soon(check, { read: () => readClock(clock), holds: (answer) => !answer.succeeded });
  check.expect(read).toRefuse({ status: 404, code: "TEST_CLOCK_NOT_FOUND" });
}

/** The effects of deleting a clock (§2.11, §4.8). */
export default [
  rule("test-clocks/delete-leaves-the-list", { alone: true }, async (check) => {
    const merchant = await check.ownMerchant();
    const { id } = await givenClock(check, { merchant });
    await listedClock(check, merchant, id);
    const deleted = check.succeeded(await merchant.api.deleteTestClock({ path: { id } }));
    check.observe("clock-success-statuses", `deletion ${deleted.status}`);
    const listed = await listWithout(check, merchant, id);
    check.expect
      .that("whether the list contains the deleted clock", clockIn(listed, id) !== undefined, listed.answer)
      .toBe(false);
  }),

  /** Sends the same requests before and after the deletion. */
  rule("test-clocks/delete-makes-unknown", async (check) => {
    const clock = await givenClock(check);
    check.succeeded(await readClock(clock));
    await deleteClock(check, clock);
    await expectUnknown(check, clock);
    // Whichever is first, the clock is gone.
    for (const order of ["before", "after"]) {
      const other = await givenClock(check);
      const send = (): Promise<unknown> => requestAdvance(other, other.at + DAY);
      const early = order === "before" ? send() : null;
      const deleted = clock.merchant.api.deleteTestClock({ path: { id: other.id } });
      await Promise.all([early, order === "after" ? send() : null]);
      // An advance in progress may prevent it.
      if ((await deleted).succeeded) await expectUnknown(check, other);
    }
  }),

  rule("test-clocks/delete-ends-advances", async (check) => {
    const clock = await givenClock(check);
    check.succeeded(await requestAdvance(clock, clock.at + HOUR));
    await deleteClock(check, clock);
    const answer = await requestAdvance(clock, clock.at + 2 * HOUR);
    check.expect(answer).toRefuse({ status: 404, code: "TEST_CLOCK_NOT_FOUND" });
  }),

  rule("test-clocks/delete-keeps-other-clocks", { alone: true }, async (check) => {
    const merchant = await check.merchant();
    const kept = [await givenClock(check, { merchant }), await givenClock(check, { merchant })];
    const { id } = await givenClock(check, { merchant });
    await deleteClock(check, { merchant, id });
    for (const clock of kept) {
      const read = await readShown(check, clock);
      check.expect
        .that("the status of retrieving another clock after a deletion", read.status, read)
        .toSatisfy("2xx", (status) => numberOf(status) < 300);
      check.expect.that("time of the clock", await frozenTimeOf(check, clock), read).toBe(clock.at);
    }
    if (!check.has("port.createSubscription")) return;
    const subscription = await givenSubscription(check);
    const holding = await givenClockFor(check, subscription);
    const expectHeld = async (at: ClockId, held: GivenSubscription): Promise<void> => {
      const { subscriptions } = await listedOnce(check, at, held);
      check.expect
        .that("whether another clock shows its subscription after a deletion", holds(subscriptions, held.id))
        .toBe(true);
    };
    const name = textOf(holding.created.field("name"));
    await deleteClock(check, await givenClock(check, { merchant: holding.merchant, name }));
    await expectHeld(holding, subscription);
    const { customer } = subscription;
    // A customer may have only what is on one clock.
    await ifPossible(async () => {
      const ofCustomer = await givenClock(check, { merchant: holding.merchant });
      check.succeeded(await attach(ofCustomer, { customerId: customer.id }));
      const moved = await givenSubscription(check, { customer });
      const other = await givenClockFor(check, moved);
      if (!attaches("subscriptions", moved.id)(await listedOnce(check, other, moved))) return;
      await deleteClock(check, ofCustomer);
      await expectHeld(other, moved);
    });
  }),

  /** Reads the clock after each refusal. A deletion with the right key then succeeds. */
  rule("test-clocks/refused-deletion-deletes-nothing", async (check) => {
    const clock = await givenClock(check);
    const { id, merchant } = clock;
    for (const key of invalidKeys(merchant)) {
      const refused = await check.as(key).deleteTestClock({ path: { id } });
      requireRefused(refused, "a deletion with another merchant's key");
      const read = await readShown(check, clock);
      check.expect.that("whether the clock exists after a refused deletion", read.succeeded, read).toBe(true);
      check.expect.that("time of the clock", await frozenTimeOf(check, clock), read).toBe(clock.at);
    }
    await deleteClock(check, { merchant, id });
  }),

  /** Judges all of several attached subscriptions. */
  rule("test-clocks/delete-frees-subscriptions", async (check) => {
    const first = await givenSubscription(check);
    const { merchant } = first;
    const clock = await givenClockFor(check, first);
    const subscriptions = [first];
    while (subscriptions.length < MANY) {
      const customer = await givenCustomer(check, merchant);
      const other = await givenSubscription(check, { customer });
      check.succeeded(await attach(clock, { subscriptionId: other.id }));
      subscriptions.push(other);
    }
    await deleteClock(check, clock);
    const next = await givenClock(check, { merchant, at: clock.at });
    for (const { id } of subscriptions)
      check.expect(await attach(next, { subscriptionId: id })).toAnswer(200);
  }),

  /** Judges all of several attached customers. */
  rule("test-clocks/delete-frees-customers", async (check) => {
    const first = await givenOwnCustomer(check);
    const { merchant } = first;
    const customers = [first];
    while (customers.length < MANY) customers.push(await givenOwnCustomer(check, merchant));
    const clock = await givenClock(check, { merchant });
    for (const { id } of customers) check.succeeded(await attach(clock, { customerId: id }));
    await deleteClock(check, clock);
    const next = await givenClock(check, { merchant });
    for (const { id } of customers) check.expect(await attach(next, { customerId: id })).toAnswer(200);
  }),

  rule("test-clocks/delete-keeps-subscriptions", async (check) => {
    const subscription = await givenSubscription(check);
    const clock = await givenClockFor(check, subscription);
    const before = await statusOf(check, subscription);
    await deleteClock(check, clock);
    check.expect
      .that("the status of a subscription whose clock was deleted", await statusOf(check, subscription))
      .toBe(before);
  }),

  rule("test-clocks/delete-returns-to-real-time", async (check) => {
    const { log, subscriptions, clock, after, merchant } = await subscriptionsBesideClock(check, MANY);
    const [last, ...others] = subscriptions.toReversed();
    for (const { id } of others) check.succeeded(await attach(clock, { subscriptionId: id }));
    // One of them is paused meanwhile.
    const [paused] = others as [GivenSubscription];
    const ask = async (port: "pauseSubscription" | "resumeSubscription"): Promise<boolean | null> =>
      ifPossible(async () => check.succeeded((await callFor(check, paused, port)).answer).succeeded);
    const isPaused = (await ask("pauseSubscription")) === true;
    // The last one is attached while the clock is deleted: it may be attached before that, or not at all.
    await Promise.all([attach(clock, { subscriptionId: last?.id ?? null }), deleteClock(check, clock)]);
    const isBilled = !isPaused || (await ask("resumeSubscription")) === true;
    const billed = subscriptions.filter((one) => isBilled || one !== paused);
    await log.act({
      name: "real time passed",
      transition: "renewed",
      count: billed.length,
      do: () => passRealTime(check, merchant, after),
    });
    for (const subscription of billed) expectRenewed(log, subscription);
  }),

  rule("test-clocks/delete-returns-what-was-moved", async (check) => {
    const { log, subscriptions, clock, after, merchant, customerId } = await subscriptionsBesideClock(
      check,
      1,
    );
    const [subscription] = subscriptions as [GivenSubscription];
    check.succeeded(await attach(clock, { customerId }));
    const { last } = await dueOf(check, subscription);
    // Events may report the period in a form that cannot be read, and readings may be late.
    const isRenewed = ({ end }: Reading): boolean => end !== null && end > last;
    await advances(check, clock, { log, subscription })("advanced", "renewed", after, { until: isRenewed });
    requireRenewed(log, subscription);
    const reading = log.steps.at(-1)?.after ?? null;
    if (reading === null) throw new NeedMissing("port.retrieveSubscription");
    const { end, nextBilling } = reading;
    if (end === null || !isRenewed(reading))
      throw new Inconclusive("the subscription reports no renewed period");
    await deleteClock(check, clock);
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

  /**
   * The clock is a week in the future. A subscription that is created later must not begin there, and is renewed in real time, if control can
   * move that.
   */
  rule("test-clocks/delete-frees-the-customer", async (check) => {
    const customer = await givenOwnCustomer(check);
    const clock = await clockAhead(check, customer.merchant);
    check.succeeded(await attach(clock, { customerId: customer.id }));
    await advance(check, clock, clock.at + 7 * DAY);
    await deleteClock(check, clock);
    const later = await givenSubscription(check, { customer });
    const { start } = await periodOf(check, later);
    if (start >= clock.at + 6 * DAY)
      throw new Violation({
        expected: `a period that starts in real time, not close to ${new Date(clock.at + 7 * DAY).toISOString()}, the time of the deleted clock`,
        actual: `it starts at ${new Date(start).toISOString()}`,
      });
    const { merchant } = customer;
    if (!merchant.own || !check.has("control.moveWallClock")) return;
    if (!check.ports.bound("retrieveSubscription")) return;
    const due = await dueOf(check, later);
    await passRealTime(check, merchant, around(due).afterDue);
    await check.eventually({
      expected: "the subscription to be renewed in real time",
      read: () => readSubscription(check, later),
      holds: ({ start: now }) => now === null || now > start,
      show: ({ start: now }) => `in the period from ${now === null ? "" : new Date(now).toISOString()}`,
    });
  }),

  /** The fence: once another creation is reported, no event may have named the subscription. */
  rule("test-clocks/delete-silences-subscriptions", async (check) => {
    const { log, subscriptions, clock, customer } = await subscriptionsBesideClock(check, 1);
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
    givenEvent(log.scenario(subscription), "created", "subscription.created");
    expectUnmoved(log, subscription);
  }),
];
