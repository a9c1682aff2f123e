import type { Check, Merchant, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, rule, textOf } from "../kit.ts";
import { givenOwnCustomer, givenSubscription } from "../fixtures/subscriptions.ts";
import { expectBillingDue } from "../expect/billing-due.ts";
import {
  advance,
  around,
  attach,
  dueOf,
  givenClock,
  givenClockFor,
  readClock,
} from "../fixtures/test-clocks.ts";
import { attaches, clockIn, holds, listClocks, listedClock } from "../fixtures/test-clock-lists.ts";

/** No other check of the account may create and delete clocks meanwhile. */
const ALONE = { alone: true };

/** The contents of the list (§2.11, §4.8), read on the check's own account. */
export default [
  rule("test-clocks/list-has-the-created", ALONE, async (check) => {
    const merchant = await check.ownMerchant();
    const { id } = await givenClock(check, { merchant });
    await listedClock(check, merchant, id);
  }),

  /** Control completes one clock of two. */
  rule("test-clocks/completed-is-shown", ALONE, async (check) => {
    const merchant = await check.ownMerchant();
    const other = await givenClock(check, { merchant });
    const clock = await givenClock(check, { merchant });
    const { accountId } = merchant;
    await check.control.call("completeTestClock", { path: { accountId, id: clock.id } });
    const isCompleted = (one: Readonly<Record<string, unknown>>): boolean => one["status"] === "completed";
    const listed = await listedClock(check, merchant, clock.id, isCompleted);
    check.expect.that("the status of the completed clock in the list", listed["status"]).toBe("completed");
    const read = await readClock(clock);
    check.expect.field("status", read.field("status"), read).toBe("completed");
    const kept = await readClock(other);
    check.expect.field("status", kept.field("status"), kept).toDifferFrom("completed");
  }),

  carries("test-clocks/listed-subscriptions", "subscriptions"),
  carries("test-clocks/listed-customers", "customers"),

  rule("test-clocks/list-shows-attached-subscription", ALONE, async (check) => {
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
    // A customer may not be allowed on two clocks.
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
    const third = await givenSubscription(check, { customer: subscription.customer });
    check.succeeded(await attach(clock, { subscriptionId: third.id }));
    const shows = attaches("subscriptions", third.id);
    const both = await listedClock(check, clock.merchant, clock.id, shows);
    check.expect
      .that(
        "whether the listed clock shows two subscriptions that were attached one after the other",
        [subscription, third].map(({ id }) => holds(both["subscriptions"], id)),
      )
      .toBe([true, true]);
  }),

  /** Attaches one customer, then a second one. */
  rule("test-clocks/list-shows-attached-customer", ALONE, async (check) => {
    const merchant = await check.ownMerchant();
    const clock = await givenClock(check, { merchant });
    const attached: string[] = [];
    for (const _customer of [1, 2]) {
      const { id } = await givenOwnCustomer(check, merchant);
      check.succeeded(await attach(clock, { customerId: id }));
      attached.push(id);
      const { customers } = await listedClock(check, merchant, clock.id, attaches("customers", id));
      check.expect
        .that(
          "whether the listed clock shows each attached customer",
          attached.map((each) => holds(customers, each)),
        )
        .toBe(attached.map(() => true));
    }
  }),

  /** Another clock has an attachment, if possible, which is then attached to the first clock. */
  rule("test-clocks/list-shows-nothing-attached", ALONE, async (check) => {
    const merchant = await check.ownMerchant();
    const moving = check.has("port.createSubscription") ? await givenAttached(check, merchant) : null;
    const { id } = await givenClock(check, { merchant, ...(moving === null ? {} : { at: moving.clock.at }) });
    const listed = await listedClock(check, merchant, id);
    for (const name of ["subscriptions", "customers"])
      check.expect
        .that(`${name} of a clock without attachments`, listed[name])
        .toSatisfy("an empty list", (value) => Array.isArray(value) && value.length === 0);
    if (moving === null) return;
    // The document does not say whether a second attachment is refused.
    const { subscription, clock } = moving;
    if (!(await attach({ merchant, id }, { subscriptionId: subscription.id })).succeeded) return;
    const shows = attaches("subscriptions", subscription.id);
    const left = await listedClock(check, merchant, clock.id, (each) => !shows(each));
    if (!shows(left)) return;
    // If both clocks list the subscription, the first clock must bill it.
    const { afterDue } = around(await dueOf(check, subscription));
    expectBillingDue(check, await advance(check, clock, afterDue), subscription);
  }),

  rule("test-clocks/list-without-foreign", ALONE, async (check) => {
    const merchant = await check.ownMerchant();
    const other = await check.otherMerchant();
    const own = await givenClock(check, { merchant });
    const foreign = await givenClock(check, { merchant: other });
    const listed = await listClocks(check, merchant);
    if (clockIn(listed, own.id) === undefined)
      throw new Inconclusive("the account's own clock is not in the list; another rule judges that");
    check.expect
      .that("whether the list contains another account's clock", clockIn(listed, foreign.id) !== undefined)
      .toBe(false);
  }),
];

/** A clock with a subscription, if possible of its own customer. */
async function givenAttached(check: Check, merchant: Merchant) {
  const customer = check.has("port.createCustomer") ? await givenOwnCustomer(check, merchant) : undefined;
  const subscription = await givenSubscription(check, customer === undefined ? {} : { customer });
  return { subscription, clock: await givenClockFor(check, subscription) };
}

/** Judges clocks with and without attachments, in any list format. */
function carries(id: RuleId, name: "subscriptions" | "customers"): RuleCheck {
  return rule(id, ALONE, async (check) => {
    const merchant = await check.ownMerchant();
    const { id: own } = await givenClock(check, { merchant });
    await listedClock(check, merchant, own);
    const { clocks, answer } = await listClocks(check, merchant);
    for (const clock of clocks)
      check.expect
        .that(`${name} of the listed clock ${textOf(clock["id"])}`, clock[name], answer)
        .toSatisfy("a list", Array.isArray);
  });
}
