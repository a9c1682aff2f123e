import { type Check, Inconclusive, NeedMissing, rule, textOf } from "../kit.ts";
import { requireRefused } from "../expect/refusals.ts";
import { invalidKeys } from "../fixtures/secret-keys.ts";
import {
  callFor,
  givenCustomer,
  givenOwnCustomer,
  givenPaused,
  type GivenSubscription,
  givenSubscription,
  namesakeOf,
  readSubscription,
} from "../fixtures/subscriptions.ts";
import {
  advance,
  advanceUnlessCompleted,
  around,
  attach,
  BILLING_DUE,
  dueOf,
  frozenTimeOf,
  givenClock,
  givenClockFor,
  givenCompleted,
  REFUSED,
  requestAdvance,
  triggered,
} from "../fixtures/test-clocks.ts";
import { DAY, HOUR } from "../fixtures/times.ts";
import { attaches, listClocks, listedClock } from "../fixtures/test-clock-lists.ts";
import { advances } from "../scenarios/acts.ts";
import { recorder } from "../scenarios/recorder.ts";
import {
  subscriptionsBesideClock,
  clockAhead,
  passRealTime,
  expectRenewed,
  expectUnmoved,
  requireRenewed,
} from "../scenarios/renewals-on-clocks.ts";
import { expectBillingDue } from "../expect/billing-due.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { soon } from "../fixtures/reading.ts";

/** More than a page of ten. */
const DOZEN = 12;
/** More than a month. */
const FAR = 40 * DAY;

type Attachment = Awaited<ReturnType<typeof attach>>;

