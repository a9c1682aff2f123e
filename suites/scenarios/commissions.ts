import { type Check, NeedMissing, NothingToJudge, textOf } from "../kit.ts";
import {
  type Charge,
  givenCaptured,
  givenCharge,
  ratesOf,
  sendCapture,
  sendCharge,
  sendRefund,
} from "../fixtures/charges.ts";
import { marketplaceFunds } from "./blocked-refunds.ts";
import { givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { canAdvanceTime, matured } from "../fixtures/funds.ts";
import { allocationOf, sendAllocation } from "../fixtures/money-movements.ts";
import {
  EVENT,
  gathered,
  listening,
  ofType,
  type Recorded,
  emittedBefore,
} from "../expect/connect-events.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";

/** A refund, and the clawed-back commission if the marketplace's balance shows it. */
export interface Refunded {
  readonly refundId: string | null;
  readonly amount: number;
  readonly clawed: number | null;
}

/** A charge with a commission, captured and refunded in parts, and another charge that is not captured. */
export interface Commission {
  readonly vendor: Vendor;
  readonly uncaptured: string;
  readonly captured: string;
  /** The gross amount of the captured charge, whole francs. */
  readonly gross: number;
  readonly refunds: readonly Refunded[];
  readonly recorded: Recorded;
  /** The events received before the first refund. */
  readonly beforeRefunds: Recorded;
}

export function givenCommission(check: Check): Promise<Commission> {
  return check.once("connect-events/commission", async (maker) => {
    const vendor = await givenVendor(maker);
    const inbox = await listening(maker, vendor);
    const earlier = await emittedBefore(maker, vendor, inbox);
    const { ordinary: rate } = ratesOf(maker);
    const amount = maker.profile.ordinary.amount * 10;
    const uncaptured = await givenCharge(maker, vendor, { amount: amount + 1, rate });
    const charge = await givenCaptured(maker, vendor, { amount, rate });
    const beforeRefunds = await gathered(inbox, [{ type: EVENT.feeCreated }], {
      earlier,
      moreExpected: true,
    });
    // If the vendor pays the fees, it has less than its charges, and pending funds may not count. With additional funds, no other account
    // pays the refund.
    const spare = await sendAllocation(maker, vendor, amount);
    const isCovered = spare.succeeded && canAdvanceTime(maker, vendor);
    if (isCovered) await matured(maker, [allocationOf(vendor, amount, spare)]);
    const refunds: Refunded[] = [];
    if (maker.ports.bound("refundCharge")) {
      // The first one is too small to claw anything back.
      for (const part of [1, Math.floor(amount / 4), Math.floor(amount / 2), undefined])
        refunds.push(await refunded(maker, charge, { part, isCovered }));
    }
    const clawing = refunds.filter(({ clawed }) => clawed !== 0).length;
    const awaited = clawing === 0 ? [] : [{ type: EVENT.feeRefunded, count: clawing }];
    const recorded = await gathered(inbox, awaited, { earlier });
    return {
      vendor,
      uncaptured: uncaptured.id,
      captured: charge.id,
      gross: charge.amount,
      refunds,
      recorded,
      beforeRefunds,
    };
  });
}

/** @throws NothingToJudge if refunds leave the commission with the marketplace, which is open */
export function requireClawbacks({ recorded, refunds }: Commission): void {
  const isKept = refunds.length > 0 && refunds.every(({ clawed }) => clawed === 0);
  if (isKept && ofType(recorded, EVENT.feeRefunded).length === 0)
    throw new NothingToJudge("no refund clawed a commission back");
}

/** The events of two charges of one vendor, each with a commission and refunded in full. */
export function givenTwoCommissions(check: Check): Promise<Recorded> {
  return check.once("connect-events/two-commissions", async (maker) => {
    maker.require("port.refundCharge");
    const vendor = await givenVendor(maker);
    if (!vendor.merchant.own) throw new NeedMissing("control.createMerchant");
    const inbox = await listening(maker, vendor);
    const { ordinary: rate } = ratesOf(maker);
    const amount = maker.profile.ordinary.amount * 10;
    const charges: Charge[] = [];
    for (const more of [0, 1_000])
      charges.push(await givenCaptured(maker, vendor, { amount: amount + more, rate }));
    const spare = await sendAllocation(maker, vendor, amount * 2);
    if (spare.succeeded && canAdvanceTime(maker, vendor))
      await matured(maker, [allocationOf(vendor, amount * 2, spare)]);
    for (const charge of charges) maker.succeeded((await sendRefund(maker, charge)).answer);
    return gathered(inbox, [
      { type: EVENT.feeCreated, count: 2 },
      { type: EVENT.feeRefunded, count: 2 },
    ]);
  });
}

/** Refunds a part of a charge. If the vendor cannot cover it, the marketplace may also pay a part that is not commission. */
async function refunded(
  check: Check,
  charge: Charge,
  { part, isCovered }: { readonly part: number | undefined; readonly isCovered: boolean },
): Promise<Refunded> {
  const before = await marketplaceFunds(check, charge.vendor);
  const { answer, output } = await sendRefund(check, charge, part);
  check.succeeded(answer);
  const after = await marketplaceFunds(check, charge.vendor);
  const refundId = output("refundId");
  return {
    refundId: typeof refundId === "string" ? refundId : null,
    amount: part ?? charge.amount,
    clawed: !isCovered || before === null || after === null ? null : before - after,
  };
}

/** A captured and refunded charge without a commission, and its vendor's events. */
export interface NoCommission {
  readonly recorded: Recorded;
  /** Whether a rate of zero was accepted. If it was refused, only a mode without commissions remains, which is one of two readings. */
  readonly atNoRate: boolean;
}

/** Uses a merchant in pure platform mode. */
export function givenNoCommission(check: Check): Promise<NoCommission> {
  return check.once("connect-events/no-commission", async (maker) => {
    const merchant = await maker.merchantLike("merchant-pure-platform", {
      connectMode: "platform",
    });
    const acct = merchant.own ? await makeVendor(maker, merchant) : await anyVendor(maker, merchant);
    const vendor: Vendor = { acct, merchant };
    const inbox = await listening(maker, vendor);
    const earlier = await emittedBefore(maker, vendor, inbox);
    const { charge, atNoRate } = await givenFreeCharge(maker, vendor);
    if (!merchant.own) inbox.own(charge.id);
    maker.succeeded(await sendCapture(maker, charge));
    if (maker.ports.bound("refundCharge")) maker.succeeded((await sendRefund(maker, charge)).answer);
    // The fence: an event that arrives after the forbidden ones, if the merchant can pay for it.
    const fence = await sendAllocation(maker, vendor, maker.profile.ordinary.amount);
    const recorded = await gathered(inbox, fence.succeeded ? [{ type: EVENT.transferCreated }] : [], {
      earlier,
    });
    return { recorded, atNoRate };
  });
}

/** Tries a charge without a rate, then with a rate of zero: whether a platform's charge must omit the rate is open. */
async function givenFreeCharge(check: Check, vendor: Vendor): Promise<{ charge: Charge; atNoRate: boolean }> {
  const { amount } = check.profile.ordinary;
  const made = await sendCharge(check, vendor, { amount, rate: 0 });
  if (made.answer.succeeded) {
    check.observe("fee-event-of-platform", "a rate of zero");
    return { charge: { id: made.text("chargeId"), vendor, amount }, atNoRate: true };
  }
  check.observe("fee-event-of-platform", "pure platform mode");
  return { charge: await givenCharge(check, vendor, { amount }), atNoRate: false };
}

async function anyVendor(check: Check, merchant: Vendor["merchant"]): Promise<string> {
  const listed = check.succeeded(await merchant.api.listAccounts());
  const [first] = listed.field("data");
  if (first === undefined) throw new NeedMissing("fixture.merchant-pure-platform");
  return textOf(first.id);
}
