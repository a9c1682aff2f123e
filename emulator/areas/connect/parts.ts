import {
  type CreateAccountParts,
  createCreateAccountParts,
  createDeleteAccountParts,
  createRetrieveAccountParts,
  type RetrieveAccountParts,
} from "./accounts.ts";
import { type AllocationParts, createAllocationParts } from "./allocations.ts";
import { type ChargeParts, createChargeParts } from "./charges.ts";
import { type ComplianceParts, createComplianceParts } from "./compliance.ts";
import { createDrawParts, type DrawParts } from "./draws.ts";
import { type ConnectEvents, createConnectEvents } from "./events.ts";
import { createFeeParts, type FeeParts } from "./fees.ts";
import type { ConnectRoute } from "./guard.ts";
import {
  createListAccountsParts,
  createListTransactionsParts,
  type ListAccountsParts,
  type ListTransactionsParts,
} from "./listing.ts";
import { createOnboardingParts, type OnboardingParts } from "./onboarding.ts";
import { createOutageParts, type OutageParts } from "./outages.ts";
import { createOverviewParts, type OverviewParts } from "./overview.ts";
import { createRefundParts, type RefundParts } from "./refunds.ts";
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
  deleteAccount: ConnectRoute;
  listTransactions: ListTransactionsParts;
  allocations: AllocationParts;
  reversals: ReversalParts;
  withdrawals: WithdrawalParts;
  activation: ActivationParts;
  payoutSchedule: PayoutScheduleParts;
  overview: OverviewParts;
  compliance: ComplianceParts;
  onboarding: OnboardingParts;
  charges: ChargeParts;
  refunds: RefundParts;
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
  deleteAccount: createDeleteAccountParts(),
  listTransactions: createListTransactionsParts(),
  allocations: createAllocationParts(),
  reversals: createReversalParts(),
  withdrawals: createWithdrawalParts(),
  activation: createActivationParts(),
  payoutSchedule: createPayoutScheduleParts(),
  overview: createOverviewParts(),
  compliance: createComplianceParts(),
  onboarding: createOnboardingParts(),
  charges: createChargeParts(),
  refunds: createRefundParts(),
});
