import type { Answer, Check, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NeedMissing, rule, textOf, Violation } from "../kit.ts";
import { endInFlightWithdrawals, givenEmptied } from "../fixtures/in-flight-withdrawals.ts";
import { givenVendor, givenVendors, type Vendor } from "../fixtures/vendors.ts";
import { givenFunds, matured, requireFunds } from "../fixtures/funds.ts";
import { codeOf, givenAllocation, givenReversal, givenWithdrawal } from "../fixtures/money-movements.ts";
import { givenCounterpart, givenVendorIn } from "../fixtures/vendor-conditions.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { freshKey, keyed } from "../fixtures/idempotency-keys.ts";
import { type Held, heldBy, heldOnce, heldUntil, showsBalances, totalOf } from "../fixtures/wallets.ts";
import { expectHeld, expectTotal } from "../expect/balances.ts";
import { identityOf, mayBeOne } from "../expect/observed.ts";
import { invalidKeys } from "../fixtures/secret-keys.ts";
import { requireRefused, withCounterpart } from "../expect/refusals.ts";
import {
  givenInFlight,
  givenReady,
  refusedAmongOthers,
  send,
  sentWhenFree,
  sentWithNewFunds,
  settledWithdrawal,
} from "../fixtures/withdrawals.ts";

/** Withdrawals that are refused (§4.7, §7.4), each paired with a valid one. */
export default [
  /** Sends `amount` with the exact balance and with other values, then omits it. */
  rule("withdrawals/amount-refused", async (check) => {
    const vendor = await givenReady(check);
    const ordinary = check.profile.ordinary.amount;
    const balance = showsBalances(check) ? (await heldBy(check, vendor)).available : ordinary;
    for (const amount of [balance, 1, 0, textOf(ordinary), false]) {
      const refused = await sentWhenFree(check, vendor, () => send(vendor, { json: { amount } }));
      await withCounterpart(
        check,
        refused,
        () => check.expect(refused).toRefuse({ status: 422, field: "amount", rule: "unsupported" }),
        () => send(vendor),
      );
    }
    await givenWithdrawal(check, vendor);
  }),

  refusedByName("withdrawals/destination-refused-by-name", "destination"),
  refusedByName("withdrawals/account-id-refused-by-name", "account_id"),

  /** Withdraws with an empty balance, and again once there are funds. If control can make one, a vendor without a wallet withdraws as well. */
  rule("withdrawals/empty-balance-refused", async (check) => {
    const vendor = await givenVendor(check, { withdrawable: true });
    if (!vendor.merchant.own) {
      await givenFunds(check, vendor);
      await givenEmptied(check, vendor);
    }
    let before: Held | null = null;
    const refused = await sentWhenFree(check, vendor, async () => {
      before = showsBalances(check) ? await heldBy(check, vendor) : null;
      return send(vendor);
    });
    // A leased vendor's earlier funds, or the check's own credit, may have become available meanwhile.
    if (refused.succeeded && !vendor.merchant.own && !isEmpty(before))
      throw new Inconclusive("nothing shows that the vendor's balance was empty");
    const funded = async (): Promise<Answer> => {
      await givenFunds(check, vendor);
      return (await givenWithdrawal(check, vendor)).answer;
    };
    await withCounterpart(
      check,
      refused,
      () => check.expect(refused).toRefuse({ status: 422, code: "E_CONNECT_VENDOR_EMPTY_BALANCE" }),
      funded,
    );
    await funded();
    const { merchant } = vendor;
    const bare = merchant.own ? await ifPossible(() => makeVendor(check, merchant, { wallet: false })) : null;
    // It may lack a payout destination as well.
    const answer = bare === null ? null : await send({ acct: bare, merchant });
    if (answer !== null) check.expect(answer).toAnswer(422);
  }),

  /** Reverses an allocation but for one franc, which the vendor withdraws. Another refusal than that of an empty balance is not judged. */
  rule("withdrawals/one-franc-is-not-empty", async (check) => {
    const vendor = await givenVendor(check, { withdrawable: true, own: true });
    // A shared wallet may have other funds.
    if (!vendor.merchant.own) throw new NeedMissing("control.createMerchant");
    const allocation = await givenAllocation(check, vendor);
    await givenReversal(check, allocation, allocation.amount - 1);
    await matured(check, [allocation]);
    const { available } = await heldOnce(check, vendor, (held) => held.available > 0);
    if (available !== 1) throw new Inconclusive(`the vendor has ${available} francs available`);
    const answer = await send(vendor);
    check.expect.field("code", codeOf(answer), answer).toDifferFrom("E_CONNECT_VENDOR_EMPTY_BALANCE");
  }),

  /** Uses a funded vendor without a payout method, which keeps its funds, and one with a payout method. */
  rule("withdrawals/no-payout-method-refused", async (check) => {
    const vendor = await givenVendorIn(check, "vendor-without-payout-method", { payoutMethod: false });
    await givenFunds(check, vendor);
    const before = showsBalances(check) ? totalOf(await heldBy(check, vendor)) : null;
    const refused = await send(vendor);
    const counterpart = async (): Promise<Answer> => {
      const other = vendor.merchant.own
        ? await givenCounterpart(check, vendor)
        : await givenVendor(check, { withdrawable: true });
      await givenFunds(check, other);
      return (await givenWithdrawal(check, other)).answer;
    };
    await withCounterpart(
      check,
      refused,
      () =>
        check.expect(refused).toRefuse({ status: 422, code: "E_CONNECT_VENDOR_PAYOUT_METHOD_UNAVAILABLE" }),
      counterpart,
    );
    if (before !== null) await expectTotal(check, vendor, before, "after the refusal");
    await counterpart();
  }),

  /** Control removes the payout method of a funded vendor, and adds it again, then once more after the withdrawal that this allows. */
  rule("withdrawals/payout-method-added-later", async (check) => {
    const vendor = await givenReady(check);
    const { acct, merchant } = vendor;
    if (!merchant.own) throw new NeedMissing("control.createMerchant");
    const path = { accountId: merchant.accountId, id: acct };
    const setMethod = (available: boolean): Promise<unknown> =>
      check.control.call("setPayoutMethod", { path, json: { available } });
    for (const isLast of check.has("control.settleWithdrawal") ? [false, true] : [true]) {
      await setMethod(false);
      const without = await send(vendor);
      check.expect(without).toRefuse({ status: 422, code: "E_CONNECT_VENDOR_PAYOUT_METHOD_UNAVAILABLE" });
      await setMethod(true);
      const again = await send(vendor);
      check.expect
        .field("code", codeOf(again), again)
        .toDifferFrom("E_CONNECT_VENDOR_PAYOUT_METHOD_UNAVAILABLE");
      check.succeeded(again);
      if (isLast) return;
      await endInFlightWithdrawals(check, vendor);
      await givenFunds(check, vendor);
    }
  }),

  /**
   * Adds funds and withdraws again while the first withdrawal is in flight. Once that has ended, the funds are still there. Repeats the
   * request then: rules about all traffic judge whether its key is spent.
   */
  rule("withdrawals/in-flight-refused", async (check) => {
    const { vendor, funds } = await givenInFlight(check);
    const key = freshKey();
    let second = await send(vendor, { key });
    // If withdrawals complete quickly, the second one is in flight now, not the first.
    const mayHaveEnded = (): boolean => second.succeeded && !check.has("control.settleWithdrawal");
    if (mayHaveEnded()) second = await sentWithNewFunds(check, vendor);
    if (mayHaveEnded()) second = (await refusedAmongOthers(check, vendor)) ?? second;
    if (second.succeeded) {
      // The document does not say when a withdrawal completes. Only if control finds both in flight was the second one wrongly accepted.
      if (!check.has("control.settleWithdrawal")) throw new NeedMissing("control.settleWithdrawal");
      if ((await endInFlightWithdrawals(check, vendor)) < 2) {
        throw new Inconclusive(
          "the first withdrawal had ended before the second was sent: this check may have moved the merchant's time in between, until new funds were available",
        );
      }
      throw new Violation({
        expected: "422 E_PENDING_WITHDRAW while another withdrawal of the wallet is in flight",
        actual: `it was answered ${second.summary}`,
        exchange: second.exchange.sequence,
      });
    }
    await requireFunds(check, vendor, second);
    check.expect(second).toRefuse({ status: 422, code: "E_PENDING_WITHDRAW" });
    if (!check.has("control.settleWithdrawal")) return;
    await endInFlightWithdrawals(check, vendor);
    if (vendor.merchant.own && showsBalances(check))
      await heldUntil(
        check,
        vendor,
        `at least the ${funds} available that arrived while a withdrawal was in flight`,
        ({ available }) => available >= funds,
      );
    await send(vendor, { key });
  }),

  /** Withdraws again after the first withdrawal ended, with a key that differs only in the last character. */
  rule("withdrawals/in-flight-ends", async (check) => {
    const { vendor, key, answer } = await givenInFlight(check);
    const other = `${key.slice(0, -1)}${key.endsWith("z") ? "y" : "z"}`;
    const third = await settledWithdrawal(check, vendor, () => send(vendor, { key: other }));
    await requireFunds(check, vendor, third);
    check.expect(third).toAnswer(201);
    if (!check.has("field.balance-available") || !check.has("control.settleWithdrawal")) return;
    const ended = await endInFlightWithdrawals(check, vendor);
    // A new withdrawal that ended by itself may have failed.
    if (ended === 0 && !mayBeOne(identityOf(answer), identityOf(third))) return;
    await heldUntil(
      check,
      vendor,
      "an available balance of 0 after the next withdrawal",
      (held) => held.available === 0,
    );
  }),

  /** Uses two funded vendors of one marketplace. */
  rule("withdrawals/in-flight-is-of-one-wallet", async (check) => {
    const vendors = await givenVendors(check, 2, { withdrawable: true });
    // A shared wallet may have unknown withdrawals in flight.
    if (vendors.some(({ merchant }) => !merchant.own)) throw new NeedMissing("control.createMerchant");
    const credits = [];
    for (const vendor of vendors) credits.push(await givenAllocation(check, vendor));
    await matured(check, credits);
    for (const vendor of vendors) {
      const answer = await send(vendor);
      check.expect.field("code", codeOf(answer), answer).toDifferFrom("E_PENDING_WITHDRAW");
      check.succeeded(answer);
    }
  }),

  /** Compares balances before and after requests refused for the body, the idempotency key and the API key. Then withdraws. */
  rule("withdrawals/refusal-moves-no-money", async (check) => {
    const vendor = await givenReady(check);
    const before = await heldBy(check, vendor);
    const refusals: readonly (() => Promise<Answer>)[] = [
      () => send(vendor, { json: { amount: 1 } }),
      () => send(vendor, { key: null }),
      () => send(vendor, { key: "k".repeat(256) }),
      ...invalidKeys(vendor.merchant).map(
        (key) => () => check.as(key).createWithdrawal({ path: { acct: vendor.acct }, ...keyed() }),
      ),
    ];
    for (const refused of refusals) {
      const answer = await refused();
      requireRefused(answer, "an invalid withdrawal");
      await expectHeld(check, vendor, before, "after a refusal");
    }
    await withdrawOrKeep(check, vendor, before);
  }),
];

