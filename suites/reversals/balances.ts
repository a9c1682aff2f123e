import fc from "fast-check";
import type { Check } from "../../harness/check.ts";
import { rule } from "../../harness/rule.ts";
import { anotherVendor, givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { givenDelayed, isDelayed, matured, whilePending } from "../fixtures/funds.ts";
import {
  type Allocation,
  givenAllocation,
  givenReversal,
  sendReversal,
} from "../fixtures/money-movements.ts";
import { asPrecondition, soon } from "../expect/reading.ts";
import { expectTotal, type Held, heldBy, heldUntil, totalOf } from "../fixtures/wallets.ts";

/** From which balance a reversal draws, and how much (§2.6, §3). */
export default [
  /** Balances around reversals of parts and of the rest. */
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
          const amount = Number(reversed.field("amount"));
          held -= amount;
          remaining -= amount;
          await expectTotal(check, vendor, held, `after ${amount} were reversed`);
        }
      },
    });
  }),

  /** A vendor with both kinds, and reversals of no more than is pending. */
  rule("reversals/pending-drawn-first", async (check) => {
    await drawing(check, { min: 1, max: 100 }, async ({ vendor, ripe, unripe, held, percent }) => {
      const amount = Math.max(1, Math.floor((unripe.amount * percent) / 100));
      await whilePending(unripe, async () => {
        await givenReversal(check, percent % 2 === 0 ? unripe : fitting(ripe, unripe, amount), amount);
        await expectHeld(check, vendor, {
          pending: held.pending - amount,
          available: held.available,
        });
      });
    });
  }),

  /** Reversals of more than is pending, and one that neither balance covers by itself. */
  rule("reversals/available-drawn-second", async (check) => {
    const like = await drawing(
      check,
      { min: 1, max: 90 },
      async ({ vendor, ripe, unripe, held, percent }) => {
        const beyond = Math.max(1, Math.floor(((ripe.amount - held.pending) * percent) / 100));
        await whilePending(unripe, async () => {
          await givenReversal(check, ripe, held.pending + beyond);
          await expectHeld(check, vendor, { pending: 0, available: held.available - beyond });
        });
      },
    );
    await drawnOnBoth(check, like);
  }),
];

/** A small credit that is available and a large one that is pending: the small one is taken back first, then the large one. */
async function drawnOnBoth(check: Check, like: Vendor): Promise<void> {
  const purse = await givenPurse(check, like, { ripe: 1, unripe: 3 });
  if (purse === null) return;
  const { vendor, ripe, unripe, held } = purse;
  await whilePending(unripe, async () => {
    await givenReversal(check, ripe);
    check.expect(await sendReversal(unripe)).toAnswer(201);
    await expectHeld(check, vendor, { pending: 0, available: held.available - ripe.amount });
  });
}

interface Purse {
  readonly vendor: Vendor;
  /** An allocation whose credit is available. */
  readonly ripe: Allocation;
  /** One whose credit is pending. */
  readonly unripe: Allocation;
  readonly held: Held;
}

/**
 * A property over vendors that hold both kinds of funds.
 * @returns a vendor whose credits are delayed
 * @throws NeedMissing where no credit is delayed
 */
async function drawing(
  check: Check,
  percents: { readonly min: number; readonly max: number },
  holds: (purse: Purse & { readonly percent: number }) => Promise<void>,
): Promise<Vendor> {
  const { allocation } = await givenDelayed(check);
  await check.property({
    // Where time cannot be moved, each run waits for a credit to mature.
    effort: allocation.vendor.merchant.own ? 0.25 : 0.05,
    from: fc.integer(percents),
    holds: async (percent) => {
      const purse = await givenPurse(check, allocation.vendor, { ripe: 3, unripe: 1 });
      if (purse !== null) await holds({ ...purse, percent });
    },
  });
  return allocation.vendor;
}

/** Both kinds of funds, in ordinary amounts, with a vendor like this one; null where no credit is delayed this time. */
async function givenPurse(
  check: Check,
  like: Vendor,
  amounts: { readonly ripe: number; readonly unripe: number },
): Promise<Purse | null> {
  const { amount } = check.profile.ordinary;
  const vendor = await anotherVendor(check, like);
  const ripe = await givenAllocation(check, vendor, amount * amounts.ripe);
  await matured(check, [ripe]);
  const unripe = await givenAllocation(check, vendor, amount * amounts.unripe);
  if (!isDelayed(unripe)) return null;
  const held = await asPrecondition(() =>
    heldUntil(check, vendor, `${unripe.amount} francs pending`, ({ pending }) => pending === unripe.amount),
  );
  return { vendor, ripe, unripe, held };
}

/** The older allocation where it covers an amount, else the pending one: what is drawn does not depend on which is reversed. */
function fitting(ripe: Allocation, unripe: Allocation, amount: number): Allocation {
  return amount <= ripe.amount ? ripe : unripe;
}

async function expectHeld(check: Check, vendor: Vendor, wanted: Held): Promise<void> {
  await heldUntil(
    check,
    vendor,
    `pending ${wanted.pending} and available ${wanted.available}`,
    (held) => held.pending === wanted.pending && held.available === wanted.available,
  );
}
