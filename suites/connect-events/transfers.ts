import type { Check, ReceivedEvent, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NothingToJudge, numberOf, rule, textOf } from "../kit.ts";
import { readIso } from "../../harness/timestamps.ts";
import {
  EVENT,
  expectCount,
  expectNone,
  gathered,
  listening,
  ofType,
  present,
  someOf,
} from "../expect/connect-events.ts";
import {
  namesBothAccounts,
  occurrence,
  namesTheVendor,
  expectData,
  saysCurrency,
} from "../expect/connect-event-data.ts";
import { HOUR, MINUTE, parseTimestamp } from "../fixtures/times.ts";
import { namesTheLiveVendor } from "../scenarios/live-events.ts";
import {
  aboutTransfer,
  emitsForSecondVendor,
  eventOfSecondVendor,
  givenTransfers,
  type Reversing,
  type Stated,
  type Transfers,
} from "../scenarios/transfers.ts";
import { canMakeMarketplaces } from "../fixtures/marketplaces.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { givenAllocation, givenReversal, sendAllocation } from "../fixtures/money-movements.ts";
import { givenFundedLiveVendor } from "../fixtures/unreachable-vendors.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { ifPossible } from "../fixtures/if-possible.ts";

/** The events of allocations and reversals (§6.2). */
export default [
  /** Judges the second of two vendors and a live vendor as well. */
  on("connect-events/allocation-emits-transfer-created", async (check, transfers) => {
    for (const { id } of [transfers.reversed, transfers.kept])
      expectCount(transfers.recorded, { type: EVENT.transferCreated, where: aboutTransfer(id) }, `for ${id}`);
    await emitsForSecondVendor(check, { type: EVENT.transferCreated }, (vendor) =>
      givenAllocation(check, vendor),
    );
    await emitsForLiveVendor(check, transfers.vendor);
  }),

  on("connect-events/repeated-key-emits-once", (_check, transfers) => {
    const { repeated, recorded, vendor } = transfers;
    expectCount(
      recorded,
      { type: EVENT.transferCreated, where: aboutTransfer(repeated.id) },
      `for ${repeated.id}, sent twice with one key`,
    );
    expectNone(
      recorded,
      EVENT.transferCreated,
      (event) =>
        isUnknown(transfers, event) && (vendor.merchant.own || event.data["amount"] === repeated.amount),
      "for another allocation than the answered ones",
    );
  }),

  on("connect-events/refused-allocation-emits-nothing", (_check, transfers) => {
    const { refusedAllocation, vendor, recorded } = transfers;
    if (refusedAllocation < 400) throw new Inconclusive("the allocation was not refused");
    expectNone(
      recorded,
      EVENT.transferCreated,
      (event) => isUnknown(transfers, event) && (vendor.merchant.own || numberOf(event.data["amount"]) < 0),
      "after a refused allocation",
    );
  }),

  /** Judges a live vendor as well. */
  on("connect-events/transfer-created-names-the-vendor", async (check, transfers) => {
    for (const { id } of [transfers.reversed, transfers.kept, transfers.repeated])
      namesTheVendor(
        check,
        transfers.vendor,
        present(transfers.recorded, EVENT.transferCreated, aboutTransfer(id)),
      );
    await namesTheLiveVendor(check, EVENT.transferCreated);
  }),

  /** Judges the second of two vendors as well. */
  rule("connect-events/transfer-created-names-both-accounts", async (check) => {
    const { kept, recorded, vendor: ofFirst } = await givenTransfers(check);
    const second = await eventOfSecondVendor(check, EVENT.transferCreated, (vendor) =>
      givenAllocation(check, vendor),
    );
    namesBothAccounts(check, ofFirst, present(recorded, EVENT.transferCreated, aboutTransfer(kept.id)));
    if (second !== null) namesBothAccounts(check, second.vendor, second.event);
  }),

  on("connect-events/transfer-created-names-the-allocation", async (check, transfers) => {
    for (const allocation of [transfers.reversed, transfers.kept, transfers.repeated]) {
      const { id, amount, fee, currency } = allocation;
      const event = present(transfers.recorded, EVENT.transferCreated, aboutAmount(transfers, allocation));
      expectData(check, event, { id, amount, fee });
      saysCurrency(check, event, currency);
      saysCreation(check, event, allocation);
      check.observe("connect-event-currency-casing", textOf(event.data["currency"]));
    }
    await namesTheAllocationOfAPlatform(check);
  }),

  on("connect-events/transfer-created-has-the-reference", (check, { recorded, repeated, kept }) => {
    const withKey = present(recorded, EVENT.transferCreated, aboutTransfer(repeated.id));
    check.expect
      .field("data.idempotencyReference", withKey.data["idempotencyReference"], withKey)
      .toSatisfy("present", (reference) => reference !== undefined);
    const without = present(recorded, EVENT.transferCreated, aboutTransfer(kept.id));
    const has = without.data["idempotencyReference"] !== undefined;
    check.observe("connect-event-reference", `without a key: ${has ? "present" : "absent"}`);
  }),

  /**
   * The two may differ by less than a second, as their fractions may be rounded differently. If one is a calendar date, they may differ by
   * a day and a time zone.
   */
  on("connect-events/transfer-created-agrees-on-availability", (check, transfers) => {
    let judged = 0;
    for (const { id, availableAt } of [transfers.reversed, transfers.kept, transfers.repeated]) {
      const event = present(transfers.recorded, EVENT.transferCreated, aboutTransfer(id));
      const { data } = event;
      // An unknown date is null; the event may know it although the answer does not, or the other way round.
      if ((availableAt ?? null) === null || (data["availableAt"] ?? null) === null) continue;
      judged += 1;
      const [answered, reported] = [parseTimestamp(availableAt), parseTimestamp(data["availableAt"])];
      if (answered === null || reported === null)
        throw new Inconclusive("`available_at` of the answer or its event is not a timestamp");
      const [within, limit] = [availableAt, data["availableAt"]].every(emitsTheSecond)
        ? (["less than a second", 1_000] as const)
        : (["less than a day and a time zone", 38 * HOUR] as const);
      check.expect
        .that(
          "the distance in ms of data.availableAt and the answer's available_at",
          reported - answered,
          event,
        )
        .toSatisfy(within, (distance) => Math.abs(numberOf(distance)) < limit);
    }
    if (judged === 0) throw new NothingToJudge("no answer and its event both have an `available_at`");
  }),

  on("connect-events/transfer-created-starts-unreversed", (check, { kept, recorded }) => {
    const event = present(recorded, EVENT.transferCreated, aboutTransfer(kept.id));
    const { reversedAmount } = event.data;
    check.expect.field("data.reversedAmount", numberOf(reversedAmount ?? Number.NaN), event).toBe(0);
  }),

  /** Judges the type of every event about the allocation, regardless of its name. */
  on("connect-events/type-has-no-prefix", (check, { kept, recorded }) => {
    const types = recorded.events
      .filter(({ data, type }) => data["id"] === kept.id && /transfer\.created$/.test(type))
      .map(({ type }) => type);
    if (types.length === 0) throw new Inconclusive("no event of the allocation arrived");
    check.expect
      .that("the type of the allocation's event", [...new Set(types)])
      .toBe([EVENT.transferCreated]);
  }),

  on("connect-events/ids-are-distinct", async (check, { recorded }) => {
    const happenings = new Map<string, Set<string>>();
    for (const event of recorded.deliveries) {
      const known = happenings.get(event.id) ?? new Set();
      happenings.set(event.id, known.add(occurrence(event)));
    }
    if (recorded.deliveries.length < 2) throw new Inconclusive("fewer than two events arrived");
    for (const [id, different] of happenings)
      check.expect
        .that(`the objects and types of the events with the id ${id}`, [...different])
        .toSatisfy("one", () => different.size === 1);
    await areDistinctAtTheVendors(check);
  }),

  /** Judges the second of two vendors as well. */
  onReversals("connect-events/reversal-emits-transfer-reversed", async (check, { reversals, recorded }) => {
    for (const { id } of reversals)
      expectCount(recorded, { type: EVENT.transferReversed, where: aboutTransfer(id) }, `for ${id}`);
    await emitsForSecondVendor(check, { type: EVENT.transferReversed }, async (vendor) =>
      givenReversal(check, await givenAllocation(check, vendor)),
    );
  }),

  onReversals("connect-events/reversal-over-remaining-emits-nothing", (_check, transfers) => {
    const { refusedReversal, reversed, reversals, recorded } = transfers;
    if (refusedReversal < 400) throw new Inconclusive("the reversal was not refused");
    const known = reversals.map(({ id }) => id);
    expectNone(
      recorded,
      EVENT.transferReversed,
      ({ data }) => data["connectTransferId"] === reversed.id && !known.includes(textOf(data["id"])),
      "after a refused reversal of more than the remainder",
    );
    expectNone(
      recorded,
      EVENT.reversalBlocked,
      ({ data }) => data["allocation"] === reversed.id,
      "after a refused reversal of more than the remainder",
    );
  }),

  /** Judges a live vendor as well. */
  onReversals("connect-events/transfer-reversed-names-the-vendor", async (check, transfers) => {
    for (const { id } of transfers.reversals)
      namesTheVendor(
        check,
        transfers.vendor,
        present(transfers.recorded, EVENT.transferReversed, aboutTransfer(id)),
      );
    await namesTheLiveVendor(check, EVENT.transferReversed);
  }),

  onReversals(
    "connect-events/transfer-reversed-names-the-controller",
    (check, { vendor, reversals, recorded }) => {
      for (const { id } of reversals) {
        const event = present(recorded, EVENT.transferReversed, aboutTransfer(id));
        expectData(check, event, { controllerAccountId: vendor.merchant.accountId });
      }
    },
  ),

  onReversals("connect-events/transfer-reversed-names-the-allocation", (check, transfers) => {
    const { reversed, reversals, repeated, otherReversal, recorded } = transfers;
    for (const [{ id }, allocation] of [
      ...reversals.map((reversal) => [reversal, reversed] as const),
      [otherReversal, repeated] as const,
    ]) {
      const event = present(recorded, EVENT.transferReversed, aboutTransfer(id));
      expectData(check, event, { connectTransferId: allocation.id });
    }
  }),

  onReversals(
    "connect-events/transfer-reversed-names-the-reversal",
    (check, { reversed, reversals, recorded }) => {
      const events = someOf(
        recorded,
        EVENT.transferReversed,
        ({ data }) => data["connectTransferId"] === reversed.id,
      );
      for (const reversal of reversals) {
        const event = events.find(aboutTransfer(reversal.id));
        check.expect
          .that(
            "the ids of the reversals' events",
            events.map(({ data }) => data["id"]),
            events[0],
          )
          .toSatisfy(`a list with ${reversal.id}`, () => event !== undefined);
        if (event === undefined) continue;
        expectData(check, event, { amount: reversal.amount });
        saysCurrency(check, event, reversal.currency);
        saysCreation(check, event, reversal);
      }
    },
  ),
];

