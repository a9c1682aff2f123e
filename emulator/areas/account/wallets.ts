import type { Ids } from "../../kernel/ids.ts";
import type { Line } from "../../kernel/ledger.ts";
import { merchants } from "../../kernel/merchants.ts";
import type { Mode } from "../../kernel/request.ts";
import type { State } from "../../kernel/state.ts";
import { put, table, type Write } from "../../kernel/table.ts";

/** A holder's money in one currency and environment. Its balances are accounts of the ledger. */
export interface Wallet {
  readonly id: string;
  /** A marketplace's or a vendor's account. */
  readonly holder: string;
  readonly mode: Mode;
  /** Lowercase code. */
  readonly currency: string;
}

/** All wallets. */
export const wallets = table<Wallet>("wallets", { holder: (wallet) => wallet.holder });

/** The ledger accounts of a wallet. `transit` has the payouts and withdrawals in flight. */
export type Pot = "pending" | "available" | "transit";

/** The ledger accounts of a wallet, in the order in which money usually passes through them. */
export const pots: readonly Pot[] = ["pending", "available", "transit"];

/** The name of a wallet's account in the ledger. */
export const potOf = (wallet: Wallet, pot: Pot): string => `wallet:${wallet.id}:${pot}`;

/** The ledger accounts that belong to no wallet. */
export const outside = {
  /** The fees that the service has earned. */
  fees: "service:fees",
  /** The money of customers. */
  world: "outside:world",
} as const;

/** The ledger account of an operator, to which payouts go. */
export const operatorAccount = (operator: string, country: string): string =>
  `outside:${operator}:${country}`;

/** The balances of a wallet, whole francs. */
export interface Held {
  readonly pending: number;
  readonly available: number;
}

/** The balances of a wallet; zero if there is none. */
export function heldIn(state: State, wallet: Wallet | undefined): Held {
  if (wallet === undefined) return { pending: 0, available: 0 };
  const read = (pot: Pot): number => state.ledger.balance(potOf(wallet, pot), wallet);
  return { pending: read("pending"), available: read("available") };
}

/** The line of a ledger entry for a wallet. */
export const lineOn = (wallet: Wallet, pot: Pot, amount: number): Line => ({
  account: potOf(wallet, pot),
  amount,
});

/** A holder's wallets in one environment. */
export const walletsOf = (state: State, holder: string, mode: Mode): readonly Wallet[] =>
  state.find(wallets, "holder", holder).filter((wallet) => wallet.mode === mode);

/** A holder's wallet in a currency, if there is one. */
export const walletIn = (state: State, holder: string, mode: Mode, currency: string): Wallet | undefined =>
  walletsOf(state, holder, mode).find((wallet) => wallet.currency === currency);

/** A new wallet. */
export const newWallet = (holder: string, mode: Mode, currency: string, ids: Ids): Wallet => ({
  id: ids.id("wallet_"),
  holder,
  mode,
  currency,
});

/** The currency of a marketplace, lowercase. */
export const currencyOf = (state: State, accountId: string): string =>
  state.get(merchants, accountId)?.currency ?? "xaf";

/** A holder's wallet in a currency. If there is none, a new one and the write that stores it. */
export function walletOfHolder(
  state: State,
  { holder, mode, currency }: Omit<Wallet, "id">,
  ids: Ids,
): { wallet: Wallet; writes: readonly Write[] } {
  const known = walletIn(state, holder, mode, currency);
  if (known !== undefined) return { wallet: known, writes: [] };
  const wallet = newWallet(holder, mode, currency, ids);
  return { wallet, writes: [put(wallets, wallet)] };
}
