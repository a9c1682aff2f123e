import { rule } from "../kit.ts";
import { givenDelayed, matured, advanceToJustBefore, whilePending } from "../fixtures/funds.ts";
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

  /** Reads the balances after that date. */
  observing(
    rule("allocations/credit-is-available-from-available-at", async (check) => {
      const { before, allocation } = await givenDelayed(check, { dated: true });
      await matured(check, [allocation]);
      const expected = { pending: 0, available: totalOf(before) + allocation.amount };
      await expectHeld(check, allocation.vendor, expected, "from available_at on");
    }),
    figures,
    debit,
    insufficientFunds,
  ),
];
