import type { Check } from "../../harness/check.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { strangeKeys } from "../expect/secret-keys.ts";
import { soon } from "../expect/reading.ts";
import { givenOwnCustomer, givenSubscription, statusOf } from "../fixtures/subscriptions.ts";
import { HOUR } from "../fixtures/times.ts";
import {
  requestAdvance,
  attach,
  givenClock,
  givenClockFor,
  readClock,
  readShown,
  frozenTimeOf,
} from "../fixtures/test-clocks.ts";
import {
  attaches,
  clockIn,
  holds,
  listClocks,
  listedClock,
  listWithout,
} from "../fixtures/test-clock-lists.ts";

/** The content of the list, and the effects of a deletion (§2.11, §4.8). Lists are read on the check's own account. */
export default [
  listing("test-clocks/list-has-the-created", async (check) => {
    const merchant = await check.ownMerchant();
    const { id } = await givenClock(check, { merchant });
    await listedClock(check, merchant, id);
  }),

  carries("test-clocks/listed-subscriptions", "subscriptions"),
  carries("test-clocks/listed-customers", "customers"),

  listing("test-clocks/list-shows-attached-subscription", async (check) => {
    const subscription = await givenSubscription(check);
    const clock = await givenClockFor(check, subscription);
    const listed = await listedClock(
      check,
      clock.merchant,
      clock.id,
      attaches("subscriptions", subscription.id),
    );
    check.expect
      .that(
        "whether the listed clock shows the subscription",
        holds(listed["subscriptions"], subscription.id),
      )
      .toBe(true);
    check.observe("clock-list-attachments", typeof (listed["subscriptions"] as unknown[])[0]);
    // One customer may not be on two clocks.
    const customer = check.has("port.createCustomer")
      ? await givenOwnCustomer(check, subscription.merchant)
      : subscription.customer;
    const other = await givenSubscription(check, { customer });
    const second = await givenClockFor(check, other);
    for (const [at, holding, held] of [
      [clock, subscription, other],
      [second, other, subscription],
    ] as const) {
      const shows = attaches("subscriptions", holding.id);
      const { subscriptions } = await listedClock(check, clock.merchant, at.id, shows);
      check.expect
        .that("whether each clock shows only its own subscription", [
          holds(subscriptions, holding.id),
          holds(subscriptions, held.id),
        ])
        .toBe([true, false]);
    }
  }),

  listing("test-clocks/list-shows-attached-customer", async (check) => {
    const customer = await givenOwnCustomer(check);
    const clock = await givenClock(check, { merchant: customer.merchant });
    check.succeeded(await attach(clock, { customerId: customer.id }));
    const shows = attaches("customers", customer.id);
    const listed = await listedClock(check, clock.merchant, clock.id, shows);
    check.expect
      .that("whether the listed clock shows the customer", holds(listed["customers"], customer.id))
      .toBe(true);
  }),

  /** The counterpart is another clock with an attachment, if possible. */
  listing("test-clocks/list-shows-nothing-attached", async (check) => {
    const merchant = await check.ownMerchant();
    if (check.has("port.createSubscription")) {
      const customer = check.has("port.createCustomer") ? await givenOwnCustomer(check, merchant) : undefined;
      await givenClockFor(check, await givenSubscription(check, customer === undefined ? {} : { customer }));
    }
    const { id } = await givenClock(check, { merchant });
    const listed = await listedClock(check, merchant, id);
    for (const name of ["subscriptions", "customers"])
      check.expect
        .that(`${name} of a clock without attachments`, listed[name])
        .toSatisfy("an empty list", (value) => Array.isArray(value) && value.length === 0);
  }),

  listing("test-clocks/list-without-foreign", async (check) => {
    const merchant = await check.ownMerchant();
    const other = await check.otherMerchant();
    const own = await givenClock(check, { merchant });
    const foreign = await givenClock(check, { merchant: other });
    const listed = await listClocks(check, merchant);
    if (clockIn(listed, own.id) === undefined)
      throw new Inconclusive("the account's own clock is not in the list; another rule judges that");
    check.expect
      .that("whether the list holds another account's clock", clockIn(listed, foreign.id) !== undefined)
      .toBe(false);
  }),

  listing("test-clocks/delete-leaves-the-list", async (check) => {
    const merchant = await check.ownMerchant();
    const { id } = await givenClock(check, { merchant });
    await listedClock(check, merchant, id);
    const deleted = check.succeeded(await merchant.api.deleteTestClock({ path: { id } }));
    check.observe("clock-success-statuses", `deletion ${deleted.status}`);
    const listed = await listWithout(check, merchant, id);
    check.expect
      .that("whether the list holds the deleted clock", clockIn(listed, id) !== undefined, listed.answer)
      .toBe(false);
  }),

  /** The counterpart is the same request before the deletion. */
  rule("test-clocks/delete-makes-unknown", async (check) => {
    const clock = await givenClock(check);
    check.succeeded(await readClock(clock));
    check.succeeded(await clock.merchant.api.deleteTestClock({ path: { id: clock.id } }));
    const read = await soon(check, { read: () => readClock(clock), holds: (answer) => !answer.succeeded });
    check.expect(read).toRefuse({ status: 404, code: "TEST_CLOCK_NOT_FOUND" });
  }),
  rule("test-clocks/delete-ends-advances", async (check) => {
    const clock = await givenClock(check);
    check.succeeded(await requestAdvance(clock, clock.at + HOUR));
    check.succeeded(await clock.merchant.api.deleteTestClock({ path: { id: clock.id } }));
    const answer = await requestAdvance(clock, clock.at + 2 * HOUR);
    check.expect(answer).toRefuse({ status: 404, code: "TEST_CLOCK_NOT_FOUND" });
  }),

  listing("test-clocks/delete-keeps-other-clocks", async (check) => {
    const merchant = await check.merchant();
    const kept = [await givenClock(check, { merchant }), await givenClock(check, { merchant })];
    const { id } = await givenClock(check, { merchant });
    check.succeeded(await merchant.api.deleteTestClock({ path: { id } }));
    for (const clock of kept) {
      const read = await readShown(check, clock);
      check.expect
        .that("the status of retrieving a clock next to a deleted one", read.status, read)
        .toSatisfy("2xx", (status) => Number(status) < 300);
      check.expect.that("time of the clock", await frozenTimeOf(check, clock), read).toBe(clock.at);
    }
    if (!check.has("port.createSubscription")) return;
    const subscription = await givenSubscription(check);
    const holding = await givenClockFor(check, subscription);
    const deleted = await givenClock(check, { merchant: holding.merchant });
    check.succeeded(await holding.merchant.api.deleteTestClock({ path: { id: deleted.id } }));
    const shows = attaches("subscriptions", subscription.id);
    const { subscriptions } = await listedClock(check, holding.merchant, holding.id, shows);
    check.expect
      .that(
        "whether a clock next to a deleted one shows its subscription",
        holds(subscriptions, subscription.id),
      )
      .toBe(true);
  }),

  /** Another clock accepts and shows it. */
  /** The clock is read after each refusal; the counterpart, with the right key, deletes it. */
  rule("test-clocks/refused-deletion-deletes-nothing", async (check) => {
    const clock = await givenClock(check);
    const { id, merchant } = clock;
    for (const key of strangeKeys(merchant)) {
      const refused = await check.as(key).deleteTestClock({ path: { id } });
      if (refused.succeeded) throw new Inconclusive("the deletion was not refused; another rule judges that");
      const read = await readShown(check, clock);
      check.expect.that("whether the clock exists after a refused deletion", read.succeeded, read).toBe(true);
      check.expect.that("time of the clock", await frozenTimeOf(check, clock), read).toBe(clock.at);
    }
    check.succeeded(await merchant.api.deleteTestClock({ path: { id } }));
  }),

  rule("test-clocks/delete-frees-subscriptions", async (check) => {
    const subscription = await givenSubscription(check);
    const clock = await givenClockFor(check, subscription);
    check.succeeded(await clock.merchant.api.deleteTestClock({ path: { id: clock.id } }));
    const next = await givenClock(check, { merchant: clock.merchant, at: clock.at });
    const answer = await attach(next, { subscriptionId: subscription.id });
    check.expect(answer).toAnswer(200);
  }),
  rule("test-clocks/delete-frees-customers", async (check) => {
    const customer = await givenOwnCustomer(check);
    const clock = await givenClock(check, { merchant: customer.merchant });
    check.succeeded(await attach(clock, { customerId: customer.id }));
    check.succeeded(await clock.merchant.api.deleteTestClock({ path: { id: clock.id } }));
    const next = await givenClock(check, { merchant: clock.merchant });
    const answer = await attach(next, { customerId: customer.id });
    check.expect(answer).toAnswer(200);
  }),

  rule("test-clocks/delete-keeps-subscriptions", async (check) => {
    const subscription = await givenSubscription(check);
    const clock = await givenClockFor(check, subscription);
    const before = await statusOf(check, subscription);
    check.succeeded(await clock.merchant.api.deleteTestClock({ path: { id: clock.id } }));
    check.expect
      .that("the status of a subscription whose clock was deleted", await statusOf(check, subscription))
      .toBe(before);
  }),
];

/** Clocks with and without attachments, in any envelope. */
function carries(id: RuleId, name: "subscriptions" | "customers"): RuleCheck {
  return listing(id, async (check) => {
    const merchant = await check.ownMerchant();
    const { id: own } = await givenClock(check, { merchant });
    await listedClock(check, merchant, own);
    const { clocks, answer } = await listClocks(check, merchant);
    for (const clock of clocks)
      check.expect
        .that(`${name} of the listed clock ${String(clock["id"])}`, clock[name], answer)
        .toSatisfy("a list", Array.isArray);
  });
}

function listing(id: RuleId, judge: (check: Check) => Promise<void>): RuleCheck {
  return rule(id, judge, { alone: true });
}
