import { rule } from "../kit.ts";
import {
  advanceTimeBy,
  canAdvanceTime,
  givenDelayed,
  matured,
  showsDate,
  vendorWithDelay,
} from "../fixtures/funds.ts";
import { givenAllocation } from "../fixtures/money-movements.ts";
import { targetClock } from "../fixtures/target-time.ts";
import { HOUR, MINUTE } from "../fixtures/times.ts";
import { totalOf } from "../fixtures/wallets.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { expectHeld } from "../expect/balances.ts";
import { expectPending } from "../expect/maturity.ts";
import { observing } from "../expect/observing.ts";
import { givenStaggered } from "../scenarios/staggered-credits.ts";
import { debit, figures, insufficientFunds } from "./observations.ts";

/** When a credit becomes available (§3). */
export default [
  /**
   * Reads the balances right after the allocation and, if control can move time, half a minute before `available_at`, and when an earlier
   * credit becomes available.
   */
  rule("allocations/credit-is-pending-until-available-at", async (check) => {
    const { before, allocation } = await givenDelayed(check, { dated: true });
    await expectPending(check, before, allocation);
    const { shown } = (await ifPossible(() => givenStaggered(check))) ?? { shown: [] };
    for (const { vendor, held, expected } of shown)
      check.expect
        .that(`the balances of ${vendor.acct} when the first of the credits is available`, held)
        .toBe(expected);
  }),

  /**
   * Reads the balances after that date. Further credits, if control can move time, are made within the last day of a month: some hours and a
   * minute before its end. The last one is of a marketplace with a delay of its own.
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
      const other = await ifPossible(() => vendorWithDelay(check));
      const credit = other === null ? null : await givenAllocation(check, other);
      if (other === null || credit === null || !showsDate(credit)) return;
      await matured(check, [credit]);
      const held = { pending: 0, available: credit.amount };
      await expectHeld(check, other, held, "from available_at on, with another delay");
    }),
    figures,
    debit,
    insufficientFunds,
  ),
];
