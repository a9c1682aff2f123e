import { openapi } from "../../spec/index.ts";
import { pointed } from "../../spec/json.ts";
import type { Answer, Check, ReceivedEvent, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NeedMissing, rule, Violation } from "../kit.ts";
import { EVENT, listening } from "../expect/connect-events.ts";
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
import { isFunded, sendWithdrawal } from "../fixtures/money-movements.ts";
import { canAdvanceTime, givenFunds, MATURITY_MS, advanceTimeBy } from "../fixtures/funds.ts";
import {
  francs,
  type Held,
  heldBy,
  heldOnce,
  heldUntil,
  showsBalances,
  totalOf,
} from "../fixtures/wallets.ts";
import { asPrecondition, code } from "../fixtures/reading.ts";
import { expectAcceptance } from "../expect/refusals.ts";

/** The statuses of a payment intent, as the contract lists them (§2.1, §3). */
const STATUSES = pointed(
  openapi,
  "/components/schemas/RetrievedPaymentIntent/properties/status/enum",
) as readonly string[];

/** Refunds of charges draw on the vendor, then on the marketplace, and on no other account (§7.5). */
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

  blocked("charges/refund-insufficient-currency-of-the-charge", (check, { answer }) => {
    check.expect(answer).toAnswer(402);
    const { currency } = answer.body as { currency?: unknown };
    check.expect.field("currency", code(currency), answer).toBe(code(check.profile.ordinary.currency));
  }),

  /** Refunds a charge of a vendor that withdrew everything. Repeats this once a smaller charge has made some funds available. */
  rule("charges/refund-insufficient-seller-available-is-held", async (check) => {
    const charge = await givenUnrefundable(check);
    const { vendor } = charge;
    const reports = async (shows: (held: Held) => boolean): Promise<void> => {
      const { pending, available } = await heldOnce(check, vendor, shows);
      // The document does not say whether pending funds count.
      if (pending > 0) throw new Inconclusive("the vendor has pending funds, which may or may not count");
      const funds = (await marketplaceFunds(check, vendor)) ?? 0;
      if (available + funds >= charge.amount)
        throw new Inconclusive("the vendor and the marketplace together can pay the refund");
      const answer = await unpaidRefund(check, charge);
      check.expect(answer).toAnswer(402);
      const { seller_available: reported } = answer.body as { seller_available?: unknown };
      check.expect.field("seller_available", francs(reported, "seller_available"), answer).toBe(available);
    };
    await reports(({ available }) => available === 0);
    await givenCaptured(check, vendor);
    if (!canAdvanceTime(check, vendor)) return;
    await advanceTimeBy(check, vendor, MATURITY_MS);
    await reports(({ pending, available }) => pending === 0 && available > 0);
  }),

  /** Reads the intent of a charge after its capture, a partial refund, and one of the rest. Its id is the charge's, or in the commission's event. */
  rule("charges/refunded-intent-has-a-status", async (check) => {
    const vendor = await givenVendor(check);
    const inbox = check.has("events") ? await listening(check, vendor) : null;
    const charge = await givenCaptured(check, vendor, { amount: check.profile.ordinary.amount * 10 });
    let id: unknown = charge.id;
    if (!charge.id.startsWith("pi_")) {
      if (inbox === null) throw new NeedMissing("events");
      const where = ({ account }: ReceivedEvent): boolean => account === vendor.acct;
      id = (await asPrecondition(() => inbox.next({ type: EVENT.feeCreated, where }))).data["intentId"];
    }
    if (typeof id !== "string") throw new Inconclusive("nothing names the intent of the charge");
    const path = { id };
    for (const refund of [null, Math.floor(charge.amount / 5), undefined]) {
      if (refund !== null) check.succeeded((await sendRefund(check, charge, refund)).answer);
      const read = check.succeeded(await vendor.merchant.api.retrievePaymentIntent({ path }));
      check.expect.field("status", read.field("status"), read).toBeOneOf(STATUSES);
    }
  }),

  /** Compares the vendor's balance before and after three refusals. */
  rule("charges/refund-insufficient-moves-no-money", async (check) => {
    const { refusals, held } = await givenBlockedRefunds(check);
    for (const { answer } of refusals) check.expect(answer).toAnswer(402);
    check.require("field.balance-available");
    check.expect.that("the vendor's balance after refused refunds", held?.after).toBe(held?.before);
  }),

  /** Repeats the refused refund once the marketplace has the funds. */
  rule("charges/refund-insufficient-then-funded", async (check) => {
    const charge = await givenUnrefundable(check);
    check.expect(await unpaidRefund(check, charge)).toAnswer(402);
    const { accountId } = charge.vendor.merchant;
    await check.control.call("fundMarketplace", { path: { accountId }, json: { amount: charge.amount * 2 } });
    isPaid((await sendRefund(check, charge)).answer);
  }),

  /**
   * Funds the marketplace with the stated shortfall minus one franc, then with that franc. The marketplace starts with nothing, because its
   * balance may or may not count towards the shortfall (`refund-402-arithmetic`).
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
    // A shortfall that ignores these funds concerns the vendor alone. The document does not say what the marketplace pays then.
    const rest = Math.max(charge.amount - missing, 1);
    await check.control.call("fundMarketplace", { path: { accountId }, json: { amount: rest } });
    isPaid((await sendRefund(check, charge)).answer);
  }),

  /**
   * The vendor has only the proceeds of two equal charges, which suffice to refund one. However a refund is shared, the vendor is debited
   * at least the proceeds of one charge and at most the refunded amount.
   */
  rule("charges/vendor-pays-first", async (check) => {
    const vendor = await givenVendor(check);
    if (totalOf(await heldBy(check, vendor)) > 0)
      throw new Inconclusive("the vendor has more than the proceeds of two charges");
    const charge = await givenCaptured(check, vendor);
    await givenCaptured(check, vendor);
    if (canAdvanceTime(check, vendor)) await advanceTimeBy(check, vendor, MATURITY_MS);
    const { pending, available } = await heldOnce(
      check,
      vendor,
      (held) => held.pending === 0 && held.available >= charge.amount,
    );
    // The document does not say whether a refund draws on pending funds.
    if (pending > 0 || available < charge.amount)
      throw new Inconclusive("too little of the charges is available to the vendor");
    const funds = await marketplaceFunds(check, vendor);
    check.succeeded((await sendRefund(check, charge)).answer);
    try {
      await heldUntil(
        check,
        vendor,
        `the vendor, whose balance was ${available}, to be debited at least the proceeds of one of the two equal charges, and at most ${charge.amount}`,
        (held) => totalOf(held) <= available / 2 && totalOf(held) >= available - charge.amount,
      );
    } catch (error) {
      // The document does not say when a refund is executed. Until an account is debited, nothing can be judged.
      const isUnpaid =
        totalOf(await heldBy(check, vendor)) === available &&
        (await marketplaceFunds(check, vendor)) === funds;
      if (error instanceof Violation && isUnpaid)
        throw new Inconclusive("the refund was accepted, but no account has been debited so far");
      throw error;
    }
  }),

  /** Gives the marketplace some funds, but too few, and compares its balance before and after a refused refund. */
  rule("charges/refund-insufficient-leaves-the-marketplace", async (check) => {
    const charge = await givenUnrefundable(check);
    const { merchant } = charge.vendor;
    await check.control.call("fundMarketplace", {
      path: { accountId: merchant.accountId },
      json: { amount: Math.floor(charge.amount / 4) },
    });
    const before = await marketplaceFunds(check, charge.vendor);
    if (before === null || before >= charge.amount / 2)
      throw new Inconclusive("the marketplace has no funds, or enough to pay the refund");
    check.expect(await unpaidRefund(check, charge)).toAnswer(402);
    check.expect
      .that("the marketplace's balance after a refused refund", await marketplaceFunds(check, charge.vendor))
      .toBe(before);
  }),

  /**
   * Refunds while the vendor has nothing and the marketplace has enough. Repeats this once the vendor has some funds, but less than the
   * refund, and while all of them are being withdrawn.
   */
  rule("charges/marketplace-pays-last", async (check) => {
    const vendor = await givenVendor(check, { withdrawable: true });
    const { amount } = check.profile.ordinary;
    const charges = [
      await givenCaptured(check, vendor),
      await givenCaptured(check, vendor, { amount: amount * 2 }),
      await givenCaptured(check, vendor, { amount: amount * 2 }),
    ];
    await emptied(check, vendor);
    for (const [index, charge] of charges.entries()) {
      if (index > 0) {
        // If the marketplace's funds are unknown, they may not suffice for another refund.
        if ((await marketplaceFunds(check, vendor)) === null) return;
        await givenFunds(check, vendor);
      }
      // Whether it ends before the refund is open.
      if (index > 1 && !(await sendWithdrawal(vendor)).succeeded) return;
      const funds = await marketplaceFunds(check, vendor);
      if (funds !== null && funds < charge.amount) {
        if (index > 1) return;
        throw new NeedMissing("fixture.marketplace-funds");
      }
      const { answer } = await sendRefund(check, charge);
      // Unknown funds may be too little.
      if (answer.status === 402 && funds === null && !isFunded(check, vendor.merchant, charge.amount))
        throw new NeedMissing("fixture.marketplace-funds");
      isPaid(answer);
      // A withdrawal in flight may be debited later.
      if (index > 1 || !showsBalances(check)) continue;
      const { pending, available } = await heldBy(check, vendor);
      check.expect
        .that("the vendor's balances after the refund", [pending, available], answer)
        .toSatisfy("none below zero", () => pending >= 0 && available >= 0);
    }
  }),
];

/** Judges each of three refusals for insufficient funds. */
function blocked(id: RuleId, judge: (check: Check, refusal: BlockedRefund) => void): RuleCheck {
  return rule(id, async (check) => {
    const { refusals } = await givenBlockedRefunds(check);
    for (const refusal of refusals) judge(check, refusal);
  });
}

/** Expects the field in each of three refusals. */
function reports(id: RuleId, field: string, holds: (value: unknown) => boolean): RuleCheck {
  return blocked(id, (check, { answer }) => {
    check.expect(answer).toAnswer(402);
    const value = (answer.body as Readonly<Record<string, unknown>>)[field];
    check.expect
      .that(`${field} of the refusal`, value, answer)
      .toSatisfy("present and of its documented type", holds);
    if (field === "available" || field === "marketplace_balance")
      check.observe("refund-402-extras", `${field}: ${JSON.stringify(value)}`);
  });
}

/** Expects success. The funds are sufficient, so even a 402 is a violation. */
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
