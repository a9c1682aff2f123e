import type { Check, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NeedMissing, numberOf, rule } from "../kit.ts";
import { givenVendor, givenVendors, type Vendor } from "../fixtures/vendors.ts";
import { type FeePayer, feePayerOf, ownMarketplace } from "../fixtures/marketplaces.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { givenFundedLiveVendor } from "../fixtures/unreachable-vendors.ts";
import { marketplaceTotal, heldBy, totalOf } from "../fixtures/wallets.ts";
import { expectTotal } from "../expect/balances.ts";
import {
  type Allocation,
  allocationOf,
  codeOf,
  givenAllocation,
  givenReversal,
  sendAllocation,
} from "../fixtures/money-movements.ts";
import { code, soon } from "../fixtures/reading.ts";
import { ifAccepted } from "../expect/refusals.ts";
import { francs as someFrancs } from "../fixtures/values.ts";
import { listen } from "../fixtures/every-event.ts";
import { ifPossible } from "../fixtures/if-possible.ts";

/** Multiples of the ordinary amount, because a surcharge may have brackets. The check's own merchant pays them. */
const LARGER = [21, 101] as const;

/** Odd amounts, and ones beyond 24, 31 and 32 bits. */
const ANY_AMOUNTS = [1_009, 16_777_217, 2_147_483_649, 4_294_967_301, 100_000_000_003] as const;

/** The figures that an allocation reports, and the money that it moves (§2.5, §4.5). */
export default [
  rule("allocations/echoes-destination", async (check) => {
    for (const vendor of await givenVendors(check, 2)) {
      const { answer } = await givenAllocation(check, vendor);
      check.expect.field("destination", answer.field("destination"), answer).toBe(vendor.acct);
    }
  }),

  /** Sends one request without a currency and one that names another currency. */
  rule("allocations/currency-of-the-account", async (check) => {
    const vendor = await givenVendor(check);
    const { answer } = await givenAllocation(check, vendor);
    const usual = code(answer.field("currency"));
    const { destination, amount } = { destination: vendor.acct, amount: check.profile.ordinary.amount };
    for (const currency of vendor.merchant.own ? ["XOF", "eur"] : []) {
      // The document has no such field, so the target may refuse it.
      const asking = await vendor.merchant.api.createAllocation({ json: { destination, amount, currency } });
      if (!asking.succeeded) continue;
      check.expect
        .that(`currency, although the request has ${currency}`, code(asking.field("currency")), asking)
        .toBe(usual);
    }
    const overview = check.succeeded(await vendor.merchant.api.retrieveOverview());
    check.expect.field("currency", usual, answer).toBe(code(overview.field("currency")));
    // Of an account with another currency, if control can create one.
    await ifPossible(async () => {
      const merchant = await ownMarketplace(check, undefined, { currency: "xof" });
      const abroad = { acct: await makeVendor(check, merchant), merchant };
      const allocated = (await givenAllocation(check, abroad)).answer;
      const own = check.succeeded(await merchant.api.retrieveOverview());
      check.expect
        .field("currency", code(allocated.field("currency")), allocated)
        .toBe(code(own.field("currency")));
    });
  }),

  figures("allocations/full-amount-on-controller", "controller", (check, { answer, amount, requested }) => {
    check.expect.field("amount", amount, answer).toBe(requested);
  }),

  figures("allocations/net-of-fee-on-account", "account", (check, { answer, amount, fee, requested }) => {
    check.expect.that(`amount, with a fee of ${fee}`, amount, answer).toBe(requested - fee);
  }),

  /** Compares the vendor's balance before and after each allocation. Includes a vendor that pays the fee, if there is one. */
  rule("allocations/vendor-receives-reported-amount", async (check) => {
    const payer = check.has("fixture.merchant-fee-on-account") ? ({ feePayer: "account" } as const) : {};
    const vendor = await givenVendor(check, payer);
    await eachAllocation(check, vendor, async (allocate) => {
      const before = totalOf(await heldBy(check, vendor));
      const allocation = await allocate();
      if (allocation === null) return;
      await expectTotal(check, vendor, before + allocation.amount, "after the allocation");
    });
  }),

  /** Compares the vendor's balance before and after allocations of amounts that narrow numbers cannot have, and their reversals. */
  rule("allocations/any-amount-is-credited", async (check) => {
    const vendor = await givenVendor(check);
    const { merchant } = vendor;
    if (!merchant.own) throw new NeedMissing("control.createMerchant");
    await ifPossible(() => listen(check, merchant));
    const path = { accountId: merchant.accountId };
    await check.control.call("fundMarketplace", { path, json: { amount: 3 * Math.max(...ANY_AMOUNTS) } });
    let accepted = 0;
    for (const amount of ANY_AMOUNTS) {
      const before = totalOf(await heldBy(check, vendor));
      const answer = await sendAllocation(check, vendor, amount);
      // Limits are not documented.
      if (!answer.succeeded) continue;
      accepted += 1;
      const allocation = allocationOf(vendor, amount, answer);
      const feePayer = await feePayerOf(check, merchant, vendor.acct);
      if (feePayer === "controller")
        check.expect.that(`amount, paid by the controller`, allocation.amount, answer).toBe(amount);
      else if (feePayer === "account")
        check.expect.that(`amount and fee together`, allocation.amount + allocation.fee, answer).toBe(amount);
      await expectTotal(check, vendor, before + allocation.amount, "after the allocation");
      const part = Math.ceil(allocation.amount / 2);
      for (const taken of [part, undefined]) {
        const reversal = await givenReversal(check, allocation, taken);
        const expected = taken ?? allocation.amount - part;
        check.expect.field("amount", numberOf(reversal.field("amount")), reversal).toBe(expected);
      }
      await expectTotal(check, vendor, before, "after the reversal");
    }
    if (accepted === 0) throw new Inconclusive("no allocation was accepted");
  }),

  /**
   * Compares the marketplace's balance, as control reports it, before and after allocations of several sizes and one with a live key, which leaves
   * the test funds unchanged. Funds that do not cover the fee either refuse the allocation or fall by its fee as well.
   */
  rule("allocations/controller-pays-amount-plus-fee", { alone: true }, async (check) => {
    const vendor = await givenVendor(check, { feePayer: "controller" });
    for (const more of [0, 10_001]) {
      const { debit, expected, answer } = await debitOf(check, vendor, { more });
      check.expect.that("the debit of the marketplace", debit, answer).toBe(expected);
    }
    if (vendor.merchant.own) {
      const path = { accountId: vendor.merchant.accountId };
      const json = { amount: 3 * Math.max(...ANY_AMOUNTS) };
      await ifPossible(() => check.control.call("fundMarketplace", { path, json }));
      // Limits are not documented.
      for (const more of ANY_AMOUNTS) {
        const large = await ifPossible(() => debitOf(check, vendor, { more }));
        if (large !== null)
          check.expect.that("the debit of the marketplace", large.debit, large.answer).toBe(large.expected);
      }
    }
    const scarce = await ifPossible(async () => {
      const merchant = await ownMarketplace(check, "controller", {
        funds: check.profile.ordinary.amount + 1,
      });
      return debitOf(check, { acct: await makeVendor(check, merchant), merchant }, {});
    });
    if (scarce !== null)
      check.expect.that("the debit of scarce funds", scarce.debit, scarce.answer).toBe(scarce.expected);
    const live = await ifPossible(async () => {
      const other = await givenFundedLiveVendor(check, vendor);
      // Each mode may be activated separately.
      if ((await feePayerOf(check, other.merchant, other.acct)) !== "controller") return null;
      const before = await marketplaceTotal(check, other);
      const figures = await debitOf(check, other, { mode: "live" });
      return { ...figures, ofTest: before - (await marketplaceTotal(check, other)) };
    });
    if (live === null) return;
    // If control reports the test funds in both modes, no debit is visible.
    if (live.debit === 0) {
      check.expect.that("the debit of its test balance", live.ofTest, live.answer).toBe(0);
      return;
    }
    check.expect.that("the debit of its live balance", live.debit, live.answer).toBe(live.expected);
  }),
];

