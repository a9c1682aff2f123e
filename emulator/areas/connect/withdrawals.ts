import { guard } from "../../kernel/guards.ts";
import { coded, json, message } from "../../kernel/answers.ts";
import { isoUtc } from "../../kernel/clock.ts";
import type { IdempotencyPolicy } from "../../kernel/idempotency.ts";
import type { Decision } from "../../kernel/types.ts";
import { present, stored } from "../common/deciders.ts";
import { outageGuard, rejectedGuard } from "./guard.ts";
import {
  beginWithdrawal,
  createInFlightParts,
  inFlightWithdrawal,
  walletFor,
} from "./in-flight-withdrawals.ts";
import { duplicate, scopeWith, usualKeys } from "./keys.ts";
import { inPath, inReach, reached, targetGuard } from "./named-vendor.ts";
import type { ConnectGuard, ConnectInput, WithdrawalParts } from "./parts.ts";
import type { Withdrawal } from "./records.ts";
import { isAllowed, type Vendor } from "./vendor.ts";
import { heldIn } from "../account/wallets.ts";

const vendorIn = (input: ConnectInput): Vendor | undefined =>
  inReach(input, "createWithdrawal", inPath(input));

const payoutGuard: ConnectGuard = guard("payout-method", (input) =>
  vendorIn(input)?.payoutPhone === null ? input.parts.withdrawals.refusals.noPayoutMethod() : undefined,
);

const capabilityGuard: ConnectGuard = guard("capability", (input) => {
  const vendor = vendorIn(input);
  return vendor === undefined || isAllowed(input.state, vendor, "withdraw")
    ? undefined
    : message(422, "The vendor's compliance file does not allow withdrawals");
});

const inFlightGuard: ConnectGuard = guard("in-flight", (input) => {
  const vendor = vendorIn(input);
  const wallet = vendor === undefined ? undefined : walletFor(input.state, vendor);
  return wallet !== undefined && inFlightWithdrawal(input.state, wallet) !== undefined
    ? input.parts.withdrawals.refusals.inFlight()
    : undefined;
});

const balanceGuard: ConnectGuard = guard("balance", (input) => {
  const vendor = vendorIn(input);
  if (vendor === undefined) return undefined;
  const { available } = heldIn(input.state, walletFor(input.state, vendor));
  return available > 0 ? undefined : input.parts.withdrawals.refusals.emptyBalance();
});

function withdraw(input: ConnectInput): Decision {
  const { state, now, ids, parts } = input;
  const vendor = reached(state, inPath(input));
  const wallet = walletFor(state, vendor);
  if (wallet === undefined) throw new Error("A withdrawal needs a wallet");
  const { withdrawal, ...effects } = beginWithdrawal(parts.withdrawals.inFlight, {
    state,
    vendor,
    wallet,
    now,
    ids,
  });
  return {
    ...effects,
    answer: json(parts.withdrawals.status, present(parts.withdrawals.presenter, withdrawal)),
  };
}

/** The idempotency of withdrawals: within the window, a repetition gets the original answer, afterwards 409 (§4.7). */
const withdrawalKeys = (window: number): IdempotencyPolicy => ({
  ...usualKeys(),
  scope: scopeWith("acct"),
  replay: ({ answer, reservedAt }, _command, now) =>
    answer !== undefined && now - reservedAt < window ? answer : duplicate(),
});

/** The time during which a repetition gets the original answer, ms: 24 hours (§8). */
const replayWindow = 86_400_000;

/** Withdrawals as documented. */
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
    capabilityGuard,
    payoutGuard,
    inFlightGuard,
    balanceGuard,
  ],
  act: withdraw,
  inFlight: createInFlightParts(),
  idempotency: withdrawalKeys(replayWindow),
  status: 201,
  presenter: {
    id: (withdrawal) => withdrawal.id,
    object: () => "connect_withdrawal",
    account: (withdrawal) => withdrawal.vendor,
    ...stored<Withdrawal>("amount", "currency", "status"),
    created_at: (withdrawal) => isoUtc(withdrawal.createdAt),
  },
});
