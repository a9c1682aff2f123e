/** Vendors' money: credits that become available, debits that take pending money first (§3). */
import type { Transaction, Vendor, Wallet } from "./connect-types.ts";
import { emitConnect } from "./feed.ts";
import { uuidId } from "./text.ts";
import type { Books, World } from "./world.ts";

export function pendingOf(wallet: Wallet | null): number {
  return wallet === null ? 0 : wallet.lots.reduce((sum, lot) => sum + lot.amount, 0);
}

/** All that the vendor could return now. */
export function spareOf(vendor: Vendor): number {
  return pendingOf(vendor.wallet) + (vendor.wallet?.available ?? 0);
}

function walletOf(vendor: Vendor): Wallet {
  vendor.wallet ??= { id: uuidId("wlt_"), available: 0, lots: [] };
  return vendor.wallet;
}

function note(vendor: Vendor, entry: Omit<Transaction, "id" | "createdMs">): Transaction {
  const transaction = { ...entry, id: uuidId("btx_"), createdMs: Date.now() };
  vendor.transactions.push(transaction);
  return transaction;
}

function announce(books: Books, vendor: Vendor, amount: number, transaction: string): void {
  const wallet = walletOf(vendor).id;
  emitConnect(books, "connect.funds.available", vendor.id, {
    source_transaction: transaction,
    currency: "xaf",
    amount,
    wallet,
    account: vendor.id,
  });
}

export interface Credit {
  kind: "allocation" | "charge";
  source: string;
  amount: number;
  fee: number;
}

/** Credits a vendor; the money is available immediately, or after the merchant's delay. Returns the time (null: immediately). */
export function credit(
  world: World,
  books: Books,
  vendor: Vendor,
  { kind, source, amount, fee }: Credit,
): number | null {
  const wallet = walletOf(vendor);
  const { delay } = books.merchant;
  if (typeof delay !== "number") {
    const entry = note(vendor, { kind, amount, fee, availableMs: null, maturedMs: Date.now() });
    wallet.available += amount;
    world.later(world.settleMs / 2, () => announce(books, vendor, amount, entry.id));
    return null;
  }
  const availableMs = Date.now() + delay;
  const entry = note(vendor, { kind, amount, fee, availableMs, maturedMs: null });
  const lot = { allocation: source, transaction: entry.id, amount };
  wallet.lots.push(lot);
  world.later(delay, () => {
    wallet.lots = wallet.lots.filter((other) => other !== lot);
    wallet.available += lot.amount;
    entry.maturedMs = Date.now();
    if (lot.amount > 0) announce(books, vendor, lot.amount, entry.id);
  });
  return availableMs;
}

/** Takes an amount that the vendor is known to have: pending money first, that of `source` before the rest. */
export function debit(vendor: Vendor, kind: "reversal" | "refund", amount: number, source: string): void {
  const wallet = walletOf(vendor);
  let left = amount;
  const lots = wallet.lots.toSorted(
    (a, b) => Number(b.allocation === source) - Number(a.allocation === source),
  );
  for (const lot of lots) {
    const part = Math.min(left, lot.amount);
    lot.amount -= part;
    left -= part;
  }
  wallet.available -= left;
  note(vendor, { kind, amount: -amount, fee: 0, availableMs: null, maturedMs: Date.now() });
}

/** Empties the available balance; returns what was in it. */
export function sweep(vendor: Vendor): number {
  const wallet = walletOf(vendor);
  const amount = wallet.available;
  wallet.available = 0;
  note(vendor, { kind: "withdrawal", amount: -amount, fee: 0, availableMs: null, maturedMs: null });
  return amount;
}
