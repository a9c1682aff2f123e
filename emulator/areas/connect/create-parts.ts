import {
  createCreateAccountParts,
  createDeleteAccountParts,
  createRetrieveAccountParts,
} from "./accounts.ts";
import { createActivationParts } from "./activation.ts";
import { createAllocationParts } from "./allocations.ts";
import { createChargeParts } from "./charges.ts";
import { createComplianceParts } from "./compliance.ts";
import { createDrawParts } from "./draws.ts";
import { createConnectEvents } from "./events.ts";
import { createFeeParts } from "./fees.ts";
import { createListAccountsParts, createListTransactionsParts } from "./listing.ts";
import { createOnboardingParts } from "./onboarding.ts";
import { createOutageParts } from "./outages.ts";
import { createOverviewParts } from "./overview.ts";
import type { ConnectParts } from "./parts.ts";
import { createPayoutScheduleParts } from "./payout-schedule.ts";
import { createRefundParts } from "./refunds.ts";
import { createReversalParts } from "./reversals.ts";
import {
  type TargetParts,
  type TargetedOperation,
  createTargetParts,
  targetedOperations,
} from "./targets.ts";
import { createWithdrawalParts } from "./withdrawals.ts";

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
