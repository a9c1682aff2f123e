import { rule } from "../../harness/rule.ts";
import { givenDelayed, matured, advanceToJustBefore, whilePending } from "../fixtures/funds.ts";
import { heldUntil, totalOf } from "../fixtures/wallets.ts";
import { observing } from "../expect/observing.ts";
import { debit, figures, insufficientFunds } from "./observations.ts";

/** When a credit becomes available (§3). */
export default [
  /** Balances right after the allocation and, where time can be moved, half a minute before that date. */
  rule("allocations/credit-is-pending-until-available-at", async (check) => {
    const { before, allocation } = await givenDelayed(check, { dated: true });
    const { vendor, amount } = allocation;
    const isPending = (when: string): Promise<unknown> =>
      heldUntil(
        check,
        vendor,
        `pending ${before.pending + amount} and available ${before.available} ${when}`,
        (held) => held.pending === before.pending + amount && held.available === before.available,
      );
    await whilePending(allocation, () => isPending("after the allocation"));
    if (await advanceToJustBefore(check, allocation))
      await whilePending(allocation, () => isPending("half a minute before available_at"));
  }),

  /** Balances once that date has passed. */
  observing(
    rule("allocations/credit-is-available-from-available-at", async (check) => {
      const { before, allocation } = await givenDelayed(check, { dated: true });
      await matured(check, [allocation]);
      const total = totalOf(before) + allocation.amount;
      await heldUntil(
        check,
        allocation.vendor,
        `pending 0 and available ${total} from available_at on`,
        (held) => held.pending === 0 && held.available === total,
      );
    }),
    figures,
    debit,
    insufficientFunds,
  ),
];
