import * as fc from "fast-check";
import { type Check, numberOf, rule } from "../kit.ts";
import { anotherVendor, givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { givenDelayed, isDelayed, matured, MaturedMeanwhile, whilePending } from "../fixtures/funds.ts";
import {
  type Allocation,
  givenAllocation,
  givenReversal,
  sendReversal,
} from "../fixtures/money-movements.ts";
import { asPrecondition, soon } from "../fixtures/reading.ts";
import { type Held, heldBy, heldUntil, totalOf } from "../fixtures/wallets.ts";
import { expectHeld, expectTotal } from "../expect/balances.ts";

/** The balances from which a reversal draws, and how much (§2.6, §3). */
export default [
  /** Compares balances before and after reversals of parts and of the remainder. */
  rule("reversals/vendor-returns-reported-amount", async (check) => {
    const vendor = await givenVendor(check);
    await check.property({
      effort: 0.3,
      from: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 }),
      classesOf: (parts) => (parts.length > 1 ? ["several reversals"] : []),
      shares: { "several reversals": 0.2 },
      holds: async (parts) => {
        const before = totalOf(await heldBy(check, vendor));
        const allocation = await givenAllocation(check, vendor);
        let held = await soon(check, {
          read: async () => totalOf(await heldBy(check, vendor)),
          holds: (total) => total === before + allocation.amount,
        });
        let remaining = allocation.amount;
        for (const percent of [...parts, null]) {
          if (remaining === 0) break;
          const part = percent === null ? undefined : Math.max(1, Math.floor((remaining * percent) / 100));
          const reversed = await givenReversal(check, allocation, part);
          const amount = numberOf(reversed.field("amount"));
          held -= amount;
          remaining -= amount;
          await expectTotal(check, vendor, held, `after ${amount} were reversed`);
        }
      },
    });
  }),

  /** The vendor has pending and available funds. The reversals are at most the pending amount. */
  rule("reversals/pending-drawn-first", async (check) => {
    await drawing(
      check,
      { min: 1, max: 100, first: 100 },
      async ({ vendor, availableCredit, pendingCredit, held, percent }) => {
        const amount = Math.max(1, Math.floor((pendingCredit.amount * percent) / 100));
        await whilePending(pendingCredit, async () => {
          await givenReversal(
            check,
            percent % 2 === 0 ? pendingCredit : fitting(availableCredit, pendingCredit, amount),
            amount,
          );
          const expected = { pending: held.pending - amount, available: held.available };
          await expectHeld(check, vendor, expected, "after a reversal");
        });
      },
    );
  }),

  /** The reversals exceed the pending balance. One exceeds either balance alone. */
  rule("reversals/available-drawn-second", async (check) => {
    const like = await drawing(
      check,
      { min: 1, max: 90, first: 1 },
      async ({ vendor, availableCredit, pendingCredit, held, percent }) => {
        const beyond = Math.max(1, Math.floor(((availableCredit.amount - held.pending) * percent) / 100));
        await whilePending(pendingCredit, async () => {
          const answer = await sendReversal(availableCredit, held.pending + beyond);
          // Both balances together suffice, so even a 402 is judged. Another refusal may have another reason.
          if (answer.status === 402 && beyond <= held.available) check.expect(answer).toAnswer(201);
          check.succeeded(answer);
          const expected = { pending: 0, available: held.available - beyond };
          await expectHeld(check, vendor, expected, "after a reversal");
        });
      },
    );
    await drawnOnBoth(check, like);
  }),
];

/** Reverses a small available credit first, then a large pending one. */
async function drawnOnBoth(check: Check, like: Vendor): Promise<void> {
  const wallet = await givenWallet(check, like, { availableCredit: 1, pendingCredit: 3 });
  if (wallet === null) return;
  const { vendor, availableCredit, pendingCredit, held } = wallet;
  await whilePending(pendingCredit, async () => {
    await givenReversal(check, availableCredit);
    check.expect(await sendReversal(pendingCredit)).toAnswer(201);
    const expected = { pending: 0, available: held.available - availableCredit.amount };
    await expectHeld(check, vendor, expected, "after both reversals");
  });
}

/** The number of wallets that a run tries if their funds mature too early. */
const ATTEMPTS = 3;

interface Wallet {
  readonly vendor: Vendor;
  /** An allocation whose credit is available. */
  readonly availableCredit: Allocation;
  /** An allocation whose credit is pending. */
  readonly pendingCredit: Allocation;
  readonly held: Held;
}

/**
 * Judges vendors that have pending and available funds.
 * @returns a vendor whose credits are delayed
 * @throws NeedMissing if no credit is delayed
 */
async function drawing(
  check: Check,
  { first, ...percents }: { readonly min: number; readonly max: number; readonly first: number },
  holds: (wallet: Wallet & { readonly percent: number }) => Promise<void>,
): Promise<Vendor> {
  const { allocation } = await givenDelayed(check);
  await check.property({
    // If control cannot move time, each run waits for a credit to mature.
    effort: allocation.vendor.merchant.own ? 0.25 : 0.05,
    from: fc.integer(percents),
    examples: [first],
    holds: async (percent) => {
      for (let attempt = 1; ; attempt += 1) {
        const wallet = await givenWallet(check, allocation.vendor, { availableCredit: 3, pendingCredit: 1 });
        if (wallet === null) return;
        try {
          await holds({ ...wallet, percent });
          return;
        } catch (error) {
          // If funds are pending for a second only, one slow answer is enough to miss it.
          if (!(error instanceof MaturedMeanwhile) || attempt === ATTEMPTS) throw error;
        }
      }
    },
  });
  return allocation.vendor;
}

/** A vendor with pending and available funds in ordinary amounts; null if no credit was delayed this time. */
async function givenWallet(
  check: Check,
  like: Vendor,
  amounts: { readonly availableCredit: number; readonly pendingCredit: number },
): Promise<Wallet | null> {
  const { amount } = check.profile.ordinary;
  const vendor = await anotherVendor(check, like);
  const availableCredit = await givenAllocation(check, vendor, amount * amounts.availableCredit);
  await matured(check, [availableCredit]);
  const pendingCredit = await givenAllocation(check, vendor, amount * amounts.pendingCredit);
  if (!isDelayed(pendingCredit)) return null;
  const held = await asPrecondition(() =>
    heldUntil(
      check,
      vendor,
      `${pendingCredit.amount} francs pending`,
      ({ pending }) => pending === pendingCredit.amount,
    ),
  );
  return { vendor, availableCredit, pendingCredit, held };
}

/**
 * The available allocation if it suffices for an amount, else the pending one. The balance that is drawn on does not depend on the
 * allocation that is reversed.
 */
function fitting(availableCredit: Allocation, pendingCredit: Allocation, amount: number): Allocation {
  return amount <= availableCredit.amount ? availableCredit : pendingCredit;
}