/** How attachments are answered and refused, and the events of a later advance (§4.8, §7.9). */
export default [
  rule("test-clocks/attach-both", { alone: true }, async (check) => {
    const customer = await givenOwnCustomer(check);
    const owner = await givenOwnCustomer(check, customer.merchant);
    const subscription = await givenSubscription(check, { customer: owner });
    const clock = await givenClock(check, { merchant: customer.merchant });
    const shown = async (answer: Attachment, subscriptionId: string, customerId: string): Promise<void> => {
      check.expect(answer).toAnswer(200);
      const [ofSubscription, ofCustomer] = [
        attaches("subscriptions", subscriptionId),
        attaches("customers", customerId),
      ];
      const listed = await listedClock(
        check,
        customer.merchant,
        clock.id,
        (each) => ofSubscription(each) && ofCustomer(each),
      );
      check.expect
        .that("whether the listed clock shows the subscription and the customer", [
          ofSubscription(listed),
          ofCustomer(listed),
        ])
        .toBe([true, true]);
    };
    const answer = await attach(clock, { subscriptionId: subscription.id, customerId: customer.id });
    // The document does not say whether the subscription must belong to the customer (`clock-attachment-conditions`).
    check.observe("clock-attachment-conditions", `of two customers: ${answer.status}`);
    if (answer.succeeded || answer.status >= 500) {
      await shown(answer, subscription.id, customer.id);
      return;
    }
    const theirs = { subscriptionId: subscription.id, customerId: owner.id };
    await shown(await attach(clock, theirs), theirs.subscriptionId, theirs.customerId);
  }),

  rule("test-clocks/attach-keeps-the-instant", async (check) => {
    const subscription = await givenSubscription(check);
    const clock = await givenClockFor(check, subscription);
    check.expect
      .that("time of the clock after an attachment", await frozenTimeOf(check, clock))
      .toBe(clock.at);
  }),

  /**
   * Sends requests without both ids and with both null, which a server may look up and not find. If an object can be created, a request
   * with one id succeeds.
   */
  rule("test-clocks/attach-neither", async (check) => {
    const clock = await givenClock(check);
    check.expect(await attach(clock, {})).toAnswer(...REFUSED);
    const nulls = await attach(clock, { subscriptionId: null, customerId: null });
    check.expect(nulls).toAnswer(...REFUSED, 404);
    if (!check.has("port.createCustomer")) return;
    const customer = await givenOwnCustomer(check, clock.merchant);
    check.succeeded(await attach(clock, { customerId: customer.id }));
  }),

  /**
   * Sends attachments without an object, with one of two missing, with a live key, and with objects of another account in each combination.
   */
  rule("test-clocks/attach-refused-attaches-nothing", { alone: true }, async (check) => {
    const merchant = await check.ownMerchant();
    const clock = await givenClock(check, { merchant });
    const customerId = check.has("port.createCustomer")
      ? (await givenOwnCustomer(check, merchant)).id
      : undefined;
    const answers = [await attach(clock, {})];
    // One of the two exists, but the whole request is refused.
    if (customerId !== undefined)
      answers.push(await attach(clock, { customerId, subscriptionId: "sub_000000000000000000000000" }));
    const subscription = await ifPossible(() =>
      givenCustomer(check, merchant).then((customer) => givenSubscription(check, { customer })),
    );
    if (customerId !== undefined && subscription !== null)
      answers.push(
        await attach(clock, { subscriptionId: subscription.id, customerId: "cus_000000000000000000000000" }),
      );
    if (merchant.liveKey !== null && subscription !== null)
      answers.push(
        await check.as(merchant.liveKey).attachTestClock({
          path: { id: clock.id },
          json: { subscriptionId: subscription.id },
        }),
      );
    if (subscription !== null)
      for (const key of invalidKeys(merchant)) {
        const caller = { ...merchant, api: check.as(key) };
        answers.push(await attach({ id: clock.id, merchant: caller }, { subscriptionId: subscription.id }));
      }
    // Objects of another account.
    const theirs = await ifPossible(() => foreignObjects(check));
    if (theirs !== null) {
      answers.push(await attach(clock, { customerId: theirs.customer.id }));
      answers.push(await attach(clock, { subscriptionId: theirs.subscription.id }));
      if (subscription !== null)
        answers.push(await attach({ merchant, id: theirs.clock.id }, { subscriptionId: subscription.id }));
    }
    for (const answer of answers) requireRefused(answer, "an invalid attachment");
    for (const each of theirs === null ? [clock] : [clock, theirs.clock]) {
      const listed = await listedClock(check, each.merchant, each.id);
      for (const name of ["subscriptions", "customers"])
        check.expect
          .that(`${name} after a refused attachment`, listed[name])
          .toSatisfy("an empty list", (value) => Array.isArray(value) && value.length === 0);
    }
    check.observe("clock-list-paging", `${(await listClocks(check, merchant)).clocks.length} entries`);
  }),

  /** The same attachment succeeds for a clock that is not completed. */
  rule("test-clocks/attach-to-completed", async (check) => {
    const completed = await givenCompleted(check);
    const customer = await givenCustomer(check, completed.merchant);
    const [first, second] = [
      await givenSubscription(check, { customer }),
      await givenSubscription(check, { customer }),
    ];
    const present = await givenClockFor(check, first);
    const isAttached = attaches("subscriptions", first.id);
    const before = await listedClock(check, present.merchant, present.id, isAttached);
    const { merchant } = completed;
    const other = await ifPossible(() => givenCustomer(check, merchant));
    for (const what of [
      { subscriptionId: first.id },
      { subscriptionId: second.id },
      { customerId: customer.id },
      ...(other === null ? [] : [{ customerId: other.id }]),
    ])
      check.expect(await attach(completed, what)).toRefuse({ status: 400, code: "TEST_CLOCK_COMPLETED" });
    if (!isAttached(before)) return;
    const after = await listedClock(check, present.merchant, present.id, isAttached);
    check.expect.that("whether its clock still has the subscription", isAttached(after)).toBe(true);
  }),

  /** Tries an attachment and an advance. */
  rule("test-clocks/completed-refusal-has-an-error", async (check) => {
    const completed = await givenCompleted(check);
    const advanced = await requestAdvance(completed, Math.max(Date.now(), completed.at) + 20 * DAY);
    const subscription = await ifPossible(() => givenSubscription(check));
    const answers = [
      advanced,
      ...(subscription === null ? [] : [await attach(completed, { subscriptionId: subscription.id })]),
    ];
    for (const answer of answers) {
      if (answer.status !== 400) throw new Inconclusive(`it was not refused with 400: ${answer.summary}`);
      const { error } = answer.body as { error?: unknown };
      check.expect.field("error", error, answer).toSatisfy("present", (value) => value !== undefined);
    }
  }),

  rule("test-clocks/advance-triggers-billing-due", async (check) => {
    const { subscription, clock, times } = await attachedAtStart(check);
    const answer = await advance(check, clock, times.afterDue);
    expectBillingDue(check, answer, subscription);
    const entries = triggered(answer.field("triggeredEvents"));
    check.observe("triggered-event-names", [...new Set(entries.map(({ event }) => event))].join(", "));
  }),
  /** Attaches more subscriptions that are due on the same day to one clock than a page of ten has. */
  rule("test-clocks/advance-triggers-each-billing-due", async (check) => {
    const customer = await givenCustomer(check);
    const one = await givenSubscription(check, { customer });
    const others = [];
    while (others.length < 10) others.push(await givenSubscription(check, { customer }));
    const dues = await Promise.all(others.map((other) => dueOf(check, other)));
    const clock = await givenClockFor(check, one);
    for (const { id } of others) check.succeeded(await attach(clock, { subscriptionId: id }));
    const answer = await advance(check, clock, Math.max(...dues.map((due) => around(due).afterDue)));
    expectBillingDue(check, answer, one, ...others);
  }),
  rule("test-clocks/advance-short-of-due-triggers-no-billing", async (check) => {
    const { subscription, clock, times } = await attachedAtStart(check);
    const answer = await advance(check, clock, times.beforeDue);
    const billed = triggered(answer.field("triggeredEvents")).filter(({ event }) => event === BILLING_DUE);
    check.expect.that(`entries of ${BILLING_DUE} before the due date`, billed, answer).toBe([]);
    check.succeeded(await advance(check, clock, times.afterDue));
    // An earlier advance must not be replayed, and the next due date is far away.
    const later = await advance(check, clock, times.afterDue + HOUR);
    const again = triggered(later.field("triggeredEvents")).filter(({ event }) => event === BILLING_DUE);
    check.expect.that(`entries of ${BILLING_DUE} before the next due date`, again, later).toBe([]);
    if ((await ifPossible(() => ended(check, subscription))) !== true) return;
    const last = await advanceUnlessCompleted(check, clock, times.afterDue + FAR);
    const ofEnded = last.succeeded ? triggered(last.field("triggeredEvents")) : [];
    check.expect
      .that(
        `entries of ${BILLING_DUE} for a canceled subscription`,
        ofEnded.filter(({ event }) => event === BILLING_DUE),
        last,
      )
      .toBe([]);
  }),
  /** The customer has more subscriptions than a page of ten. */
  rule("test-clocks/attach-customer-brings-subscriptions", async (check) => {
    const { log, subscriptions, clock, after, customerId } = await subscriptionsBesideClock(check, DOZEN);
    const attached = check.succeeded(await attach(clock, { customerId }));
    const ids = JSON.stringify(attached.field("attached"));
    check.observe(
      "attached-types",
      subscriptions.every(({ id }) => ids.includes(id)) ? "the subscriptions too" : "the customer alone",
    );
    await advances(check, clock, { log })("advanced", "renewed", after, { count: DOZEN });
    for (const subscription of subscriptions) expectRenewed(log, subscription);
  }),

  /** An active subscription is listed with the clock. Subscriptions on trial, paused and to be canceled must be attached as well. */
  rule("test-clocks/attach-customer-brings-every-status", { alone: true }, async (check) => {
    const customer = await givenOwnCustomer(check);
    const active = await givenSubscription(check, { customer });
    const others = new Map<string, string>();
    if (check.ports.bound("createTrialSubscription"))
      others.set(
        "on trial",
        (await givenSubscription(check, { customer, creationPort: "createTrialSubscription" })).id,
      );
    if (check.ports.bound("pauseSubscription")) others.set("paused", (await givenPaused(check, customer)).id);
    if (check.ports.bound("cancelSubscription")) {
      const scheduled = await givenSubscription(check, { customer });
      check.succeeded((await callFor(check, scheduled, "cancelSubscription")).answer);
      others.set("to be canceled", scheduled.id);
    }
    if (others.size === 0) throw new NeedMissing("port.pauseSubscription");
    const clock = await givenClock(check, { merchant: customer.merchant });
    check.succeeded(await attach(clock, { customerId: customer.id }));
    const showsAll = (each: Readonly<Record<string, unknown>>): boolean =>
      [active.id, ...others.values()].every((id) => attaches("subscriptions", id)(each));
    const listed = await listedClock(check, customer.merchant, clock.id, showsAll);
    const missing = [["active", active.id] as const, ...others].filter(
      ([, id]) => !attaches("subscriptions", id)(listed),
    );
    check.expect
      .that(
        "the customer's subscriptions that the listed clock does not show",
        missing.map(([status, id]) => `${id}, ${status}`),
      )
      .toBe([]);
  }),

  /** The attached customer's subscription renews; a namesake's does not. */
  rule("test-clocks/attach-customer-leaves-others", async (check) => {
    const customer = await givenOwnCustomer(check);
    const other = await namesakeOf(check, customer);
    const log = await recorder(check, customer);
    log.own(textOf(other.id));
    const subscription = await givenSubscription(check, { customer });
    const bystander = await givenSubscription(check, { customer: other });
    for (const { id } of [subscription, bystander]) log.own(id);
    const { afterDue } = around(await dueOf(check, bystander));
    const clock = await clockAhead(check, customer.merchant);
    check.succeeded(await attach(clock, { customerId: customer.id }));
    await advances(check, clock, { log })("advanced", "renewed", afterDue + HOUR);
    requireRenewed(log, subscription);
    expectUnmoved(log, bystander);
  }),

  rule("test-clocks/attach-subscription-leaves-siblings", async (check) => {
    const { log, subscriptions, clock, after } = await subscriptionsBesideClock(check, 2);
    const [attached, sibling] = subscriptions as [GivenSubscription, GivenSubscription];
    check.succeeded(await attach(clock, { subscriptionId: attached.id }));
    await advances(check, clock, { log })("advanced", "renewed", after);
    requireRenewed(log, attached);
    expectUnmoved(log, sibling);
  }),

  /**
   * Real time passes the due date of subscriptions that are attached, one of them with its customer. A subscription without a clock is
   * billed.
   */
  rule("test-clocks/attached-ignores-real-time", async (check) => {
    const { log, subscriptions, clock, after, merchant } = await subscriptionsBesideClock(check, 2);
    const [attached, free] = subscriptions as [GivenSubscription, GivenSubscription];
    check.succeeded(await attach(clock, { subscriptionId: attached.id }));
    const other = await givenOwnCustomer(check, merchant);
    const itsOwn = await givenSubscription(check, { customer: other });
    log.own(itsOwn.id);
    check.succeeded(await attach(clock, { customerId: other.id }));
    await log.act({
      name: "real time passed",
      transition: "renewed",
      do: () => passRealTime(check, merchant, after),
    });
    requireRenewed(log, free);
    for (const one of [attached, itsOwn]) expectUnmoved(log, one);
  }),
];

/** A clock, a customer and a subscription of another account. */
async function foreignObjects(check: Check) {
  const merchant = await check.otherMerchant();
  const customer = await givenOwnCustomer(check, merchant);
  const subscription = await givenSubscription(check, { customer });
  return { customer, subscription, clock: await givenClock(check, { merchant }) };
}

/** A subscription on a clock at the start of its period. */
async function attachedAtStart(check: Check) {
  const subscription: GivenSubscription = await givenSubscription(check);
  const times = around(await dueOf(check, subscription));
  const clock = await givenClockFor(check, subscription);
  return { subscription, clock, times };
}

/** Cancels a subscription immediately. Returns whether it is canceled then, which another rule judges. */
async function ended(check: Check, subscription: GivenSubscription): Promise<boolean> {
  const inputs = { cancelImmediately: true };
  check.succeeded((await callFor(check, subscription, "cancelSubscription", { inputs })).answer);
  const { status } = await soon(check, {
    read: () => readSubscription(check, subscription),
    holds: (reading) => reading.status === "canceled",
  });
  return status === "canceled";
}
