import type { Ids } from "../../kernel/ids.ts";
import { newEntry } from "../../kernel/ledger.ts";
import type { TimerHandler } from "../../kernel/parts.ts";
import type { State } from "../../kernel/state.ts";
import { put } from "../../kernel/table.ts";
import { newTimer } from "../../kernel/timeline.ts";
import type { Effects } from "../../kernel/types.ts";
import { debit } from "./credits.ts";
import { reached } from "./named-vendor.ts";
import type { InFlightParts, WithdrawalEnd } from "./parts.ts";
import { type Withdrawal, withdrawals } from "./records.ts";
import { transactions } from "./transactions.ts";
import type { Vendor } from "./vendor.ts";
import {
  type Wallet,
  currencyOf,
  heldIn,
  lineOn,
  outside,
  walletIn,
  wallets,
  walletsOf,
} from "../account/wallets.ts";

/** Withdrawals as documented: the whole available balance and nothing else (§3). */
export const createInFlightParts = (): InFlightParts => ({
  amount: (available) => available,
  lines: (amount, wallet) => [lineOn(wallet, "available", -amount), lineOn(wallet, "transit", amount)],
  duration: 6 * 3_600_000,
  end: () => ({ outcome: "succeeded", lateMs: 0 }),
});

/** The wallet from which a vendor withdraws: the one in the marketplace's currency, or its first. */
export const walletFor = (state: State, { id, accountId, mode }: Vendor): Wallet | undefined =>
  walletIn(state, id, mode, currencyOf(state, accountId)) ?? walletsOf(state, id, mode)[0];

/** The withdrawal in flight from a wallet. */
export const inFlightWithdrawal = (state: State, wallet: Wallet): Withdrawal | undefined =>
  state.find(withdrawals, "inFlight", wallet.id)[0];

/** The kind of the timer that settles a withdrawal. */
export const withdrawalSettlement = "connect.withdrawal.settle";

/** Begins the withdrawal of a wallet's available balance. */
export function beginWithdrawal(
  parts: InFlightParts,
  at: { state: State; vendor: Vendor; wallet: Wallet; now: number; ids: Ids },
): Required<Pick<Effects, "writes" | "postings" | "timers">> & { withdrawal: Withdrawal } {
  const { state, vendor, wallet, now, ids } = at;
  const { accountId, mode } = vendor;
  const amount = parts.amount(heldIn(state, wallet).available);
  const end = parts.end({ phone: vendor.payoutPhone, amount });
  const withdrawal: Withdrawal = {
    id: ids.id("cwd_"),
    accountId,
    mode,
    vendor: vendor.id,
    wallet: wallet.id,
    amount,
    currency: wallet.currency,
    status: "processing",
    createdAt: now,
  };
  const transaction = debit({
    vendor,
    wallet,
    kind: "withdrawal",
    source: withdrawal.id,
    amount,
    now,
    ids,
  });
  return {
    withdrawal,
    writes: [put(withdrawals, withdrawal), put(transactions, transaction)],
    postings: [
      newEntry(ids, {
        at: now,
        kind: "withdrawal",
        book: wallet,
        lines: parts.lines(amount, wallet),
        details: { withdrawal: withdrawal.id },
      }),
    ],
    timers:
      end === null
        ? []
        : [
            newTimer(ids, {
              at: now + parts.duration + end.lateMs,
              kind: withdrawalSettlement,
              accountId,
              subject: withdrawal.id,
              payload: { outcome: end.outcome },
            }),
          ],
  };
}

export type WithdrawalOutcome = WithdrawalEnd["outcome"];

/** How a withdrawal can end. */
export const withdrawalOutcomes: readonly WithdrawalOutcome[] = ["succeeded", "failed"];

/** Settles a withdrawal: the money leaves the service, or returns to the available balance. */
export function settleWithdrawal(
  state: State,
  withdrawal: Withdrawal,
  outcome: WithdrawalOutcome,
  now: number,
  ids: Ids,
): Effects {
  const wallet = state.get(wallets, withdrawal.wallet);
  if (wallet === undefined) throw new Error(`The withdrawal ${withdrawal.id} has no wallet`);
  const { amount, currency } = withdrawal;
  const returned = {
    ...debit({
      vendor: reached(state, withdrawal.vendor),
      wallet,
      kind: "withdrawal_return",
      source: withdrawal.id,
      amount: -amount,
      now,
      ids,
    }),
    availableAt: now,
    maturedAt: now,
  };
  const end =
    outcome === "succeeded" ? { account: outside.world, amount } : lineOn(wallet, "available", amount);
  return {
    writes: [
      put(withdrawals, { ...withdrawal, status: outcome }),
      ...(outcome === "failed" ? [put(transactions, returned)] : []),
    ],
    timers: [{ do: "cancel", subject: withdrawal.id }],
    postings: [
      newEntry(ids, {
        at: now,
        kind: "withdrawal",
        book: { mode: wallet.mode, currency },
        lines: [lineOn(wallet, "transit", -amount), end],
        details: { withdrawal: withdrawal.id },
      }),
    ],
  };
}

/** The timer handler that settles a withdrawal. */
export const settleDueWithdrawal: TimerHandler = ({ state, timer, now, ids }) => {
  const withdrawal = state.get(withdrawals, timer.subject);
  return withdrawal?.status === "processing"
    ? settleWithdrawal(state, withdrawal, timer.payload["outcome"] as WithdrawalOutcome, now, ids)
    : {};
};
