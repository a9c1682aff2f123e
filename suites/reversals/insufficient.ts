import * as fc from "fast-check";
import { type Answer, type Check, Inconclusive, numberOf, rule } from "../kit.ts";
import {
  marketplaceTotal,
  francs,
  heldBy,
  showsBalances,
  totalOf,
  unknownFunds,
} from "../fixtures/wallets.ts";
import { expectTotal } from "../expect/balances.ts";
import { givenEmptied, unlessReturned } from "../fixtures/in-flight-withdrawals.ts";
import { anotherVendor, givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { givenFunds, isDelayed, matured } from "../fixtures/funds.ts";
import { type Allocation, codeOf, givenAllocation, sendReversal } from "../fixtures/money-movements.ts";
import { observing } from "../expect/observing.ts";
import { asPrecondition, code } from "../fixtures/reading.ts";
import { insufficientFunds } from "./observations.ts";

/** The funds that the vendor has left, in percent of the allocation to reverse. */
const LEFT = 20;

/** Reversals that the vendor's funds do not cover (§7.5), because it withdrew the allocated money. */
export default [
  /** Reverses an allocation after the vendor withdrew all its funds. */
  observing(
    rule("reversals/insufficient-refused", async (check) => {
      const underfunded = await givenUnderfunded(check, 0);
      check.expect(await unpaid(check, underfunded, 1)).toAnswer(402);
      check.expect(await unpaid(check, underfunded)).toAnswer(402);
    }),
    insufficientFunds,
  ),

  /** Requests parts of the remainder that exceed the vendor's funds. */
  rule("reversals/insufficient-required-is-asked", async (check) => {
    const underfunded = await givenUnderfunded(check, LEFT);
    const { allocation, left } = underfunded;
    for (const requested of [left + 1, Math.floor((left + allocation.amount) / 2), allocation.amount]) {
      check
        .expect(await unpaid(check, underfunded, requested))
        .toRefuse({ status: 402, body: { required: requested } });
    }
  }),

  /** Requests the remainder of an allocation that was partly reversed before. */
  rule("reversals/insufficient-required-is-remainder", async (check) => {
    const underfunded = await givenUnderfunded(check, LEFT);
    const { allocation, left } = underfunded;
    const part = Math.floor(left / 2);
    check.expect(await unpaid(check, underfunded)).toRefuse({
      status: 402,
      body: { required: allocation.amount },
    });
    check.succeeded(await sent(allocation, part));
    check.expect(await unpaid(check, underfunded)).toRefuse({
      status: 402,
      body: { required: allocation.amount - part },
    });
  }),

  /** The vendor has nothing, then a known amount. While pending, that amount may count; once available, it must. */
  rule("reversals/insufficient-seller-available-is-held", async (check) => {
    const underfunded = await givenUnderfunded(check, 0);
    const { allocation, vendor } = underfunded;
    const reports = async (...allowed: readonly number[]): Promise<unknown> => {
      const refused = await unpaid(check, underfunded);
      check.expect(refused).toAnswer(402);
      const { seller_available: reported } = refused.body as { seller_available?: unknown };
      if (!underfunded.isKnown && !allowed.includes(numberOf(reported))) throw unknownFunds();
      check.expect.field("seller_available", reported, refused).toBeOneOf(allowed);
      return reported;
    };
    await reports(0);
    const little = await givenAllocation(check, vendor, Math.floor(allocation.requested / 5));
    if (isDelayed(little)) {
      const reported = await reports(little.amount, 0);
      check.observe("seller-available-scope", reported === 0 ? "available only" : "pending and available");
    }
    await matured(check, [little]);
    if (underfunded.isKnown)
      await asPrecondition(() => expectTotal(check, vendor, little.amount, "once matured"));
    await reports(little.amount);
  }),

  /** The vendors have more or less of the requested amount. */
  rule("reversals/insufficient-shortfall-is-the-difference", async (check) => {
    const first = await givenVendor(check, { withdrawable: true });
    await check.property({
      effort: 0.2,
      from: fc.integer({ min: 5, max: 90 }),
      holds: async (percent) => {
        const vendor = await anotherVendor(check, first);
        const underfunded = await impoverished(check, vendor, percent);
        const requested = Math.floor((underfunded.left + underfunded.allocation.amount + 1) / 2);
        for (const refused of [
          await unpaid(check, underfunded, requested),
          await unpaid(check, underfunded),
        ]) {
          check.expect(refused).toAnswer(402);
          judgeShortfall(check, refused, underfunded);
        }
      },
    });
  }),

  /** Requests reversals with and without an amount. */
  rule("reversals/insufficient-currency-of-the-allocation", async (check) => {
    const underfunded = await givenUnderfunded(check, 0);
    const { allocation } = underfunded;
    for (const refused of [await unpaid(check, underfunded, 1), await unpaid(check, underfunded)]) {
      check.expect(refused).toAnswer(402);
      const { currency } = refused.body as { currency?: unknown };
      check.expect.field("currency", code(currency), refused).toBe(code(allocation.answer.field("currency")));
    }
  }),

  /** Compares balances before and after. Then reverses the full remainder once the vendor is funded. */
  rule("reversals/insufficient-changes-nothing", async (check) => {
    const underfunded = await givenUnderfunded(check, LEFT);
    const { allocation, vendor } = underfunded;
    const before = totalOf(await heldBy(check, vendor));
    for (const _attempt of [1, 2]) check.expect(await unpaid(check, underfunded)).toAnswer(402);
    await expectTotal(check, vendor, before, "after refused reversals");
    await givenAllocation(check, vendor, allocation.requested);
    const reversed = await sent(allocation);
    check.expect(reversed).toAnswer(201);
    check.expect
      .that("the amount of the reversal of the remainder", reversed.field("amount"), reversed)
      .toBe(allocation.amount);
  }),

  /** Sends the same reversal before and after the vendor is funded. */
  rule("reversals/insufficient-then-funded", async (check) => {
    const underfunded = await givenUnderfunded(check, 0);
    const { allocation, vendor } = underfunded;
    check.expect(await unpaid(check, underfunded)).toAnswer(402);
    await givenAllocation(check, vendor, allocation.requested);
    check.expect(await sent(allocation)).toAnswer(201);
  }),

  /**
   * Compares the marketplace's balance before and after an accepted and a refused reversal. Fees of earlier allocations may be settled
   * meanwhile.
   */
  rule("reversals/marketplace-never-drawn", { alone: true }, async (check) => {
    const { allocation, vendor, left, fees } = await givenUnderfunded(check, LEFT);
    const judge = async (what: string, act: () => Promise<Answer>): Promise<void> => {
      const before = await marketplaceTotal(check, vendor);
      const answer = await act();
      check.expect
        .that(`the marketplace's balance after ${what}`, await marketplaceTotal(check, vendor), answer)
        .toSatisfy(`at least ${before - fees}`, (after) => numberOf(after) >= before - fees);
    };
    await judge("a reversal that the vendor cannot pay", () => sendReversal(allocation));
    await judge("a reversal that the vendor can pay", () => sendReversal(allocation, left));
  }),
];

interface Underfunded {
  readonly vendor: Vendor;
  /** An allocation without reversals. */
  readonly allocation: Allocation;
  /** The vendor's funds, less than the allocation. */
  readonly left: number;
  /** Whether the vendor's balances show that these are all its funds. */
  readonly isKnown: boolean;
  /** The fees of the vendor's allocations, whole francs. */
  readonly fees: number;
}

async function givenUnderfunded(check: Check, percentLeft: number): Promise<Underfunded> {
  return impoverished(check, await givenVendor(check, { withdrawable: true }), percentLeft);
}

/** Withdraws a vendor's allocated funds, then allocates a small amount. */
async function impoverished(check: Check, vendor: Vendor, percentLeft: number): Promise<Underfunded> {
  const allocation = await givenFunds(check, vendor, check.profile.ordinary.amount * 10);
  await givenEmptied(check, vendor);
  const isKnown = showsBalances(check);
  const underfundedWith = async (left: number, fees: number): Promise<Underfunded> => {
    if (isKnown) await asPrecondition(() => expectTotal(check, vendor, left, "after a withdrawal"));
    return { vendor, allocation, left, isKnown, fees: allocation.fee + fees };
  };
  if (percentLeft === 0) return underfundedWith(0, 0);
  const requested = Math.max(
    check.profile.ordinary.amount,
    Math.floor((allocation.requested * percentLeft) / 100),
  );
  const { amount: left, fee } = await givenAllocation(check, vendor, requested);
  if (left >= allocation.amount)
    throw new Inconclusive("the vendor has more funds than the allocation to reverse");
  return underfundedWith(left, fee);
}

/**
 * Sends a reversal that exceeds the vendor's funds.
 * @throws Inconclusive if it is accepted while the vendor's balances are unknown: the vendor may have had funds that the withdrawal did not
 * take
 */
async function unpaid(check: Check, underfunded: Underfunded, amount?: number): Promise<Answer> {
  const { allocation, vendor, left, isKnown } = underfunded;
  const answer = await sent(allocation, amount);
  if (!answer.succeeded) return answer;
  if (!isKnown) throw unknownFunds();
  const granted = amount ?? allocation.amount;
  await unlessReturned(check, vendor, { without: left - granted, returned: allocation.amount });
  return answer;
}

/**
 * Sends a reversal after the vendor's withdrawal.
 * @throws Inconclusive if that withdrawal is still in flight and blocks reversals, which is open (`withdrawal-flight-routes`)
 */
async function sent(allocation: Allocation, amount?: number): ReturnType<typeof sendReversal> {
  const answer = await sendReversal(allocation, amount);
  if (codeOf(answer) === "E_PENDING_WITHDRAW")
    throw new Inconclusive("the vendor's wallet is locked while its withdrawal is in flight");
  return answer;
}

/** Judges the shortfall by the refusal's own `seller_available`, or by the sum of both balances. */
function judgeShortfall(check: Check, refused: Answer, { isKnown, left }: Underfunded): void {
  const body = refused.body as Readonly<Record<string, unknown>>;
  const required = francs(body["required"], "required");
  const reported = francs(body["seller_available"], "seller_available");
  const allowed = [...new Set([required - reported, required - left])];
  if (!isKnown && !allowed.includes(numberOf(body["shortfall"]))) throw unknownFunds();
  check.expect
    .that(`shortfall, with ${required} required and ${reported} available`, body["shortfall"], refused)
    .toBeOneOf(allowed);
}