/** Judges a platform as well, because another party may pay the fee there. Does nothing if control cannot create one that may allocate. */
async function namesTheAllocationOfAPlatform(check: Check): Promise<void> {
  if (!canMakeMarketplaces(check)) return;
  const merchant = await check.ownMerchant({ connectMode: "platform" });
  const vendor = { merchant, acct: await makeVendor(check, merchant) };
  const inbox = await listening(check, vendor, [EVENT.transferCreated]);
  const answer = await sendAllocation(check, vendor, check.profile.ordinary.amount);
  if (!answer.succeeded) return;
  const { amount, fee } = answer.body as { amount?: unknown; fee?: unknown };
  const id = answer.text("id");
  const recorded = await gathered(inbox, [{ type: EVENT.transferCreated, where: aboutTransfer(id) }]);
  const event = present(recorded, EVENT.transferCreated, aboutTransfer(id));
  expectData(check, event, { id, amount, fee });
}

/** Allocates with a live key and judges the event at an endpoint for live events. Does nothing if control cannot create both. */
async function emitsForLiveVendor(check: Check, vendor: Vendor): Promise<void> {
  const { events } = check.profile;
  if (events === undefined || !("receiver" in events)) return;
  const made = await ifPossible(async () => {
    const live = await givenFundedLiveVendor(check, vendor);
    const inbox = await check.inbox({
      merchant: vendor.merchant,
      names: [EVENT.transferCreated],
      mode: "live",
    });
    return { inbox, id: (await givenAllocation(check, live)).id };
  });
  if (made === null) return;
  const expected = { type: EVENT.transferCreated, where: aboutTransfer(made.id) };
  expectCount(await gathered(made.inbox, [expected]), expected, `for ${made.id}, of a live vendor`);
}

