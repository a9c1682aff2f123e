import { type Check, Inconclusive, rule, textOf } from "../kit.ts";
import { soon } from "../fixtures/reading.ts";
import { expectAcceptance } from "../expect/refusals.ts";
import { type GivenSubscription, givenCustomer, givenSubscription } from "../fixtures/subscriptions.ts";
import { aDozen } from "../fixtures/together.ts";
import { DAY, HOUR, written } from "../fixtures/times.ts";
import {
  around,
  requestAdvance,
  attach,
  dueOf,
  type GivenClock,
  givenClock,
  untilReady,
} from "../fixtures/test-clocks.ts";
import { listClocks } from "../fixtures/test-clock-lists.ts";
import { clockOf, simulate } from "../fixtures/simulations.ts";
import { expectBillingDue } from "../expect/billing-due.ts";

/** Objects can be used while others are created, and a creation creates one object (§4.8). */
export default [
  /** Attaches the first and the eleventh of a dozen subscriptions. */
  rule("test-clocks/attach-after-others", async (check) => {
    const { clock, dozen } = await givenDozen(check);
    for (const { id } of [dozen[0], dozen[10]] as GivenSubscription[]) {
      const answer = await attach(clock, { subscriptionId: id });
      expectAcceptance(answer, "a subscription that was followed by others");
      const entries = JSON.stringify(answer.field("attached"));
      check.expect
        .field("attached", entries, answer)
        .toSatisfy(`a list with ${id}`, (text) => textOf(text).includes(id));
    }
  }),

  /** Simulates the first of a dozen subscriptions across its due date. */
  rule("test-clocks/simulate-after-others", async (check) => {
    const { dozen } = await givenDozen(check);
    const subscription = dozen[0] as GivenSubscription;
    const { afterDue } = around(await dueOf(check, subscription));
    const answer = await simulate(check, subscription, { advanceTo: written(afterDue) });
    expectAcceptance(answer, "a subscription that was followed by others");
    expectBillingDue(check, answer, subscription);
  }),

  /** Advances a dozen clocks, oldest first. */
  rule("test-clocks/advance-after-others", async (check) => {
    for (const clock of await givenClocks(check)) {
      expectAcceptance(await requestAdvance(clock, clock.at + DAY), "a clock that was followed by others");
      await untilReady(check, clock, clock.at + DAY);
    }
  }),
  rule("test-clocks/delete-after-others", async (check) => {
    for (const { id, merchant } of await givenClocks(check)) {
      const answer = await merchant.api.deleteTestClock({ path: { id } });
      expectAcceptance(answer, "a clock that was followed by others");
    }
  }),

  /** Compares the list of a new merchant before and after. */
  rule("test-clocks/create-adds-one-clock", { alone: true }, async (check) => {
    const merchant = await check.ownMerchant();
    const before = await idsListed(check, merchant);
    const { id } = await givenClock(check, { merchant });
    await expectAdded(check, { merchant, before, id, by: "a creation" });
  }),
  rule("test-clocks/simulate-adds-one-clock", { alone: true }, async (check) => {
    const subscription = await givenSubscription(check);
    const { merchant } = subscription;
    const before = await idsListed(check, merchant);
    const { beforeReminder } = around(await dueOf(check, subscription));
    const answer = check.succeeded(
      await simulate(check, subscription, { advanceTo: written(beforeReminder) }),
    );
    const id = await clockOf(check, subscription, answer);
    await expectAdded(check, { merchant, before, id, by: "a simulation" });
  }),
];

/** A dozen subscriptions of one customer, oldest first, and a clock in their future. */
async function givenDozen(check: Check) {
  const customer = await givenCustomer(check);
  const dozen = await aDozen(() => givenSubscription(check, { customer }));
  const clock = await givenClock(check, { merchant: customer.merchant, at: Date.now() + HOUR });
  return { clock, dozen };
}

/** A dozen clocks of one merchant, oldest first. */
async function givenClocks(check: Check): Promise<readonly GivenClock[]> {
  const merchant = await check.ownMerchant();
  return aDozen(() => givenClock(check, { merchant }));
}

type Merchant = GivenClock["merchant"];

async function idsListed(check: Check, merchant: Merchant): Promise<readonly string[]> {
  const { clocks, partial } = await listClocks(check, merchant);
  if (partial) throw new Inconclusive("the list may be one page of several");
  return clocks.map((clock) => textOf(clock["id"]));
}

async function expectAdded(
  check: Check,
  observed: {
    readonly merchant: Merchant;
    readonly before: readonly string[];
    readonly id: string;
    readonly by: string;
  },
): Promise<void> {
  const added = await soon(check, {
    read: async () =>
      (await idsListed(check, observed.merchant)).filter((id) => !observed.before.includes(id)),
    holds: (ids) => ids.includes(observed.id),
  });
  check.expect.that(`the clocks that ${observed.by} added`, added).toBe([observed.id]);
}
