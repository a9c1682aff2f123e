import type { Mode } from "../../kernel/request.ts";
import { table } from "../../kernel/table.ts";

/** What moved a vendor's money. */
export type TransactionKind =
  "allocation" | "reversal" | "charge" | "refund" | "withdrawal" | "withdrawal_return" | "adjustment";

/** One movement of a vendor's money (§2.10). A credit is pending until it matures. */
export interface Transaction {
  readonly id: string;
  /** The vendor. */
  readonly account: string;
  readonly mode: Mode;
  /** The wallet's id. */
  readonly wallet: string;
  readonly kind: TransactionKind;
  /** The object that it belongs to. */
  readonly source: string;
  /** Whole francs; negative for a debit. */
  readonly amount: number;
  readonly fee: number;
  /** Lowercase code. */
  readonly currency: string;
  readonly createdAt: number;
  readonly availableAt: number | null;
  readonly maturedAt: number | null;
  /** What of a credit is still in the pending balance: debits draw on it before it matures. */
  readonly pending: number;
}

/** All movements of all vendors. */
export const transactions = table<Transaction>("transactions", {
  account: (transaction) => transaction.account,
  source: (transaction) => transaction.source,
  pending: (transaction) => (transaction.pending > 0 ? transaction.wallet : undefined),
});
