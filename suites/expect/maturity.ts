import type { Check } from "../kit.ts";
import { advanceToJustBefore, whilePending } from "../fixtures/funds.ts";
import type { Credit } from "../fixtures/money-movements.ts";
import type { Held } from "../fixtures/wallets.ts";
import { expectHeld } from "./balances.ts";

/**
 * Expects a new credit in the pending balance, and, if control can move time, half a minute before its date.
 * @throws Violation of basis "deadline"
 */
export async function expectPending(check: Check, before: Held, credit: Credit): Promise<void> {
  const expected = { pending: before.pending + credit.amount, available: before.available };
  const isPending = (when: string): Promise<unknown> => expectHeld(check, credit.vendor, expected, when);
  await whilePending(credit, () => isPending("after the credit"));
  if (await advanceToJustBefore(check, credit))
    await whilePending(credit, () => isPending("half a minute before available_at"));
}
