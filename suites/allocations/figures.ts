import type { Check } from "../../harness/check.ts";
import { rule, type RuleCheck } from "../../harness/rule.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { givenVendor, givenVendors, type Vendor } from "../fixtures/vendors.ts";
import { type FeePayer, feePayerOf } from "../fixtures/marketplaces.ts";
import { unlessNeeded } from "../fixtures/test-clocks.ts";
import { givenFundedLiveVendor } from "../fixtures/unreachable-vendors.ts";
import { marketplaceTotal, expectTotal, heldBy, totalOf } from "../fixtures/wallets.ts";
import {
  type Allocation,
  allocationOf,
  givenAllocation,
  sendAllocation,
} from "../fixtures/money-movements.ts";
import { code, soon } from "../expect/reading.ts";
import { ifAccepted } from "../expect/refusals.ts";
import { francs as someFrancs } from "../fixtures/values.ts";

/** Multiples of the ordinary amount: a surcharge may be by bands. The money is that of a merchant of the check's own. */
const LARGER = [21, 101] as const;

/** What an allocation reports, and what it moves (§2.5, §4.5). */
export default [
  /** Two vendors, one after the other. */
  rule("allocations/echoes-destination", async (check) => {
    for (const vendor of await givenVendors(check, 2)) {
      const { answer } = await givenAllocation(check, vendor);
      check.expect.that("destination", answer.field("destination"), answer).toBe(vendor.acct);
    }
  }),

  /** Without a currency, and with one in the request. */
  rule("allocations/currency-of-the-account", async (check) => {
    const vendor = await givenVendor(check);
    const overview = check.succeeded(await vendor.merchant.api.retrieveOverview());
    const { answer } = await givenAllocation(check, vendor);
    check.expect
      .that("currency", code(answer.field("currency")), answer)
      .toBe(code(overview.field("currency")));
    if (!vendor.merchant.own) return;
    const { destination, amount } = { destination: vendor.acct, amount: check.profile.ordinary.amount };
    for (const currency of ["XOF", "eur"]) {
      // The document has no such field: a target may refuse it.
      const asking = await vendor.merchant.api.createAllocation({ json: { destination, amount, currency } });
      if (!asking.succeeded) continue;
      check.expect
        .that(`currency, although the request has ${currency}`, code(asking.field("currency")), asking)
        .toBe(code(overview.field("currency")));
    }
  }),

  figures("allocations/full-amount-on-controller", "controller", (check, { answer, amount, requested }) => {
    check.expect.that("amount", amount, answer).toBe(requested);
  }),

  figures("allocations/net-of-fee-on-account", "account", (check, { answer, amount, fee, requested }) => {
    check.expect.that(`amount, with a fee of ${fee}`, amount, answer).toBe(requested - fee);
  }),

  /** Balances around each allocation; vendors that pay the fee, if there are any. */
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

  /** Its balance around allocations of two sizes, and around an allocation with a live key, which leaves its test funds, as control reads it. */
  rule("allocations/controller-pays-amount-plus-fee", { alone: true }, async (check) => {
    const vendor = await givenVendor(check, { feePayer: "controller" });
    for (const more of [0, 10_001]) {
      const { debit, expected, answer } = await debitOf(check, vendor, { more });
      check.expect.that("the fall of the marketplace's balance", debit, answer).toBe(expected);
    }
    const live = await unlessNeeded(async () => {
      const other = await givenFundedLiveVendor(check, vendor);
      // Each mode may have its own activation.
      if ((await feePayerOf(check, other.merchant, other.acct)) !== "controller") return null;
      const before = await marketplaceTotal(check, other);
      const figures = await debitOf(check, other, { mode: "live" });
      return { ...figures, ofTest: before - (await marketplaceTotal(check, other)) };
    });
    if (live === null) return;
    // Control that reports the test funds in either mode shows no debit.
    if (live.debit === 0) {
      check.expect.that("the fall of its test balance", live.ofTest, live.answer).toBe(0);
      return;
    }
    check.expect.that("the fall of its live balance", live.debit, live.answer).toBe(live.expected);
  }),
];

/** By how much an allocation lowers the balance of a marketplace that pays the fee, and by how much it must. */
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

/** Allocations of many amounts where that payer pays. */
function figures(
  id: RuleId,
  feePayer: FeePayer,
  judge: (check: Check, allocation: Allocation) => void,
): RuleCheck {
  return rule(id, async (check) => {
    const vendor = await givenVendor(check, { feePayer });
    await eachAllocation(check, vendor, async (allocate) => {
      const allocation = await allocate();
      if (allocation !== null) judge(check, allocation);
    });
  });
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
