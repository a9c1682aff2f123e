import { type Check, type Merchant, type ReceivedEvent, rule, Violation } from "../kit.ts";
import { EVENT, listening } from "../expect/connect-events.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { isDelayed, isStillPending, vendorWithDelay } from "../fixtures/funds.ts";
import { givenAllocation } from "../fixtures/money-movements.ts";
import { overviewOf } from "../fixtures/overviews.ts";
import { figureOf } from "../fixtures/overview-points.ts";
import { asPrecondition, soon } from "../fixtures/reading.ts";
import { givenCustomer, givenSubscription } from "../fixtures/subscriptions.ts";
import { advancePastDue, dueOf, givenClockFor } from "../fixtures/test-clocks.ts";
import { heldBy, heldOnce, showsBalances } from "../fixtures/wallets.ts";
import { EVENT_NAMES } from "../model/billing.ts";
import { aboutTransfer } from "../scenarios/transfers.ts";

const CONNECT: readonly string[] = Object.values(EVENT);
const SUBSCRIPTION: readonly string[] = EVENT_NAMES;
const ALL = [...CONNECT, ...SUBSCRIPTION];

/** A marketplace that bills subscriptions as well (§2.9, §3, §6). */
export default [
  /**
   * Compares the overview, the balances and the events of a marketplace with a pending credit around the creation and the renewal of a
   * subscription on a test clock. An allocation is the fence.
   */
  rule("connect-events/subscriptions-are-apart", async (check) => {
    const vendor = await vendorWithDelay(check);
    const { acct, merchant } = vendor;
    const inbox = await listening(check, vendor, ALL);
    const isSeparate = "receiver" in (check.profile.events ?? {});
    const own = isSeparate
      ? await ifPossible(() => check.inbox({ merchant, names: ALL, account: acct }))
      : null;
    const credit = await givenAllocation(check, vendor);
    await asPrecondition(() => inbox.next({ type: EVENT.transferCreated, where: aboutTransfer(credit.id) }));
    const before = await soon(check, {
      read: () => figuresOf(check, merchant),
      holds: ({ new_accounts: count }) => count > 0,
    });
    const holds = showsBalances(check);
    if (holds) await heldOnce(check, vendor, ({ pending }) => pending > 0);

    const customer = await givenCustomer(check, merchant);
    await givenCustomer(check, merchant);
    const subscription = await givenSubscription(check, { customer });
    await asPrecondition(() => inbox.next({ type: "subscription.created" }));
    await ifPossible(async () => {
      const due = await dueOf(check, subscription);
      await advancePastDue(check, await givenClockFor(check, subscription), due);
      await asPrecondition(() => inbox.next({ type: "invoice.finalized" }));
    });

    const fence = await givenAllocation(check, vendor);
    for (const each of own === null ? [inbox] : [inbox, own]) {
      await asPrecondition(() => each.next({ type: EVENT.transferCreated, where: aboutTransfer(fence.id) }));
      await each.settle();
    }
    const isPending = isDelayed(credit) && isStillPending(credit);
    if (holds && isPending)
      check.expect.that("the available balance", (await heldBy(check, vendor)).available).toBe(0);
    const allowed = [
      EVENT.transferCreated,
      ...(isPending ? [] : [EVENT.fundsAvailable]),
    ] as readonly string[];
    for (const event of inbox.events()) {
      if (CONNECT.includes(event.type) && !allowed.includes(event.type))
        throw unexpected(event, "no Connect event but those of the two allocations");
      const family = CONNECT.includes(event.type) ? "connect" : "subscription";
      if (ALL.includes(event.type) && event.family !== family)
        throw unexpected(event, `the envelope of ${family} events`);
    }
    const strange = own?.events().find(({ type }) => SUBSCRIPTION.includes(type));
    if (strange !== undefined) throw unexpected(strange, "no subscription event at the vendor's endpoint");
    const { gross_volume: volume, new_accounts: vendors } = await figuresOf(check, merchant);
    check.expect.that("the gross volume", volume).toBe(before.gross_volume);
    // A target may show the vendor late.
    if (vendors > 1) check.expect.that("the new accounts", vendors).toBe(1);
  }),
];

async function figuresOf(check: Check, { api }: Merchant) {
  const overview = check.succeeded(await overviewOf(check, {}, api));
  return {
    gross_volume: figureOf(overview, "gross_volume").total,
    new_accounts: figureOf(overview, "new_accounts").total,
  };
}

const unexpected = (event: ReceivedEvent, expected: string): Violation =>
  new Violation({ expected, actual: `this event arrived: ${JSON.stringify(event.body)}`, event });