/** The actual and the expected debit of a marketplace that pays the fee. */
async function debitOf(
  check: Check,
  vendor: Vendor,
  { more = 0, mode }: { readonly more?: number; readonly mode?: "live" },
) {
  const before = await marketplaceTotal(check, vendor, mode);
  const amount = check.profile.ordinary.amount + more;
  const { requested, fee, answer } = await givenAllocation(check, vendor, amount);
  const expected = requested + fee;
  const debit = await soon(check, {
    read: async () => before - (await marketplaceTotal(check, vendor, mode)),
    holds: (fallen) => fallen === expected,
  });
  return { debit, expected, answer };
}

/** Judges allocations of many amounts to a vendor of the given fee payer, and one without a surcharge. */
function figures(
  id: RuleId,
  feePayer: FeePayer,
  judge: (check: Check, allocation: Allocation) => void,
): RuleCheck {
  return rule(id, async (check) => {
    const vendor = await givenVendor(check, { feePayer });
    let largest = 0;
    await eachAllocation(check, vendor, async (allocate) => {
      const allocation = await allocate();
      if (allocation === null) return;
      largest = Math.max(largest, allocation.fee);
      judge(check, allocation);
    });
    if (feePayer === "controller") await expectCovered(check, vendor, largest);
    const free = await ifPossible(async () => {
      const surcharge = { fixed: 0, percent: 0 };
      const merchant = await ownMarketplace(check, feePayer, { surcharge });
      await listen(check, merchant);
      return { acct: await makeVendor(check, merchant), merchant };
    });
    if (free !== null) judge(check, await givenAllocation(check, free));
  });
}

/** Allocates amounts up to a fee, which takes nothing from a vendor that does not pay it. They may be refused for another reason. */
async function expectCovered(check: Check, vendor: Vendor, fee: number): Promise<void> {
  for (const amount of new Set([1, Math.ceil(fee / 2), fee])) {
    if (amount <= 0) continue;
    const answer = await sendAllocation(check, vendor, amount);
    check.expect
      .that(`the code of an allocation of ${amount}, whose fee the marketplace pays`, codeOf(answer), answer)
      .toDifferFrom("connect.vendor_net_not_positive");
  }
}

async function eachAllocation(
  check: Check,
  vendor: Vendor,
  holds: (allocate: () => Promise<Allocation | null>) => Promise<void>,
): Promise<void> {
  const { amount } = check.profile.ordinary;
  await check.property({
    effort: 0.4,
    from: someFrancs(check),
    examples: [
      amount,
      amount + 10_000,
      ...(vendor.merchant.own ? LARGER.map((times) => amount * times) : []),
    ],
    runShares: { accepted: 0.5 },
    holds: (requested, reach) =>
      holds(async () => {
        const answer = ifAccepted(check, await sendAllocation(check, vendor, requested), reach);
        return answer === null ? null : allocationOf(vendor, requested, answer);
      }),
  });
}
