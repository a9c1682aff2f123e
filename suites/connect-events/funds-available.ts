import type { Check, Inbox, ReceivedEvent, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NeedMissing, numberOf, rule, textOf } from "../kit.ts";
import type { Vendor } from "../fixtures/vendors.ts";
import {
  canAdvanceTime,
  isStillPending,
  matured,
  requireDelay,
  withDelay,
  advanceToJustBefore,
} from "../fixtures/funds.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { givenChargeCredit } from "../fixtures/charge-credits.ts";
import { type Allocation, givenAllocation, givenReversal } from "../fixtures/money-movements.ts";
import {
  EVENT,
  expectCount,
  expectNone,
  gathered,
  listening,
  ofType,
  present,
  type Recorded,
  someOf,
} from "../expect/connect-events.ts";
import { namesTheVendor, repeatsAmounts, saysCurrency } from "../expect/connect-event-data.ts";
import { namesTheLiveVendor } from "../scenarios/live-events.ts";
import { givenStaggered } from "../scenarios/staggered-credits.ts";
import { aboutTransfer, emitsForSecondVendor } from "../scenarios/transfers.ts";

/**
 * Three credits of one vendor that became available one after the other, because several at the same time may have one event. The last one
 * was partly reversed while it was pending.
 */
interface Matured {
  readonly vendor: Vendor;
  /** The permitted amounts in the event of each credit. That of a partly reversed credit is open (`funds-event-after-part-reversal`). */
  readonly credits: readonly { readonly amounts: readonly number[]; readonly currency: unknown }[];
  readonly before: Recorded;
  /** Whether the first credit was not due yet when they were received, by the target's own dates. */
  readonly isEarly: boolean;
  readonly after: Recorded;
  /** The total of three credits that became available at the same time, and what was reported. */
  readonly together: { readonly amount: number; readonly reported: Recorded };
}

/** The event of a credit that becomes available (§3, §6.2). */
export default [
  /** Judges the second of two vendors as well, and the credit of a captured charge. */
  on("connect-events/maturity-emits-funds-available", async (check, { credits, after }) => {
    for (const { amounts } of credits)
      expectCount(
        after,
        { type: EVENT.fundsAvailable, where: ({ data }) => amounts.includes(numberOf(data["amount"])) },
        `for the credit of ${amounts.join(", or ")}`,
      );
    await emitsForSecondVendor(check, { type: EVENT.fundsAvailable }, async (vendor) =>
      matured(check, [await givenAllocation(check, vendor)]),
    );
    const ofCharge = await ifPossible(() => recordedOfCharge(check));
    if (ofCharge !== null)
      expectCount(ofCharge, { type: EVENT.fundsAvailable }, "for the credit of a captured charge");
  }),

  /** Reads the events of a pending credit, and those when an earlier credit of its vendor has become available. */
  on("connect-events/pending-credit-emits-no-funds-available", async (check, { before, isEarly }) => {
    if (!isEarly) throw new Inconclusive("the credit may have become available meanwhile");
    expectNone(before, EVENT.fundsAvailable, () => true, "while the credit was pending");
    const staggered = await ifPossible(() => givenStaggered(check));
    if (staggered?.recorded == null) return;
    const { recorded, first } = staggered;
    const isOther = ({ data }: ReceivedEvent): boolean => numberOf(data["amount"]) !== first.amount;
    expectNone(
      recorded,
      EVENT.fundsAvailable,
      isOther,
      "while only the first of several credits is available",
    );
  }),

  /** Judges a live vendor as well. */
  on("connect-events/funds-available-names-the-vendor", async (check, observed) => {
    for (const event of someOf(observed.after, EVENT.fundsAvailable))
      namesTheVendor(check, observed.vendor, event);
    await namesTheLiveVendor(check, EVENT.fundsAvailable);
  }),

  on("connect-events/funds-available-is-the-credit", (check, observed) => {
    const reported = someOf(observed.after, EVENT.fundsAvailable);
    repeatsAmounts(check, {
      what: "the amounts",
      reported: reported.map(({ data }) => numberOf(data["amount"])),
      expected: observed.credits.map(
        ({ amounts }) =>
          reported.map(({ data }) => numberOf(data["amount"])).find((amount) => amounts.includes(amount)) ??
          0,
      ),
      event: reported[0],
    });
    for (const event of reported) saysCurrency(check, event, observed.credits[0]?.currency);
    const sources = reported
      .filter(({ data }) => numberOf(data["amount"]) > 0)
      .map(({ data }) => data["source_transaction"])
      .filter((source) => typeof source === "string" && source !== "");
    check.expect
      .that(
        "the source_transaction of credits that became available one after the other",
        sources,
        reported[0],
      )
      .toBe([...new Set(sources)]);
  }),

  /** The target may emit one event for each credit or one for all. Their amounts have the same sum. */
  on("connect-events/funds-available-covers-all-credits", (check, { together, after }) => {
    present(after, EVENT.fundsAvailable);
    const reported = ofType(together.reported, EVENT.fundsAvailable);
    const sum = reported.reduce((total, { data }) => total + numberOf(data["amount"]), 0);
    check.expect.that("the sum reported for three credits at the same time", sum).toBe(together.amount);
  }),

  /** No money moves on the date of a reversed credit. Whether an event reports it is open. */
  ofTakenBack("connect-events/reversed-credit-emits-no-funds-available", (check, observed) => {
    const others = ofType(
      observed.matured,
      EVENT.fundsAvailable,
      ({ data }) => data["amount"] !== observed.kept,
    );
    check.observe("funds-event-of-nothing", others.length === 0 ? "not emitted" : "emitted");
    expectNone(
      observed.matured,
      EVENT.fundsAvailable,
      ({ data }) => data["amount"] !== observed.kept && numberOf(data["amount"]) !== 0,
      `for other funds than the ${observed.kept} that were not reversed`,
    );
    present(observed.matured, EVENT.fundsAvailable);
  }),

  ofTakenBack(
    "connect-events/reversal-of-available-funds-emits-transfer-reversed",
    (_check, { after, reversal }) => {
      expectCount(after, { type: EVENT.transferReversed, where: aboutTransfer(reversal) }, `for ${reversal}`);
    },
  ),
];

