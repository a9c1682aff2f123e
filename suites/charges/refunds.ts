import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import { Inconclusive, NeedMissing, Violation } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import {
  type BlockedRefund,
  emptied,
  givenBlockedRefunds,
  givenUnrefundable,
  marketplaceFunds,
  unpaidRefund,
} from "../scenarios/blocked-refunds.ts";
import { givenCaptured, sendRefund } from "../fixtures/charges.ts";
import { givenVendor } from "../fixtures/vendors.ts";
import { isFunded } from "../fixtures/money-movements.ts";
import { canAdvanceTime, givenFunds, MATURITY_MS, advanceTimeBy } from "../fixtures/funds.ts";
import { francs, type Held, heldBy, heldOnce, heldUntil, totalOf } from "../fixtures/wallets.ts";
import { code } from "../expect/reading.ts";
import { expectAcceptance } from "../expect/refusals.ts";

/** Refunds of charges: the vendor pays, then the marketplace, and no other account (§7.5). */
export default [
  blocked("charges/refund-insufficient-refused", (check, { answer }) => {
    check.expect(answer).toRefuse({ status: 402, code: "connect.insufficient_funds_for_refund" });
  }),
  reports("charges/refund-insufficient-required", "required", isNumber),
  reports("charges/refund-insufficient-seller-available", "seller_available", isNumber),
  reports("charges/refund-insufficient-shortfall", "shortfall", isNumber),
  reports("charges/refund-insufficient-available", "available", isNumber),
  reports("charges/refund-insufficient-marketplace-balance", "marketplace_balance", isNumber),
  reports("charges/refund-insufficient-currency", "currency", (value) => typeof value === "string"),

  /** Every one of the three. */
  blocked("charges/refund-insufficient-currency-of-the-charge", (check, { answer }) => {
    check.expect(answer).toAnswer(402);
    const { currency } = answer.body as { currency?: unknown };
    check.expect.that("currency", code(currency), answer).toBe(code(check.profile.ordinary.currency));
  }),

  /**
   * A charge of a vendor that withdrew everything; then the same charge, once a smaller charge has made some funds available.
   */
  rule("charges/refund-insufficient-seller-available-is-held", async (check) => {
    const charge = await givenUnrefundable(check);
    const { vendor } = charge;
    const reports = async (shows: (held: Held) => boolean): Promise<void> => {
      const { pending, available } = await heldOnce(check, vendor, shows);
      // Whether pending funds count is open.
      if (pending > 0) throw new Inconclusive("the vendor has funds that are pending");
      const funds = (await marketplaceFunds(check, vendor)) ?? 0;
      if (available + funds >= charge.amount) throw new Inconclusive("the two together could pay the refund");
      const answer = await unpaidRefund(check, charge);
      check.expect(answer).toAnswer(402);
      const { seller_available: reported } = answer.body as { seller_available?: unknown };
      check.expect.that("seller_available", francs(reported, "seller_available"), answer).toBe(available);
    };
    await reports(({ available }) => available === 0);
    await givenCaptured(check, vendor);
    if (!canAdvanceTime(check, vendor)) return;
    await advanceTimeBy(check, vendor, MATURITY_MS);
    await reports(({ pending, available }) => pending === 0 && available > 0);
  }),

  /** What the vendor holds around three refusals. */
  rule("charges/refund-insufficient-moves-no-money", async (check) => {
    const { refusals, held } = await givenBlockedRefunds(check);
    for (const { answer } of refusals) check.expect(answer).toAnswer(402);
    check.require("field.balance-available");
    check.expect.that("what the vendor holds after refused refunds", held?.after).toBe(held?.before);
  }),

  /** The refused refund again, once the marketplace has the funds. */
  rule("charges/refund-insufficient-then-funded", async (check) => {
    const charge = await givenUnrefundable(check);
    check.expect(await unpaidRefund(check, charge)).toAnswer(402);
    const { accountId } = charge.vendor.merchant;
    await check.control.call("fundMarketplace", { path: { accountId }, json: { amount: charge.amount * 2 } });
    isPaid((await sendRefund(check, charge)).answer);
  }),

  /**
   * Funded by the stated shortfall but for one franc, then by that franc. The marketplace has nothing: what it has may count
   * towards the shortfall or not (`refund-402-arithmetic`).
   */
  rule("charges/refund-with-exact-funds", async (check) => {
    const charge = await givenUnrefundable(check);
    const { accountId } = charge.vendor.merchant;
    await check.control.call("fundMarketplace", { path: { accountId }, json: { amount: -charge.amount } });
    const refused = (await sendRefund(check, charge)).answer;
    check.expect(refused).toAnswer(402);
    const { shortfall } = refused.body as { shortfall?: unknown };
    const missing = francs(shortfall, "shortfall");
    if (missing < 2) throw new Inconclusive(`the stated shortfall is ${missing}`);
    await check.control.call("fundMarketplace", { path: { accountId }, json: { amount: missing - 1 } });
    check.expect((await sendRefund(check, charge)).answer).toAnswer(402);
    await check.control.call("fundMarketplace", { path: { accountId }, json: { amount: 1 } });
    const funded = (await sendRefund(check, charge)).answer;
    if (funded.status !== 402 || (funded.body as { shortfall?: unknown }).shortfall !== missing) {
      isPaid(funded);
      return;
    }
    // A shortfall that does not change with these funds is the vendor's alone; what the marketplace pays beside it is open.
    const rest = Math.max(charge.amount - missing, 1);
    await check.control.call("fundMarketplace", { path: { accountId }, json: { amount: rest } });
    isPaid((await sendRefund(check, charge)).answer);
  }),

  /**
   * A vendor that holds only the proceeds of two equal charges, enough for the refund of one. However a refund is shared, it
   * debits this vendor at least the proceeds of its charge, and at most the refunded amount.
   */
  rule("charges/vendor-pays-first", async (check) => {
    const vendor = await givenVendor(check);
    if (totalOf(await heldBy(check, vendor)) > 0)
      throw new Inconclusive("the vendor holds more than the proceeds of two charges");
    const charge = await givenCaptured(check, vendor);
    await givenCaptured(check, vendor);
    if (canAdvanceTime(check, vendor)) await advanceTimeBy(check, vendor, MATURITY_MS);
    const { pending, available } = await heldOnce(
      check,
      vendor,
      (held) => held.pending === 0 && held.available >= charge.amount,
    );
    // Whether a refund draws on pending funds is open.
    if (pending > 0 || available < charge.amount)
      throw new Inconclusive("the charges made too little available to the vendor");
    const funds = await marketplaceFunds(check, vendor);
    check.succeeded((await sendRefund(check, charge)).answer);
    try {
      await heldUntil(
        check,
        vendor,
        `the vendor, who held ${available}, to be debited at least the proceeds of one of the two equal charges, and at most ${charge.amount}`,
        (held) => totalOf(held) <= available / 2 && totalOf(held) >= available - charge.amount,
      );
    } catch (error) {
      // When a refund is executed is open: a refund that no account has paid so far shows nothing.
      const isUnpaid =
        totalOf(await heldBy(check, vendor)) === available &&
        (await marketplaceFunds(check, vendor)) === funds;
      if (error instanceof Violation && isUnpaid)
        throw new Inconclusive("the refund was accepted, and neither party has paid it so far");
      throw error;
    }
  }),

  /** Some funds, though too few, around a refused refund. */
  rule("charges/refund-insufficient-leaves-the-marketplace", async (check) => {
    const charge = await givenUnrefundable(check);
    const { merchant } = charge.vendor;
    await check.control.call("fundMarketplace", {
      path: { accountId: merchant.accountId },
      json: { amount: Math.floor(charge.amount / 4) },
    });
    const before = await marketplaceFunds(check, charge.vendor);
    if (before === null || before >= charge.amount / 2)
      throw new Inconclusive("the marketplace does not hold too little");
    check.expect(await unpaidRefund(check, charge)).toAnswer(402);
    check.expect
      .that("what the marketplace holds after a refused refund", await marketplaceFunds(check, charge.vendor))
      .toBe(before);
  }),

  /**
   * The vendor withdrew everything; the marketplace has funds. Then the vendor has some funds again, less than the refund, and
   * the marketplace still has enough for all of it.
   */
  rule("charges/marketplace-pays-last", async (check) => {
    const vendor = await givenVendor(check, { withdrawable: true });
    const { amount } = check.profile.ordinary;
    const charges = [
      await givenCaptured(check, vendor),
      await givenCaptured(check, vendor, { amount: amount * 2 }),
    ];
    await emptied(check, vendor);
    for (const [index, charge] of charges.entries()) {
      if (index > 0) {
        // The remainder of unknown funds may be too little.
        if ((await marketplaceFunds(check, vendor)) === null) return;
        await givenFunds(check, vendor);
      }
      const funds = await marketplaceFunds(check, vendor);
      if (funds !== null && funds < charge.amount) throw new NeedMissing("fixture.marketplace-funds");
      const { answer } = await sendRefund(check, charge);
      // Unknown funds may be too little.
      if (answer.status === 402 && funds === null && !isFunded(check, vendor.merchant, charge.amount))
        throw new NeedMissing("fixture.marketplace-funds");
      isPaid(answer);
    }
  }),
];

/** Each of three refusals is the documented one. */
function blocked(id: RuleId, judge: (check: Check, refusal: BlockedRefund) => void): RuleCheck {
  return rule(id, async (check) => {
    const { refusals } = await givenBlockedRefunds(check);
    for (const refusal of refusals) judge(check, refusal);
  });
}

/** Every one of the three. */
function reports(id: RuleId, field: string, holds: (value: unknown) => boolean): RuleCheck {
  return blocked(id, (check, { answer }) => {
    check.expect(answer).toAnswer(402);
    const value = (answer.body as Readonly<Record<string, unknown>>)[field];
    check.expect.that(`${field} of the refusal`, value, answer).toSatisfy("there, of its type", holds);
    if (field === "available" || field === "marketplace_balance")
      check.observe("refund-402-extras", `${field}: ${JSON.stringify(value)}`);
  });
}

/** The funds are sufficient, so even a 402 is judged. */
function isPaid(answer: Answer): void {
  if (answer.status !== 402) return expectAcceptance(answer, "a refund that the marketplace can pay");
  throw new Violation({
    expected: "a refund that the marketplace can pay to succeed",
    actual: `it answered ${answer.summary}`,
    exchange: answer.exchange.sequence,
  });
}

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}