/** Compares the event ids of an allocation and its reversal at an endpoint of the vendor, if there can be one. */
async function areDistinctAtTheVendors(check: Check): Promise<void> {
  const deliveries = await ifPossible(async () => {
    const { acct, merchant } = await givenVendor(check);
    const names = [EVENT.transferCreated, EVENT.transferReversed];
    const inbox = await check.inbox({ merchant, names, account: acct });
    inbox.own(acct);
    const allocation = await givenAllocation(check, { acct, merchant });
    const reversal = await givenReversal(check, allocation, 1);
    await gathered(inbox, [
      { type: EVENT.transferCreated, where: aboutTransfer(allocation.id) },
      { type: EVENT.transferReversed, where: aboutTransfer(textOf(reversal.field("id"))) },
    ]);
    return inbox.deliveries();
  });
  const created = deliveries?.find(({ type }) => type === EVENT.transferCreated);
  const reversed = deliveries?.find(({ type }) => type === EVENT.transferReversed);
  if (created === undefined || reversed === undefined) return;
  check.expect.that("event.id at the vendor's endpoint", reversed.id, reversed).toDifferFrom(created.id);
}

/** @throws the error that prevented the reversals */
function onReversals(
  id: RuleId,
  judge: (check: Check, transfers: Transfers & Reversing) => void | Promise<void>,
): RuleCheck {
  return on(id, (check, transfers) => {
    if (transfers.reversing instanceof Error) throw transfers.reversing;
    return judge(check, { ...transfers, ...transfers.reversing });
  });
}

