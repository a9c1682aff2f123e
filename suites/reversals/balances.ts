import fc from "fast-check";
import type { Check } from "../../harness/check.ts";
import { rule } from "../../harness/rule.ts";
import { anotherVendor, givenVendor, type Vendor } from "../connect/given.ts";
import { givenDelayed, isDelayed, matured, whilePending } from "../connect/maturity.ts";
import { type Allocation, givenAllocation, givenReversal } from "../connect/money.ts";
import { asPrecondition, soon } from "../shared/reading.ts";
import { expectTotal, type Held, heldBy, heldUntil, totalOf } from "../connect/wallets.ts";

/** From which balance a reversal draws, and how much (§2.6, §3). */
export default [
  /** Goal: what is reported is what the vendor loses. Method: balances around reversals of parts and of the rest. */
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

  /** Goal: pending funds go first. Method: a vendor with both kinds, and reversals of no more than is pending. */
  rule("reversals/pending-drawn-first", (check) =>
    drawing(check, { min: 1, max: 100 }, async ({ vendor, ripe, unripe, held, percent }) => {
      const amount = Math.max(1, Math.floor((unripe.amount * percent) / 100));
      await whilePending(unripe, async () => {
        await givenReversal(check, percent % 2 === 0 ? unripe : fitting(ripe, unripe, amount), amount);
        await expectHeld(check, vendor, {
          pending: held.pending - amount,
          available: held.available,
        });
      });
    }),
  ),

  /** Goal: available funds give only what pending ones lack. Method: reversals of more than is pending. */
  rule("reversals/available-drawn-second", (check) =>
    drawing(check, { min: 1, max: 90 }, async ({ vendor, ripe, unripe, held, percent }) => {
      const beyond = Math.max(1, Math.floor(((ripe.amount - held.pending) * percent) / 100));
      await whilePending(unripe, async () => {
        await givenReversal(check, ripe, held.pending + beyond);
        await expectHeld(check, vendor, { pending: 0, available: held.available - beyond });
      });
    }),
  ),
];

interface Purse {
  readonly vendor: Vendor;
  /** An allocation whose credit is available, larger than what is pending. */
  readonly ripe: Allocation;
  /** One whose credit is pending. */
  readonly unripe: Allocation;
  readonly held: Held;
  readonly percent: number;
}

/** A property over vendors that hold both kinds of funds. @throws NeedMissing where no credit is delayed */
async function drawing(
  check: Check,
  percents: { readonly min: number; readonly max: number },
  holds: (purse: Purse) => Promise<void>,
): Promise<void> {
  const { allocation } = await givenDelayed(check);
  await check.property({
    // Where time cannot be moved, each run waits for a credit to mature.
    effort: allocation.vendor.merchant.own ? 0.25 : 0.05,
    from: fc.integer(percents),
    holds: async (percent) => {
      const vendor = await anotherVendor(check, allocation.vendor);
      const ripe = await givenAllocation(check, vendor, check.profile.ordinary.amount * 3);
      await matured(check, [ripe]);
      const unripe = await givenAllocation(check, vendor);
      if (!isDelayed(unripe)) return;
      const held = await asPrecondition(() =>
        heldUntil(
          check,
          vendor,
          `${unripe.amount} francs pending`,
          ({ pending }) => pending === unripe.amount,
        ),
      );
      await holds({ vendor, ripe, unripe, held, percent });
    },
  });
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
