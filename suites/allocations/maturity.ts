import { rule } from "../kit.ts";
import {
  advanceTimeBy,
  advanceToJustBefore,
  canAdvanceTime,
  givenDelayed,
  matured,
  whilePending,
} from "../fixtures/funds.ts";
import { givenAllocation } from "../fixtures/money-movements.ts";
import { targetClock } from "../fixtures/target-time.ts";
import { MINUTE } from "../fixtures/times.ts";
import { totalOf } from "../fixtures/wallets.ts";
import { expectHeld } from "../expect/balances.ts";
import { observing } from "../expect/observing.ts";
import { debit, figures, insufficientFunds } from "./observations.ts";

/** When a credit becomes available (§3). */
export default [
  /** Reads the balances right after the allocation and, if control can move time, half a minute before `available_at`. */
  rule("allocations/credit-is-pending-until-available-at", async (check) => {
    const { before, allocation } = await givenDelayed(check, { dated: true });
    const { vendor, amount } = allocation;
    const expected = { pending: before.pending + amount, available: before.available };
    const isPending = (when: string): Promise<unknown> => expectHeld(check, vendor, expected, when);
    await whilePending(allocation, () => isPending("after the allocation"));
    if (await advanceToJustBefore(check, allocation))
      await whilePending(allocation, () => isPending("half a minute before available_at"));
  }),

  /** Reads the balances after that date. A second credit, if control can move time, is made in the last minute of a month. */
  observing(
    rule("allocations/credit-is-available-from-available-at", async (check) => {
      const { before, allocation } = await givenDelayed(check, { dated: true });
      await matured(check, [allocation]);
      const { vendor } = allocation;
      const expected = { pending: 0, available: totalOf(before) + allocation.amount };
      await expectHeld(check, vendor, expected, "from available_at on");
      if (!canAdvanceTime(check, vendor)) return;
      const now = new Date((await targetClock(check, vendor.merchant))());
      const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
      await advanceTimeBy(check, vendor, nextMonth - MINUTE - now.getTime());
      const second = await givenAllocation(check, vendor);
      await matured(check, [second]);
      const both = { pending: 0, available: expected.available + second.amount };
      await expectHeld(check, vendor, both, "from available_at on, in the next month");
    }),
    figures,
    debit,
    insufficientFunds,
  ),
];
