import type { Ids } from "../../kernel/ids.ts";
import type { Entry } from "../../kernel/ledger.ts";
import type { TimerHandler } from "../../kernel/parts.ts";
import { put } from "../../kernel/table.ts";
import { wallClock } from "../../kernel/timeline.ts";
import type { Effects } from "../../kernel/types.ts";
import { connectInForce } from "./parts.ts";
import { announce } from "./announce.ts";
import { type Transaction, type TransactionKind, transactions } from "./transactions.ts";
import { type Vendor, vendors } from "./vendor.ts";
import { type Wallet, lineOn, wallets } from "../account/wallets.ts";

/** The kind of the timers that make credits available. */
export const maturity = "connect.mature";

/** A pending credit to a vendor: its transaction, and the timer that makes it available. The entry is the caller's. */
export function credit(options: {
  vendor: Vendor;
  wallet: Wallet;
  kind: TransactionKind;
  source: string;
  amount: number;
  fee: number;
  now: number;
  availableAt: number;
  ids: Ids;
}): Effects & { transaction: Transaction } {
  const { vendor, wallet, kind, source, amount, fee, now, availableAt, ids } = options;
  const transaction: Transaction = {
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
    pending: amount,
  };
  return {
    transaction,
    writes: [put(transactions, transaction)],
    timers: [
      {
        do: "schedule",
        timer: {
          id: ids.id("timer_"),
          clock: wallClock(vendor.accountId),
          at: availableAt,
          kind: maturity,
          accountId: vendor.accountId,
          subject: transaction.id,
          payload: {},
        },
      },
    ],
  };
}

/** A debit of a vendor: its transaction alone. */
export function debit(options: {
  vendor: Vendor;
  wallet: Wallet;
  kind: TransactionKind;
  source: string;
  amount: number;
  now: number;
  ids: Ids;
}): Transaction {
  const { vendor, wallet, kind, source, amount, now, ids } = options;
  return {
    id: ids.id("txn_"),
    account: vendor.id,
    mode: vendor.mode,
    wallet: wallet.id,
    kind,
    source,
    amount: -amount,
    fee: 0,
    currency: wallet.currency,
    createdAt: now,
    availableAt: null,
    maturedAt: null,
    pending: 0,
  };
}

/** Moves what is left of a credit from the pending to the available balance (§3). */
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
  const entry: Entry = {
    id: ids.id("entry_"),
    at: now,
    kind: "maturity",
    mode: wallet.mode,
    currency: wallet.currency,
    lines: [lineOn(wallet, "pending", -amount), lineOn(wallet, "available", amount)],
    details: { transaction: transaction.id },
  };
  const facts = { vendor, wallet, amount, transaction: matured };
  return {
    writes,
    postings: amount === 0 ? [] : [entry],
    events: announce(events.fundsAvailable, facts, vendor.mode),
  };
};
