import { isDeepStrictEqual } from "node:util";
import type { Answer, Check, Inbox, ReceivedEvent, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NeedMissing, rule, textOf, Violation } from "../kit.ts";
import { setFile } from "../fixtures/compliance.ts";
import { emptied, givenUnrefundable } from "../scenarios/blocked-refunds.ts";
import { givenCommission, requireClawbacks } from "../scenarios/commissions.ts";
import { givenCaptured, ratesOf, sendRefund } from "../fixtures/charges.ts";
import { PATIENT, givenCreation } from "../fixtures/vendor-creations.ts";
import { givenTwoVendors, givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { canAdvanceTime, givenFunds, matured, requireDelay, withDelay } from "../fixtures/funds.ts";
import { givenAllocation, givenReversal, sendAllocation, sendReversal } from "../fixtures/money-movements.ts";
import {
  EVENT,
  type EventName,
  expectNone,
  gathered,
  listening,
  present,
  type Recorded,
  emittedBefore,
} from "../expect/connect-events.ts";
import { anotherMarketplace, givenMarketplace } from "../fixtures/marketplaces.ts";
import { occurrence } from "../expect/connect-event-data.ts";
import { aboutTransfer } from "../scenarios/transfers.ts";

/**
 * Which events each endpoint receives (§6, §6.2), and which events no endpoint receives. Where an endpoint must receive nothing, an event
 * at another endpoint is the fence: once it arrives, earlier events have had time to arrive.
 */
export default [
  /** Registers one endpoint for the allocation event and one for the reversal event. */
  rule("connect-events/exact-name-subscribes", async (check) => {
    const { inbox, act } = await endpoint(check, [EVENT.transferCreated]);
    const other = await endpointOf(check, act.vendor, [EVENT.transferReversed]);
    const { allocation, reversal } = await act.run();
    await inbox.next({ type: EVENT.transferCreated, where: aboutTransfer(allocation) });
    await other.next({ type: EVENT.transferReversed, where: aboutTransfer(reversal) });
    nothingElse(await gathered(inbox, []), [EVENT.transferCreated]);
    nothingElse(await gathered(other, []), [EVENT.transferReversed]);
  }),

  /** Registers two endpoints with the same names. */
  rule("connect-events/marketplace-endpoint-receives", async (check) => {
    const names = [EVENT.transferCreated, EVENT.transferReversed];
    const { inbox, act } = await endpoint(check, names);
    const second = await endpointOf(check, act.vendor, names);
    const { allocation, reversal } = await act.run();
    for (const each of [inbox, second]) {
      await each.next({ type: EVENT.transferCreated, where: aboutTransfer(allocation) });
      await each.next({ type: EVENT.transferReversed, where: aboutTransfer(reversal) });
    }
  }),

  /** Registers two endpoints of the vendor and one of the marketplace, whose event shows that the target emits it. */
  rule("connect-events/vendor-endpoint-receives", async (check) => {
    const { inbox, act } = await endpoint(check, [EVENT.transferCreated]);
    const vendors = await endpointOfVendor(check, act.vendor, [EVENT.transferCreated]);
    const second = await endpointOfVendor(check, act.vendor, [EVENT.transferCreated]);
    const { allocation } = await act.run();
    const one = await inbox.next({ type: EVENT.transferCreated, where: aboutTransfer(allocation) });
    const same = await vendors.next({ type: EVENT.transferCreated, where: aboutTransfer(allocation) });
    await second.next({ type: EVENT.transferCreated, where: aboutTransfer(allocation) });
    check.observe("connect-event-both-endpoints", one.id === same.id ? "the same id" : "an id each");
  }),

  /** Registers an endpoint of the vendor and one of the marketplace, whose event shows that the target emits it. */
  rule("connect-events/vendor-endpoint-receives-reversal", async (check) => {
    const { inbox, act } = await endpoint(check, [EVENT.transferReversed]);
    const vendors = await endpointOfVendor(check, act.vendor, [EVENT.transferReversed]);
    const { reversal } = await act.run();
    await inbox.next({ type: EVENT.transferReversed, where: aboutTransfer(reversal) });
    await vendors.next({ type: EVENT.transferReversed, where: aboutTransfer(reversal) });
  }),

  /** As above, once a credit has become available. */
  rule("connect-events/vendor-endpoint-receives-maturity", async (check) => {
    await withDelay(check, async (vendor) => {
      const inbox = await endpointOf(check, vendor, [EVENT.fundsAvailable]);
      const vendors = await endpointOfVendor(check, vendor, [EVENT.fundsAvailable]);
      const credit = await givenAllocation(check, vendor, check.profile.ordinary.amount + 173);
      await requireDelay(check, credit);
      await matured(check, [credit]);
      const ofCredit = ({ data }: ReceivedEvent): boolean => data["amount"] === credit.amount;
      await inbox.next({ type: EVENT.fundsAvailable, where: ofCredit });
      await vendors.next({ type: EVENT.fundsAvailable, where: ofCredit });
    });
  }),

  /** As above, after the vendor withdrew the allocated funds. */
  rule("connect-events/vendor-endpoint-receives-blocked-reversal", async (check) => {
    const vendor = await givenVendor(check, { withdrawable: true });
    const allocation = await givenFunds(check, vendor);
    await emptied(check, vendor);
    await receivedByBoth(check, vendor, EVENT.reversalBlocked, async () => {
      isBlocked(await sendReversal(allocation));
    });
  }),

  rule("connect-events/vendor-endpoint-receives-blocked-refund", async (check) => {
    const charge = await givenUnrefundable(check);
    await receivedByBoth(check, charge.vendor, EVENT.refundBlocked, async () => {
      isBlocked((await sendRefund(check, charge)).answer);
    });
  }),

  rule("connect-events/vendor-endpoint-receives-commission", async (check) => {
    const vendor = await givenVendor(check);
    await receivedByBoth(check, vendor, EVENT.feeCreated, () =>
      givenCaptured(check, vendor, largeCharge(check)),
    );
  }),

  rule("connect-events/vendor-endpoint-receives-clawback", async (check) => {
    const vendor = await givenVendor(check);
    const charge = await givenCaptured(check, vendor, largeCharge(check));
    requireClawbacks(await givenCommission(check));
    await receivedByBoth(check, vendor, EVENT.feeRefunded, async () =>
      check.succeeded((await sendRefund(check, charge)).answer),
    );
  }),

  /**
   * Registers an endpoint of a second vendor, before and after that vendor has transfers of its own. The marketplace's endpoint is the
   * fence.
   */
  rule("connect-events/other-vendor-receives-nothing", async (check) => {
    const [vendor, other] = await givenTwoVendors(check);
    const names = Object.values(EVENT);
    const inbox = await endpointOf(check, vendor, names);
    const otherInbox = await endpointOfVendor(check, other, names);
    otherInbox.own(vendor.acct);
    const transfers = [await transferred(check, inbox, vendor)];
    await givenReversal(check, await givenAllocation(check, other), 1);
    transfers.push(await transferred(check, inbox, vendor));
    const about = ({ account, data }: ReceivedEvent): boolean =>
      account === vendor.acct || transfers.some((ids) => ids.includes(textOf(data["id"])));
    const { events, deliveries } = await gathered(otherInbox, []);
    nothingElse({ events: events.filter(about), deliveries }, []);
  }),

  /** Registers an endpoint of another marketplace. The marketplace's own endpoint is the fence. */
  rule("connect-events/other-marketplace-receives-nothing", async (check) => {
    const { inbox, act } = await endpoint(check, [EVENT.transferCreated]);
    const otherInbox = await check.inbox({
      merchant: await anotherMarketplace(check),
      names: [EVENT.transferCreated, EVENT.transferReversed],
    });
    otherInbox.own(act.vendor.acct);
    const { allocation } = await act.run();
    await inbox.next({ type: EVENT.transferCreated, where: aboutTransfer(allocation) });
    nothingElse(await gathered(otherInbox, []), []);
  }),

  /** Registers an endpoint for prefixed names and one for the listed names. */
  rule("connect-events/prefixed-name-matches-nothing", async (check) => {
    const { inbox, act } = await endpoint(check, [EVENT.transferCreated]);
    const names = [EVENT.transferCreated, EVENT.transferReversed].map((name) => `evt.${name}`);
    const prefixed = await endpointOf(check, act.vendor, names).catch((error: unknown) => {
      // The listed name was accepted just before, so the prefix is the reason of the refusal.
      if (error instanceof Inconclusive) return null;
      throw error;
    });
    check.observe(
      "connect-event-name-prefix",
      prefixed === null ? "refused" : "accepted, but receives nothing",
    );
    const { allocation } = await act.run();
    await inbox.next({ type: EVENT.transferCreated, where: aboutTransfer(allocation) });
    if (prefixed !== null) nothingElse(await gathered(prefixed, []), []);
  }),

  /** Control delivers each event of this account twice. */
  rule("connect-events/redelivery-keeps-the-id", async (check) => {
    const vendor = await givenVendor(check);
    const { accountId } = vendor.merchant;
    if (!vendor.merchant.own) throw new NeedMissing("control.createMerchant");
    await check.control.call("setDeliveryMode", { path: { accountId }, json: { delivery: "duplicated" } });
    const inbox = await listening(check, vendor, [EVENT.transferCreated, EVENT.transferReversed]);
    const ids = [(await givenAllocation(check, vendor)).id, (await givenAllocation(check, vendor)).id];
    await repeatedTwice(check, inbox, ids);
    for (const id of ids) {
      const copies = inbox.deliveries().filter(aboutTransfer(id));
      const [first] = copies;
      for (const copy of copies) {
        check.expect.that("event.id of a repeated delivery", copy.id, copy).toBe(first?.id);
        if (first === undefined) continue;
        check.expect
          .that("the objects that a repeated delivery names", occurrence(copy), copy)
          .toBe(occurrence(first));
        const isSame = isDeepStrictEqual(copy.data, first.data);
        check.observe("connect-event-transfer-update", isSame ? "unchanged" : "with other data");
      }
      check.observe("connect-event-delivery", `${copies.length} deliveries of one event`);
    }
  }),

  silent("connect-events/vendor-creation-emits-nothing", "connect.account.created", async (check, vendor) => {
    const { acct } = await givenCreation(check, vendor.merchant);
    return acct;
  }),

  silent("connect-events/vendor-change-emits-nothing", "connect.account.updated", async (check, vendor) => {
    await setFile(check, vendor, { status: "in_review", allowedOperations: null });
    await setFile(check, vendor, { status: "approved", allowedOperations: ["collect", "withdraw"] });
    const { acct, merchant } = vendor;
    if (check.ports.bound("createOnboardingLink"))
      await check.ports.call("createOnboardingLink", { inputs: { acct }, key: merchant.testKey });
    await givenReversal(check, await givenAllocation(check, vendor), 1);
    return acct;
  }),
];

interface Act {
  readonly vendor: Vendor;
  /** Allocates, and reverses the allocation. */
  readonly run: () => Promise<{ readonly allocation: string; readonly reversal: string }>;
}

/** A vendor, an endpoint of its marketplace for these names, and an action that emits two of the events. */
async function endpoint(check: Check, names: readonly string[]): Promise<{ inbox: Inbox; act: Act }> {
  const vendor = await givenVendor(check);
  const inbox = await endpointOf(check, vendor, names);
  const run: Act["run"] = async () => {
    const allocation = await givenAllocation(check, vendor);
    const reversal = await givenReversal(check, allocation, 1);
    return { allocation: allocation.id, reversal: textOf(reversal.field("id")) };
  };
  return { inbox, act: { vendor, run } };
}

/**
 * Allocates, reverses and, if the clock can be moved, advances to the maturity.
 * @returns the ids of the allocation and the reversal, once both were reported
 */
async function transferred(check: Check, inbox: Inbox, vendor: Vendor): Promise<readonly string[]> {
  const allocation = await givenAllocation(check, vendor);
  const reversal = textOf((await givenReversal(check, allocation, 1)).field("id"));
  await inbox.next({ type: EVENT.transferCreated, where: aboutTransfer(allocation.id) });
  await inbox.next({ type: EVENT.transferReversed, where: aboutTransfer(reversal) });
  if (canAdvanceTime(check, vendor)) {
    await matured(check, [allocation]);
    await gathered(inbox, [{ type: EVENT.fundsAvailable }], { moreExpected: true });
  }
  return [allocation.id, reversal];
}

/** Registers an endpoint for these names. A feed does not qualify, because it shows all events to every reader. @throws NeedMissing */
async function endpointOf(check: Check, vendor: Vendor, names: readonly string[]): Promise<Inbox> {
  const { events } = check.profile;
  if (events === undefined || !("receiver" in events)) throw new NeedMissing("events");
  return listening(check, vendor, names);
}

/**
 * Expects that the vendor's endpoint receives each event that the marketplace's endpoint receives.
 * @throws Inconclusive if the marketplace's receives nothing, which another rule judges
 */
async function receivedByBoth(
  check: Check,
  vendor: Vendor,
  name: EventName,
  act: () => Promise<unknown>,
): Promise<void> {
  const inbox = await endpointOf(check, vendor, [name]);
  const vendors = await endpointOfVendor(check, vendor, [name]);
  const earlier = await emittedBefore(check, vendor, inbox);
  await act();
  const about = ({ account }: ReceivedEvent): boolean => account === vendor.acct;
  const recorded = await gathered(inbox, [{ type: name, where: about }], { earlier });
  present(recorded, name, about);
  await vendors.next({ type: name, where: about });
}

/** Requires a refusal for insufficient funds, which other rules judge. @throws Inconclusive for any other answer */
function isBlocked(answer: Answer): void {
  if (answer.status !== 402)
    throw new Inconclusive(`${answer.what} was not refused for lack of funds: ${answer.summary}`);
}

/** A charge large enough to have a commission. */
function largeCharge(check: Check): { readonly amount: number; readonly rate: number } {
  return { amount: check.profile.ordinary.amount * 10, rate: ratesOf(check).ordinary };
}

/** Registers an endpoint of the vendor's own account. */
async function endpointOfVendor(
  check: Check,
  { merchant, acct }: Vendor,
  names: readonly string[],
): Promise<Inbox> {
  const inbox = await check.inbox({ merchant, names, account: acct });
  inbox.own(acct);
  return inbox;
}

/**
 * An endpoint may receive undocumented events when it is registered, so only Connect events count.
 * @throws Violation if one of another name arrived
 */
function nothingElse({ events }: Recorded, names: readonly string[]): void {
  const astray = events.find(({ type }) => /(^|\.)connect\./.test(type) && !names.includes(type));
  if (astray === undefined) return;
  throw new Violation({
    expected: names.length === 0 ? "no event at this endpoint" : `only ${names.join(", ")} at this endpoint`,
    actual: `this event arrived: ${JSON.stringify(astray.body)}`,
    event: astray,
  });
}

/** Waits until each object's event has arrived twice. @throws Inconclusive at the deadline */
async function repeatedTwice(check: Check, inbox: Inbox, ids: readonly string[]): Promise<void> {
  const twice = (): boolean => ids.every((id) => inbox.deliveries().filter(aboutTransfer(id)).length >= 2);
  const end = performance.now() + check.profile.deadlines.eventMs;
  while (!twice() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  if (!twice()) throw new Inconclusive("not every event was delivered twice");
}

/** Registers an endpoint for an event that is never emitted. The event of an allocation is the fence. */
function silent(id: RuleId, name: string, act: (check: Check, vendor: Vendor) => Promise<string>): RuleCheck {
  return rule(id, PATIENT, async (check) => {
    const vendor = await vendorFor(check);
    const inbox = await check.inbox({ merchant: vendor.merchant, names: [...Object.values(EVENT), name] });
    const acct = await act(check, vendor);
    inbox.own(acct);
    const fence = await sendAllocation(
      check,
      { acct, merchant: vendor.merchant },
      check.profile.ordinary.amount,
    );
    const awaited = fence.succeeded
      ? [{ type: EVENT.transferCreated, where: aboutTransfer(textOf(fence.field("id"))) }]
      : [];
    const recorded = await gathered(inbox, awaited);
    expectNone(recorded, name, () => true, "for the vendor");
  });
}

/** A vendor; without a vendor fixture only a marketplace, because the action creates the vendor. */
async function vendorFor(check: Check): Promise<Vendor> {
  if (check.has("fixture.vendor")) return givenVendor(check);
  return { acct: "", merchant: await givenMarketplace(check) };
}
