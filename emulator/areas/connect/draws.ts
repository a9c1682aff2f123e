import type { State } from "../../kernel/state.ts";
import { type Write, put } from "../../kernel/table.ts";
import { type Transaction, transactions } from "./transactions.ts";
import type { Held, Wallet } from "../account/wallets.ts";

/** The replaceable parts of taking money from a vendor. */
export interface DrawParts {
  /** How much of an amount is drawn from each balance. Together, they cover it (§3). */
  split: (held: Held, amount: number) => Held;
  /** The amount that can be drawn from a vendor. */
  reach: (held: Held) => number;
}

/** Draws from the pending balance first, then from the available balance. */
export const createDrawParts = (): DrawParts => ({
  split: ({ pending }, amount) => {
    const first = Math.min(pending, amount);
    return { pending: first, available: amount - first };
  },
  reach: ({ pending, available }) => pending + available,
});

/**
 * The writes by which credits give up what was drawn from the pending balance: the credit of the given source first, then
 * the oldest.
 */
export function drawCredits(state: State, wallet: Wallet, amount: number, source: string): readonly Write[] {
  const pendingCredits = [...state.find(transactions, "pending", wallet.id)].sort(
    (a, b) => Number(b.source === source) - Number(a.source === source) || a.createdAt - b.createdAt,
  );
  const writes: Write[] = [];
  let left = amount;
  for (const credit of pendingCredits) {
    const taken = Math.min(left, credit.pending);
    if (taken <= 0) break;
    left -= taken;
    const drawn: Transaction = { ...credit, pending: credit.pending - taken };
    writes.push(put(transactions, drawn));
  }
  return writes;
}
