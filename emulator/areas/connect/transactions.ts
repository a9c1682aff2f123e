import type { Mode } from "../../kernel/request.ts";
import { table } from "../../kernel/table.ts";

/** The kinds of movements of a vendor's money. */
export type TransactionKind =
  "allocation" | "reversal" | "charge" | "refund" | "withdrawal" | "withdrawal_return" | "adjustment";

/** A movement of a vendor's money (§2.10). A credit is pending until it matures. */
export interface Transaction {
  readonly id: string;
  /** The vendor. */
  readonly account: string;
  readonly mode: Mode;
  /** The wallet's id. */
  readonly wallet: string;
  readonly kind: TransactionKind;
  /** The id of the object that caused it. */
  readonly source: string;
  /** Whole francs; negative for a debit. */
  readonly amount: number;
  readonly fee: number;
  /** Lowercase code. */
  readonly currency: string;
  readonly createdAt: number;
  readonly availableAt: number | null;
  readonly maturedAt: number | null;
  /** The part of a credit that is still pending. Debits before its maturity reduce it. */
  readonly pending: number;
}

/** All movements of all vendors. */
export const transactions = table<Transaction>("transactions", {
  account: (transaction) => transaction.account,
  pending: (transaction) => (transaction.pending > 0 ? transaction.wallet : undefined),
});
