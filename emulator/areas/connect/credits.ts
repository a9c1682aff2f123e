import type { Ids } from "../../kernel/ids.ts";
import { newEntry } from "../../kernel/ledger.ts";
import type { TimerHandler } from "../../kernel/parts.ts";
import { put, type Write } from "../../kernel/table.ts";
import { newTimer, type TimerChange } from "../../kernel/timeline.ts";
import { connectInForce } from "./parts.ts";
import { announce } from "./events.ts";
import { type Transaction, type TransactionKind, transactions } from "./transactions.ts";
import { type Vendor, vendors } from "./vendor.ts";
import { type Wallet, lineOn, wallets } from "../account/wallets.ts";

/** The kind of the timer that makes a credit available. */
export const maturity = "connect.mature";

/** A movement of a vendor's money. */
interface Moved {
  vendor: Vendor;
  wallet: Wallet;
  kind: TransactionKind;
  source: string;
  now: number;
  ids: Ids;
}

/** A pending credit to a vendor: its transaction, and the timer that makes it available. The caller books the ledger entry. */
export function credit(options: Moved & { amount: number; fee: number; availableAt: number }): {
  transaction: Transaction;
  writes: readonly Write[];
  timers: readonly TimerChange[];
} {
  const { vendor, amount, fee, availableAt, ids } = options;
  const transaction = newTransaction(options, { amount, fee, availableAt, pending: amount });
  return {
    transaction,
    writes: [put(transactions, transaction)],
    timers: [
      newTimer(ids, {
        at: availableAt,
        kind: maturity,
        accountId: vendor.accountId,
        subject: transaction.id,
      }),
    ],
  };
}

/** A debit of a vendor: its transaction. The caller books the ledger entry. */
export const debit = (options: Moved & { amount: number }): Transaction =>
  newTransaction(options, { amount: -options.amount, fee: 0, availableAt: null, pending: 0 });

function newTransaction(
  { vendor, wallet, kind, source, now, ids }: Moved,
  { amount, fee, availableAt, pending }: Pick<Transaction, "amount" | "fee" | "availableAt" | "pending">,
): Transaction {
  return {
    id: ids.id("txn_"),
    account: vendor.id,
    mode: vendor.mode,
    wallet: wallet.id,
    kind,
    source,
    amount,
    fee,
    currency: wallet.currency,
    createdAt: now,
    availableAt,
    maturedAt: null,
    pending,
  };
}

/** Moves what is still pending of a credit to the available balance (§3). */
export const mature: TimerHandler = (context) => {
  const { state, timer, now, ids } = context;
  const transaction = state.get(transactions, timer.subject);
  const wallet = transaction === undefined ? undefined : state.get(wallets, transaction.wallet);
  const vendor = transaction === undefined ? undefined : state.get(vendors, transaction.account);
  if (transaction === undefined || wallet === undefined || vendor === undefined) return {};
  const matured: Transaction = { ...transaction, pending: 0, maturedAt: now };
  const writes = [put(transactions, matured)];
  const { events } = connectInForce(context);
  const amount = transaction.pending;
  const entry = newEntry(ids, {
    at: now,
    kind: "maturity",
    book: wallet,
    lines: [lineOn(wallet, "pending", -amount), lineOn(wallet, "available", amount)],
    details: { transaction: transaction.id },
  });
  const facts = { vendor, wallet, amount, transaction: matured };
  return {
    writes,
    postings: amount === 0 ? [] : [entry],
    events: announce(events.fundsAvailable, facts, vendor.mode),
  };
};
