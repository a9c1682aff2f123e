import type { Check, ReceivedEvent, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NothingToJudge, numberOf, rule, textOf } from "../kit.ts";
import {
  EVENT,
  type EventName,
  expectCount,
  emittedBefore,
  expectNone,
  gathered,
  listening,
  ofType,
  present,
  someOf,
} from "../expect/connect-events.ts";
import {
  type Commission,
  givenCommission,
  givenNoCommission,
  givenTwoCommissions,
  type NoCommission,
  requireClawbacks,
} from "../scenarios/commissions.ts";
import { givenCaptured, givenCharge, ratesOf, sendCapture } from "../fixtures/charges.ts";
import { soon } from "../fixtures/reading.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { totalIfShown } from "../fixtures/wallets.ts";
import { namesTheLiveVendor } from "../scenarios/live-events.ts";
import { emitsForSecondVendor, eventOfSecondVendor } from "../scenarios/transfers.ts";
import { namesBothAccounts, namesTheVendor, expectData, saysCurrency } from "../expect/connect-event-data.ts";
import { ifPossible } from "../fixtures/if-possible.ts";

/** The events of charges with and without a commission (§6.2). */
export default [
  /** Judges one charge of a vendor, and two charges of a second vendor. */
  on("connect-events/capture-emits-application-fee-created", async (check, { recorded }) => {
    expectCount(recorded, { type: EVENT.feeCreated }, "for a captured charge with a commission");
    const { ordinary: rate } = ratesOf(check);
    const amount = check.profile.ordinary.amount * 10;
    await emitsForSecondVendor(check, { type: EVENT.feeCreated, count: 2 }, async (vendor) => {
      for (const more of [0, 10]) await givenCaptured(check, vendor, { amount: amount + more, rate });
    });
  }),

  /** Captures one charge alone, and an equal one by several requests at the same time. */
  rule("connect-events/concurrent-captures-collect-once", async (check) => {
    const vendor = await givenVendor(check);
    const inbox = await listening(check, vendor);
    const earlier = await emittedBefore(check, vendor, inbox);
    const request = { amount: check.profile.ordinary.amount * 10, rate: ratesOf(check).ordinary };
    const before = await totalIfShown(check, vendor);
    await givenCaptured(check, vendor, request);
    const alone = await totalOnce(check, vendor, (total) => total !== before);
    const charge = await givenCharge(check, vendor, request);
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendCapture(check, charge)));
    if (!answers.some(({ succeeded }) => succeeded))
      throw new Inconclusive(`no capture was accepted: ${answers[0]?.summary ?? ""}`);
    if (before !== null && alone !== null) {
      const after = await totalOnce(check, vendor, (total) => total === 2 * alone - before);
      check.expect
        .that("the vendor's balance after one more captured charge", after)
        .toBe(2 * alone - before);
    }
    const expected = { type: EVENT.feeCreated, count: 2 };
    const recorded = await gathered(inbox, [expected], { earlier });
    expectCount(recorded, expected, "for two charges, one of them captured by several requests");
  }),

  /** The uncaptured charge has another amount and id. No event may name it. */
  on(
    "connect-events/uncaptured-charge-emits-no-application-fee",
    (_check, { uncaptured, captured, recorded }) => {
      expectNone(
        recorded,
        EVENT.feeCreated,
        (event) => mentionsCharge(event, uncaptured) && !mentionsCharge(event, captured),
        "for a charge that was not captured",
      );
      if (ofType(recorded, EVENT.feeCreated).length > 1)
        expectCount(recorded, { type: EVENT.feeCreated }, "for one captured charge and one that was not");
    },
  ),

  /** Judges a live vendor as well. */
  on("connect-events/application-fee-created-names-the-vendor", async (check, commission) => {
    namesTheVendor(check, commission.vendor, present(commission.recorded, EVENT.feeCreated));
    await namesTheLiveVendor(check, EVENT.feeCreated);
  }),

  /** Judges the second of two vendors as well. */
  rule("connect-events/application-fee-created-names-both-accounts", async (check) => {
    const { recorded, vendor: ofFirst } = await givenOneCommission(check);
    const { ordinary: rate } = ratesOf(check);
    const amount = check.profile.ordinary.amount * 10;
    const second = await eventOfSecondVendor(check, EVENT.feeCreated, (vendor) =>
      givenCaptured(check, vendor, { amount, rate }),
    );
    const event = present(recorded, EVENT.feeCreated);
    namesBothAccounts(check, ofFirst, event);
    if (second !== null) namesBothAccounts(check, second.vendor, second.event);
    const { data } = event;
    check.observe(
      "connect-event-charge-ids",
      `chargeId ${prefixOf(data["chargeId"])}, intentId ${prefixOf(data["intentId"])}`,
    );
  }),

  on("connect-events/application-fee-created-currency-of-the-charge", (check, { recorded }) => {
    saysCurrency(check, present(recorded, EVENT.feeCreated), check.profile.ordinary.currency);
  }),

  on("connect-events/application-fee-created-starts-unrefunded", (check, { beforeRefunds }) => {
    const event = present(beforeRefunds, EVENT.feeCreated);
    const { refundedAmount } = event.data;
    check.expect.field("data.refundedAmount", numberOf(refundedAmount ?? Number.NaN), event).toBe(0);
  }),

  /** A commission of zero emits no event, and one above the gross amount is refused (§7.4). */
  on("connect-events/application-fee-created-within-the-charge", (check, { gross, recorded }) => {
    const event = present(recorded, EVENT.feeCreated);
    check.expect
      .that(`data.amount, of a charge of ${gross}`, numberOf(event.data["amount"]), event)
      .toSatisfy(
        `above 0 and at most ${gross}`,
        (amount) => numberOf(amount) > 0 && numberOf(amount) <= gross,
      );
  }),

  on("connect-events/application-fee-refunded-within-the-commission", (check, commissioned) => {
    const commission = numberOf(present(commissioned.recorded, EVENT.feeCreated).data["amount"]);
    for (const event of clawbacks(commissioned))
      check.expect
        .that(`data.refunded_amount, of a commission of ${commission}`, total(event), event)
        .toSatisfy(`at most ${commission}`, (amount) => numberOf(amount) <= commission);
  }),

  on("connect-events/application-fee-refunded-currency-of-the-charge", (check, commission) => {
    for (const event of clawbacks(commission)) saysCurrency(check, event, check.profile.ordinary.currency);
  }),

  /** The document does not say how much a refund claws back. The event is required if the marketplace's balance shows a clawback. */
  on("connect-events/clawback-emits-application-fee-refunded", (_check, { refunds, recorded }) => {
    const events = ofType(recorded, EVENT.feeRefunded);
    if (refunds.some(({ clawed }) => clawed === null)) {
      if (events.length === 0)
        throw new Inconclusive("nothing shows whether the refunds clawed a commission back");
      if (events.length > refunds.length)
        expectCount(
          recorded,
          { type: EVENT.feeRefunded, count: refunds.length },
          `at most, for ${refunds.length} refunds`,
        );
      return;
    }
    const clawing = refunds.filter(({ clawed }) => clawed !== 0);
    if (refunds.some(({ clawed }) => numberOf(clawed) < 0))
      throw new Inconclusive(
        "the marketplace's balance rose during a refund, so it does not show a clawback",
      );
    const none = "no refund clawed a commission back";
    if (clawing.length === 0) throw events.length === 0 ? new NothingToJudge(none) : new Inconclusive(none);
    expectCount(
      recorded,
      { type: EVENT.feeRefunded, count: clawing.length },
      "one for each refund that clawed a commission back",
    );
  }),

  /** Judges two refunded charges as well: each has its own commission. */
  on("connect-events/application-fee-refunded-names-the-commission", async (check, commission) => {
    const { data: created } = present(commission.recorded, EVENT.feeCreated);
    for (const event of clawbacks(commission)) expectData(check, event, { application_fee: created["id"] });
    const two = await clawbacksOfTwo(check);
    const named = two.map(({ data }) => data["application_fee"]);
    check.expect
      .that("the commissions of two charges in the events of their refunds", named, two[1])
      .toSatisfy("different ones", () => new Set(named).size === two.length);
  }),

  /** Judges a live vendor as well. */
  on("connect-events/application-fee-refunded-names-the-vendor", async (check, commission) => {
    for (const event of clawbacks(commission)) namesTheVendor(check, commission.vendor, event);
    await namesTheLiveVendor(check, EVENT.feeRefunded);
  }),

  /** The total accumulates over the refunds of one charge. The total of another charge's refund does not include them. */
  on("connect-events/application-fee-refunded-accumulates", async (check, commission) => {
    const { refunds } = commission;
    const events = [...clawbacks(commission)].sort((a, b) => total(a) - total(b));
    // If an event is missing so far, the totals of the later ones include its amount.
    const areAllEmitted = events.length >= refunds.filter(({ clawed }) => clawed !== 0).length;
    let sum = 0;
    for (const event of events) {
      sum += numberOf(event.data["amount"]);
      check.expect
        .that(
          `data.refunded_amount after ${JSON.stringify(events.map(({ data }) => data["amount"]))}`,
          total(event),
          event,
        )
        .toSatisfy(areAllEmitted ? `${sum}` : `at least ${sum}`, (reported) =>
          areAllEmitted ? reported === sum : numberOf(reported) >= sum,
        );
    }
    for (const event of await clawbacksOfTwo(check))
      check.expect
        .that("data.refunded_amount of the only refund of a charge", total(event), event)
        .toBe(numberOf(event.data["amount"]));
    if (events.length < 2) throw new Inconclusive("only one refund clawed a commission back");
  }),

  rule("connect-events/zero-commission-emits-nothing", async (check) => {
    const { recorded } = await withoutCommission(check, EVENT.feeCreated);
    expectNone(recorded, EVENT.feeCreated, () => true, "for a charge with no commission");
  }),

  rule("connect-events/zero-clawback-emits-nothing", async (check) => {
    const { recorded } = await withoutCommission(check, EVENT.feeRefunded);
    expectNone(recorded, EVENT.feeRefunded, () => true, "for a refund that claws nothing back");
    const commission = await ifPossible(() => givenCommission(check));
    if (commission === null) return;
    const ofNothing = ({ data }: ReceivedEvent): boolean => numberOf(data["amount"]) === 0;
    expectNone(commission.recorded, EVENT.feeRefunded, ofNothing, "with an amount of zero");
  }),
];

