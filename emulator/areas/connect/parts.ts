import {
  type CreateAccountParts,
  createCreateAccountParts,
  createRetrieveAccountParts,
  type RetrieveAccountParts,
} from "./accounts.ts";
import { type AllocationParts, createAllocationParts } from "./allocations.ts";
import { createDrawParts, type DrawParts } from "./draws.ts";
import { type ConnectEvents, createConnectEvents } from "./events.ts";
import { createFeeParts, type FeeParts } from "./fees.ts";
import {
  createListAccountsParts,
  createListTransactionsParts,
  type ListAccountsParts,
  type ListTransactionsParts,
} from "./listing.ts";
import { createOutageParts, type OutageParts } from "./outages.ts";
import { createReversalParts, type ReversalParts } from "./reversals.ts";
import {
  type ActivationParts,
  createActivationParts,
  createPayoutScheduleParts,
  type PayoutScheduleParts,
} from "./singletons.ts";
import {
  createTargetParts,
  type TargetedOperation,
  type TargetParts,
  targetedOperations,
} from "./targets.ts";
import { createWithdrawalParts, type WithdrawalParts } from "./withdrawals.ts";

/** The replaceable parts of Connect. */
export interface ConnectParts {
  fees: FeeParts;
  draws: DrawParts;
  events: ConnectEvents;
  outages: OutageParts;
  targets: Record<TargetedOperation, TargetParts>;
  createAccount: CreateAccountParts;
  listAccounts: ListAccountsParts;
  retrieveAccount: RetrieveAccountParts;
  listTransactions: ListTransactionsParts;
  allocations: AllocationParts;
  reversals: ReversalParts;
  withdrawals: WithdrawalParts;
  activation: ActivationParts;
  payoutSchedule: PayoutScheduleParts;
}

/** Connect as documented (§2.5–2.10, §4.5–4.7, §6.2). */
export const createConnectParts = (): ConnectParts => ({
  fees: createFeeParts(),
  draws: createDrawParts(),
  events: createConnectEvents(),
  outages: createOutageParts(),
  targets: Object.fromEntries(
    targetedOperations.map((operation) => [operation, createTargetParts()]),
  ) as Record<TargetedOperation, TargetParts>,
  createAccount: createCreateAccountParts(),
  listAccounts: createListAccountsParts(),
  retrieveAccount: createRetrieveAccountParts(),
  listTransactions: createListTransactionsParts(),
  allocations: createAllocationParts(),
  reversals: createReversalParts(),
  withdrawals: createWithdrawalParts(),
  activation: createActivationParts(),
  payoutSchedule: createPayoutScheduleParts(),
});