/** Two credits: one fully reversed before its date, and one partly reversed after its date. */
interface TakenBack {
  /** The amount of the later credit. */
  readonly kept: number;
  /** The events received once the later credit was available. */
  readonly matured: Recorded;
  /** The reversal of what was available. */
  readonly reversal: string;
  readonly after: Recorded;
}

function ofTakenBack(id: RuleId, judge: (check: Check, observed: TakenBack) => void): RuleCheck {
  return rule(id, async (check) => judge(check, await givenTakenBack(check)));
}

function givenTakenBack(check: Check): Promise<TakenBack> {
  return check.once("connect-events/taken-back", (maker) =>
    withDelay(maker, (vendor) => takenBack(maker, vendor)),
  );
}

async function takenBack(maker: Check, vendor: Vendor): Promise<TakenBack> {
  // A shared vendor may have other pending funds, which a reversal may use.
  if (!canAdvanceTime(maker, vendor)) throw new NeedMissing("control.moveWallClock");
  const inbox = await listening(maker, vendor);
  const { amount } = maker.profile.ordinary;
  const reversedAllocation = await givenAllocation(maker, vendor, amount + 17);
  await requireDelay(maker, reversedAllocation);
  await givenReversal(maker, reversedAllocation);
  if (!isStillPending(reversedAllocation))
    throw new Inconclusive("the credit may have become available meanwhile");
  const kept = await givenAllocation(maker, vendor, amount + 223);
  await matured(maker, [reversedAllocation, kept]);
  const reported = { type: EVENT.fundsAvailable, where: ofAmount(kept.amount) };
  const received = await gathered(inbox, [reported], { moreExpected: true });
  const reversed = await givenReversal(maker, kept, Math.floor(kept.amount / 3));
  const reversal = textOf(reversed.field("id"));
  const awaited = { type: EVENT.transferReversed, where: aboutTransfer(reversal) };
  return { kept: kept.amount, matured: received, reversal, after: await gathered(inbox, [awaited]) };
}

