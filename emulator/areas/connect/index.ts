import {
  createCreateAccountParts,
  createDeleteAccountParts,
  createRetrieveAccountParts,
} from "./accounts.ts";
import { createActivationParts } from "./activation.ts";
import { createAllocationParts } from "./allocations.ts";
import { createChargeParts } from "./charges.ts";
import { createComplianceParts, createOnboardingParts } from "./onboarding.ts";
import { createDrawParts } from "./draws.ts";
import { createConnectEvents } from "./events.ts";
import { createFeeParts } from "./fees.ts";
import { createListAccountsParts, createListTransactionsParts } from "./listing.ts";
import { createOutageParts } from "./outages.ts";
import { createOverviewParts } from "./overview.ts";
import type { ConnectParts, ConnectRoute } from "./parts.ts";
import { createPayoutScheduleParts, payVendors, payday } from "./payout-schedule.ts";
import { createRefundParts } from "./refunds.ts";
import { createReversalParts } from "./reversals.ts";
import {
  type TargetParts,
  type TargetedOperation,
  createTargetParts,
  targetedOperations,
} from "./targets.ts";
import { createWithdrawalParts } from "./withdrawals.ts";
import type { Screen } from "../../hooks.ts";
import type { TimerHandler } from "../../kernel/parts.ts";
import type { Operation } from "../../kernel/types.ts";
import { operationsOn, type Route } from "../common/deciders.ts";
import { mature, maturity } from "./credits.ts";
import { deciderOf, counting, refuseServiceAccount } from "./guard.ts";
import { settleDueWithdrawal, withdrawalSettlement } from "./in-flight-withdrawals.ts";

export { withCharges } from "./charges.ts";
export type { ConnectParts } from "./parts.ts";
export { setUpConnect } from "./setup.ts";

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

/** The timer handlers of Connect. */
export const connectTimers = (): Record<string, TimerHandler> => ({
  [maturity]: mature,
  [withdrawalSettlement]: settleDueWithdrawal,
  [payday]: payVendors,
});

/** Every Connect operation refuses the reserved header. */
export const connectScreens = (operations: readonly Operation[]): Record<string, Screen> =>
  Object.fromEntries(
    operations
      .filter(({ area }) => area === "connect" || area === "connectSingletons")
      .map(({ operationId }) => [operationId, refuseServiceAccount]),
  );

/** The routes of Connect. */
export function connectOperations(parts: ConnectParts): Operation[] {
  const operation = operationsOn("payment", "connect");
  const route = (
    operationId: string,
    line: Route,
    made: ConnectRoute,
    more?: Partial<Operation>,
  ): Operation => {
    const { idempotency } = made;
    const keys = idempotency === undefined ? {} : { idempotency };
    return operation(operationId, line, deciderOf(parts, made), { ...keys, ...more });
  };
  const charge = { area: "paymentIntents" };
  const singleton = { area: "connectSingletons" };
  const { createAccount } = parts;
  return [
    route("createAllocation", "POST /v1/connect/allocations", parts.allocations),
    route(
      "createAllocationReversal",
      "POST /v1/connect/allocations/:allocationId/reversals",
      parts.reversals,
    ),
    route("retrieveActivation", "GET /v1/connect/activations", parts.activation.retrieve, singleton),
    route("activateConnect", "POST /dashboard/connect/activations", parts.activation.activate, singleton),
    route(
      "retrievePayoutSchedule",
      "GET /v1/connect/payout_schedule",
      parts.payoutSchedule.retrieve,
      singleton,
    ),
    route(
      "replacePayoutSchedule",
      "POST /v1/connect/payout_schedule",
      parts.payoutSchedule.replace,
      singleton,
    ),
    route("createAccount", "POST /v1/connect/accounts", createAccount, {
      decide: counting(deciderOf(parts, createAccount), createAccount.rate),
    }),
    route("listAccounts", "GET /v1/connect/accounts", parts.listAccounts),
    route("retrieveAccount", "GET /v1/connect/accounts/:acct", parts.retrieveAccount),
    route("deleteAccount", "DELETE /v1/connect/accounts/:acct", parts.deleteAccount),
    route("retrieveAccountCompliance", "GET /v1/connect/accounts/:acct/compliance", parts.compliance),
    route("createOnboardingLink", "POST /v1/connect/accounts/:acct/onboarding_links", parts.onboarding),
    route("retrieveOverview", "GET /v1/connect/overview", parts.overview, singleton),
    route("captureCharge", "POST /v1/payment-intents/:id/capture", parts.charges.capture, charge),
    route("refundCharge", "POST /v1/payment-intents/:id/refunds", parts.refunds, charge),
    route("listAccountTransactions", "GET /v1/connect/accounts/:acct/transactions", parts.listTransactions),
    route("createWithdrawal", "POST /v1/connect/accounts/:acct/withdrawals", parts.withdrawals),
  ];
}
