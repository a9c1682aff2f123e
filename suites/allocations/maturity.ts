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
import { HOUR, MINUTE } from "../fixtures/times.ts";
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

  /**
   * Reads the balances after that date. Further credits, if control can move time, are made within the last day of a month: some hours and a
   * minute before its end.
   */
  observing(
    rule("allocations/credit-is-available-from-available-at", async (check) => {
      const { before, allocation } = await givenDelayed(check, { dated: true });
      await matured(check, [allocation]);
      const { vendor } = allocation;
      const expected = { pending: 0, available: totalOf(before) + allocation.amount };
      await expectHeld(check, vendor, expected, "from available_at on");
      if (!canAdvanceTime(check, vendor)) return;
      const today = new Date((await targetClock(check, vendor.merchant))());
      const nextMonth = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1);
      let { available } = expected;
      for (const ahead of [8 * HOUR, MINUTE]) {
        const left = nextMonth - ahead - (await targetClock(check, vendor.merchant))();
        if (left > 0) await advanceTimeBy(check, vendor, left);
        const further = await givenAllocation(check, vendor);
        await matured(check, [further]);
        available += further.amount;
        await expectHeld(check, vendor, { pending: 0, available }, "from available_at on, at a month's end");
      }
    }),
    figures,
    debit,
    insufficientFunds,
  ),
];
