import { coded, json } from "../../kernel/answers.ts";
import { isoUtc } from "../../kernel/clock.ts";
import type { IdempotencyPolicy } from "../../kernel/idempotency.ts";
import type { State } from "../../kernel/state.ts";
import { put } from "../../kernel/table.ts";
import { wallClock } from "../../kernel/timeline.ts";
import type { Answer, Decision, Effects, Ids, TimerHandler } from "../../kernel/types.ts";
import { type Presenter, present } from "../common/present.ts";
import { debit } from "./credits.ts";
import { type ConnectGuard, type ConnectInput, type ConnectRoute, guard, rejectedGuard } from "./guard.ts";
import { duplicate, scopeWithVendor, usualKeys } from "./keys.ts";
import { outageGuard } from "./outages.ts";
import { type Withdrawal, withdrawals } from "./records.ts";
import { inPath, reached, targetGuard } from "./targets.ts";
import { transactions } from "./transactions.ts";
import { vendors } from "./vendor.ts";
import { currencyOf, heldIn, lineOn, outside, type Wallet, walletIn, wallets, walletsOf } from "./wallets.ts";

/** The replaceable parts of withdrawals (§4.7). */
export interface WithdrawalParts extends ConnectRoute {
  /** Fields that are refused by name. */
  rejected: readonly string[];
  refusals: {
    emptyBalance: () => Answer;
    noPayoutMethod: () => Answer;
    inFlight: () => Answer;
  };
  /** How much is paid out of an available balance. */
  amount: (available: number) => number;
  idempotency: IdempotencyPolicy;
  /** How long a withdrawal is in flight unless somebody ends it, milliseconds. */
  duration: number;
  status: number;
  presenter: Presenter<Withdrawal>;
}

/** The wallet that a vendor withdraws from: the one in the marketplace's currency, else its first. */
function walletFor(state: State, vendorId: string): Wallet | undefined {
  const vendor = state.get(vendors, vendorId);
  if (vendor === undefined) return undefined;
  const { accountId, mode } = vendor;
  return walletIn(state, vendorId, mode, currencyOf(state, accountId)) ?? walletsOf(state, vendorId, mode)[0];
}

const payoutGuard: ConnectGuard = guard("payout-method", (input) =>
  input.state.get(vendors, inPath(input))?.payoutPhone === null
    ? input.parts.withdrawals.refusals.noPayoutMethod()
    : undefined,
);

/** The withdrawal of a wallet that is in flight. */
export const flying = (state: State, wallet: Wallet): Withdrawal | undefined =>
  state.find(withdrawals, "flying", wallet.id)[0];

const flightGuard: ConnectGuard = guard("in-flight", (input) => {
  const wallet = walletFor(input.state, inPath(input));
  return wallet !== undefined && flying(input.state, wallet) !== undefined
    ? input.parts.withdrawals.refusals.inFlight()
    : undefined;
});

const balanceGuard: ConnectGuard = guard("balance", (input) => {
  const { available } = heldIn(input.state, walletFor(input.state, inPath(input)));
  return available > 0 ? undefined : input.parts.withdrawals.refusals.emptyBalance();
});

function withdraw(input: ConnectInput): Decision {
  const { state, now, ids, parts } = input;
  const vendor = reached(state, inPath(input));
  const wallet = walletFor(state, vendor.id);
  if (wallet === undefined) throw new Error("A withdrawal needs a wallet");
  const { accountId, mode } = vendor;
  const amount = parts.withdrawals.amount(heldIn(state, wallet).available);
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
  return {
    answer: json(parts.withdrawals.status, present(parts.withdrawals.presenter, withdrawal)),
    writes: [
      put(withdrawals, withdrawal),
      put(
        transactions,
        debit({ vendor, wallet, kind: "withdrawal", source: withdrawal.id, amount, now, ids }),
      ),
    ],
    postings: [
      {
        id: ids.id("entry_"),
        at: now,
        kind: "withdrawal",
        currency: wallet.currency,
        lines: [lineOn(wallet, "available", -amount), lineOn(wallet, "transit", amount)],
        details: { withdrawal: withdrawal.id },
      },
    ],
    timers: [
      {
        do: "schedule",
        timer: {
          id: ids.id("timer_"),
          clock: wallClock(accountId),
          at: now + parts.withdrawals.duration,
          kind: landing,
          accountId,
          subject: withdrawal.id,
          payload: {},
        },
      },
    ],
  };
}

/** The kind of the timers that end withdrawals. */
export const landing = "connect.withdrawal.settle";

/** How a withdrawal can end. */
export const withdrawalOutcomes = ["succeeded", "failed"] as const;

export type WithdrawalOutcome = (typeof withdrawalOutcomes)[number];

/** Ends a withdrawal: the money leaves the service, or returns to the available balance. */
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
      {
        id: ids.id("entry_"),
        at: now,
        kind: "withdrawal",
        currency,
        lines: [lineOn(wallet, "transit", -amount), end],
        details: { withdrawal: withdrawal.id },
      },
    ],
  };
}

/** Ends a withdrawal when its time has come. */
export const land: TimerHandler = ({ state, timer, now, ids }) => {
  const withdrawal = state.get(withdrawals, timer.subject);
  return withdrawal?.status === "processing"
    ? settleWithdrawal(state, withdrawal, "succeeded", now, ids)
    : {};
};

/** The policy of withdrawals: the original answer for a while, then the news that it is a duplicate (§4.7). */
export const withdrawalKeys = (window: number): IdempotencyPolicy => ({
  ...usualKeys(),
  scope: scopeWithVendor,
  replay: ({ answer, reservedAt }, _command, now) =>
    answer !== undefined && now - reservedAt < window ? answer : duplicate(),
});

/** How long a key's repetition gets the original answer, milliseconds: 24 hours (§8). */
const replayWindow = 86_400_000;

/** Withdrawals as documented: always the whole available balance (§3). */
export const createWithdrawalParts = (): WithdrawalParts => ({
  rejected: ["amount", "destination", "account_id"],
  refusals: {
    emptyBalance: () => coded(422, "E_CONNECT_VENDOR_EMPTY_BALANCE", "The available balance is empty"),
    noPayoutMethod: () =>
      coded(
        422,
        "E_CONNECT_VENDOR_PAYOUT_METHOD_UNAVAILABLE",
        "The vendor has no payout destination; send the onboarding link again",
      ),
    inFlight: () => coded(422, "E_PENDING_WITHDRAW", "A withdrawal of this wallet is in flight"),
  },
  guards: [
    targetGuard("createWithdrawal"),
    rejectedGuard("unsupported", (parts) => parts.withdrawals.rejected),
    outageGuard("createWithdrawal"),
    payoutGuard,
    flightGuard,
    balanceGuard,
  ],
  act: withdraw,
  amount: (available) => available,
  idempotency: withdrawalKeys(replayWindow),
  duration: 6 * 3_600_000,
  status: 201,
  presenter: {
    id: (withdrawal) => withdrawal.id,
    object: () => "connect_withdrawal",
    account: (withdrawal) => withdrawal.vendor,
    amount: (withdrawal) => withdrawal.amount,
    currency: (withdrawal) => withdrawal.currency,
    status: (withdrawal) => withdrawal.status,
    created_at: (withdrawal) => isoUtc(withdrawal.createdAt),
  },
});