/** The events of a vendor whose only credit is that of a captured charge, once it is available. */
function recordedOfCharge(check: Check): Promise<Recorded> {
  return withDelay(check, async (vendor) => {
    if (!vendor.merchant.own) throw new NeedMissing("control.createMerchant");
    const inbox = await listening(check, vendor);
    const credit = await givenChargeCredit(check, vendor);
    await requireDelay(check, credit);
    await matured(check, [credit]);
    return gathered(inbox, [{ type: EVENT.fundsAvailable }], { moreExpected: true });
  });
}

const ofAmount =
  (amount: number) =>
  ({ data }: ReceivedEvent): boolean =>
    data["amount"] === amount;

function on(id: RuleId, judge: (check: Check, observed: Matured) => void | Promise<void>): RuleCheck {
  return rule(id, async (check) => judge(check, await givenMatured(check)));
}

function givenMatured(check: Check): Promise<Matured> {
  return check.once("connect-events/matured", (maker) =>
    withDelay(maker, (vendor) => maturedOf(maker, vendor)),
  );
}

async function maturedOf(maker: Check, vendor: Vendor): Promise<Matured> {
  const inbox = await listening(maker, vendor);
  const { amount } = maker.profile.ordinary;
  const first = await givenAllocation(maker, vendor, amount + 3);
  await requireDelay(maker, first);
  const isBefore = await advanceToJustBefore(maker, first);
  const before = await gathered(inbox, [{ type: EVENT.transferCreated, where: aboutTransfer(first.id) }]);
  const isEarly = isBefore && isStillPending(first);
  await matured(maker, [first]);
  await gathered(inbox, [{ type: EVENT.fundsAvailable }], { moreExpected: true });
  const second = await givenAllocation(maker, vendor, amount + 211);
  await matured(maker, [second]);
  const partly = await partlyReversed(maker, vendor);
  await matured(maker, [partly.credit]);
  const after = await gathered(inbox, [{ type: EVENT.fundsAvailable, count: 3 }]);
  observeAmount(maker, partly, after);
  const together = await severalAtOnce(maker, vendor, inbox);
  return {
    together,
    vendor,
    credits: [
      { credit: first, amounts: [first.amount] },
      { credit: second, amounts: [second.amount] },
      partly,
    ].map(({ credit, amounts }) => ({ amounts, currency: credit.answer.field("currency") })),
    before,
    isEarly,
    after,
  };
}

interface PartlyReversed {
  readonly credit: Allocation;
  /** The remainder and the whole amount. */
  readonly amounts: readonly number[];
}

/** A pending credit that was partly reversed. If it became available before the reversal, its whole amount counts. */
async function partlyReversed(check: Check, vendor: Vendor): Promise<PartlyReversed> {
  const credit = await givenAllocation(check, vendor, check.profile.ordinary.amount + 631);
  const reversal = await givenReversal(check, credit, 7);
  const rest = isStillPending(credit) ? [credit.amount - numberOf(reversal.field("amount"))] : [];
  return { credit, amounts: [...rest, credit.amount] };
}

function observeAmount(check: Check, { amounts: [rest, whole] }: PartlyReversed, after: Recorded): void {
  for (const { data } of ofType(after, EVENT.fundsAvailable))
    if (data["amount"] === rest) check.observe("funds-event-after-part-reversal", "the remainder");
    else if (data["amount"] === whole) check.observe("funds-event-after-part-reversal", "the entire credit");
}

/** Makes three credits available at the same time. The target emits an event for each, or one for all. */
async function severalAtOnce(check: Check, vendor: Vendor, inbox: Inbox): Promise<Matured["together"]> {
  const { amount } = check.profile.ordinary;
  const credits = [];
  for (const more of [307, 401, 503]) credits.push(await givenAllocation(check, vendor, amount + more));
  const earlier = new Set(inbox.deliveries().map(({ id }) => id));
  await matured(check, credits);
  const each = { type: EVENT.fundsAvailable, count: credits.length };
  const reported = await gathered(inbox, [each], { earlier, moreExpected: true });
  const count = ofType(reported, EVENT.fundsAvailable).length;
  check.observe("funds-event-grouping", `${count} for three credits at the same time`);
  return { amount: credits.reduce((sum, credit) => sum + credit.amount, 0), reported };
}