function on(id: RuleId, judge: (check: Check, commission: Commission) => void | Promise<void>): RuleCheck {
  return rule(id, async (check) => judge(check, await givenOneCommission(check)));
}

/**
 * The charge of one commission.
 * @throws Inconclusive if more commissions were reported, which may belong to other clients of a shared vendor
 */
async function givenOneCommission(check: Check): Promise<Commission> {
  const commission = await givenCommission(check);
  if (!commission.vendor.merchant.own && ofType(commission.recorded, EVENT.feeCreated).length > 1)
    throw new Inconclusive(
      "events of more than one commission arrived, and some may report other clients' charges",
    );
  return commission;
}

/** A charge without a commission. @throws Inconclusive if the target also takes a commission from platforms */
async function withoutCommission(check: Check, type: EventName): Promise<NoCommission> {
  const made = await givenNoCommission(check);
  if (!made.atNoRate && ofType(made.recorded, type).some(({ data }) => numberOf(data["amount"]) > 0))
    throw new Inconclusive(
      "no charge without a commission is possible, because this target also takes one from platforms",
    );
  return made;
}

function clawbacks(commission: Commission): readonly ReceivedEvent[] {
  requireClawbacks(commission);
  return someOf(commission.recorded, EVENT.feeRefunded);
}

/** The events of two charges that were refunded in full; none if there are not exactly two. */
async function clawbacksOfTwo(check: Check): Promise<readonly ReceivedEvent[]> {
  const recorded = await ifPossible(() => givenTwoCommissions(check));
  const events = recorded === null ? [] : ofType(recorded, EVENT.feeRefunded);
  return events.length === 2 ? events : [];
}

function total({ data }: ReceivedEvent): number {
  return numberOf(data["refunded_amount"]);
}

function mentionsCharge({ data }: ReceivedEvent, id: string): boolean {
  return Object.values(data).includes(id);
}

function prefixOf(value: unknown): string {
  return /^[a-z]+_/.exec(textOf(value))?.[0] ?? "without a prefix";
}

/** The vendor's balance once it is as expected, or at the consistency deadline; null if it is not shown. */
const totalOnce = (check: Check, vendor: Vendor, holds: (total: number) => boolean): Promise<number | null> =>
  soon(check, {
    read: () => totalIfShown(check, vendor),
    holds: (total) => total === null || holds(total),
  });