/** Whether both balances of a vendor are known to be 0. */
function isEmpty(held: Held | null): boolean {
  return held !== null && held.available === 0 && held.pending === 0;
}

/**
 * A valid withdrawal succeeds. If it is refused, and refused again under the same key, then it had no effect, because otherwise the second
 * answer would be the first one's 201.
 * @throws Inconclusive if it is refused
 */
async function withdrawOrKeep(check: Check, vendor: Vendor, before: Held): Promise<void> {
  const key = freshKey();
  for (const _attempt of [1, 2]) if ((await send(vendor, { key })).succeeded) return;
  await expectHeld(check, vendor, before, "after two refusals under one key");
  await givenWithdrawal(check, vendor);
}

/** Sends the request with the field, which the target may ignore, and without it. */
function refusedByName(id: RuleId, field: string): RuleCheck {
  return rule(id, async (check) => {
    const vendor: Vendor = await givenReady(check);
    const answer = await sentWhenFree(check, vendor, () => send(vendor, { json: { [field]: vendor.acct } }));
    check.observe(
      "rejected-field-routes",
      `withdrawal, ${field}: ${answer.succeeded ? "ignored" : answer.status}`,
    );
    if (answer.succeeded) return;
    await withCounterpart(
      check,
      answer,
      () => check.expect(answer).toRefuse({ status: 422, field, rule: "unsupported" }),
      () => send(vendor),
    );
    await givenWithdrawal(check, vendor);
  });
}