function on(id: RuleId, judge: (check: Check, transfers: Transfers) => void | Promise<void>): RuleCheck {
  return rule(id, async (check) => judge(check, await givenTransfers(check)));
}

/** Whether an event belongs to none of the check's transfers. For a shared vendor, other clients' events differ by amount. */
function isUnknown({ earlier, reversed, repeated, kept }: Transfers, { id, data }: ReceivedEvent): boolean {
  return !earlier.has(id) && ![reversed, repeated, kept].some((known) => known.id === data["id"]);
}

/** Matches the allocation's event by its id, or else by its amount, because the id itself is judged. */
function aboutAmount({ recorded, earlier }: Transfers, allocation: Stated) {
  const byId = aboutTransfer(allocation.id);
  if (ofType(recorded, EVENT.transferCreated, byId).length > 0) return byId;
  return ({ id, data }: { id: string; data: Readonly<Record<string, unknown>> }): boolean =>
    !earlier.has(id) && data["amount"] === allocation.amount;
}

/**
 * The event's `createdAt` agrees with the answer's `created_at`. They may be written at slightly different times, and one may be less
 * precise.
 */
function saysCreation(check: Check, event: ReceivedEvent, { createdAt }: Stated): void {
  const [answered, reported] = [parseTimestamp(createdAt), parseTimestamp(event.data["createdAt"])];
  if (answered === null || reported === null) return;
  const limit = [createdAt, event.data["createdAt"]].every(emitsTheSecond) ? MINUTE : 38 * HOUR;
  check.expect
    .that("the distance in ms of data.createdAt and the answer's created_at", reported - answered, event)
    .toSatisfy(`less than ${limit}`, (distance) => Math.abs(numberOf(distance)) < limit);
}

/** Whether a timestamp has seconds and a time zone. */
function emitsTheSecond(timestamp: unknown): boolean {
  if (typeof timestamp === "number") return true;
  const text = textOf(timestamp);
  return readIso(text)?.zone !== "" && /[T ]\d{2}:?\d{2}:?\d{2}/.test(text);
}
