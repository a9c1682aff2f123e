import type { Screen } from "../../hooks.ts";
import type { TimerHandler } from "../../kernel/parts.ts";
import type { Operation } from "../../kernel/types.ts";
import { payVendors, payday } from "./automatic-payouts.ts";
import { mature, maturity } from "./credits.ts";
import { deciderOf } from "./guard.ts";
import { settleDueWithdrawal, withdrawalSettlement } from "./in-flight-withdrawals.ts";
import type { ConnectParts, ConnectRoute } from "./parts.ts";
import { counting } from "./rate.ts";
import { refuseServiceAccount } from "./screen.ts";

export { withCharges } from "./charges.ts";
export { createConnectParts } from "./create-parts.ts";
export type { ConnectParts } from "./parts.ts";
export { setUpConnect } from "./setup.ts";

/** What time does to Connect. */
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
  const route = (
    line: string,
    operationId: string,
    made: ConnectRoute,
    more: Partial<Operation> = {},
  ): Operation => {
    const [method, path] = line.split(" ") as [Operation["method"], string];
    return {
      operationId,
      method,
      path,
      host: "payment",
      area: "connect",
      decide: deciderOf(parts, made),
      ...more,
    };
  };
  const charge = { area: "paymentIntents" };
  const singleton = { area: "connectSingletons" };
  const { createAccount } = parts;
  return [
    route("POST /v1/connect/allocations", "createAllocation", parts.allocations, {
      idempotency: parts.allocations.idempotency,
    }),
    route(
      "POST /v1/connect/allocations/:allocationId/reversals",
      "createAllocationReversal",
      parts.reversals,
      { idempotency: parts.reversals.idempotency },
    ),
    route("GET /v1/connect/activations", "retrieveActivation", parts.activation.retrieve, singleton),
    route("POST /dashboard/connect/activations", "activateConnect", parts.activation.activate, singleton),
    route(
      "GET /v1/connect/payout_schedule",
      "retrievePayoutSchedule",
      parts.payoutSchedule.retrieve,
      singleton,
    ),
    route(
      "POST /v1/connect/payout_schedule",
      "replacePayoutSchedule",
      parts.payoutSchedule.replace,
      singleton,
    ),
    route("POST /v1/connect/accounts", "createAccount", createAccount, {
      idempotency: createAccount.idempotency,
      decide: counting(deciderOf(parts, createAccount), createAccount.rate),
    }),
    route("GET /v1/connect/accounts", "listAccounts", parts.listAccounts),
    route("GET /v1/connect/accounts/:acct", "retrieveAccount", parts.retrieveAccount),
    route("DELETE /v1/connect/accounts/:acct", "deleteAccount", parts.deleteAccount),
    route("GET /v1/connect/accounts/:acct/compliance", "retrieveAccountCompliance", parts.compliance),
    route("POST /v1/connect/accounts/:acct/onboarding_links", "createOnboardingLink", parts.onboarding),
    route("GET /v1/connect/overview", "retrieveOverview", parts.overview, singleton),
    route("POST /v1/payment-intents/:id/capture", "captureCharge", parts.charges.capture, charge),
    route("POST /v1/payment-intents/:id/refunds", "refundCharge", parts.refunds, charge),
    route("GET /v1/connect/accounts/:acct/transactions", "listAccountTransactions", parts.listTransactions),
    route("POST /v1/connect/accounts/:acct/withdrawals", "createWithdrawal", parts.withdrawals, {
      idempotency: parts.withdrawals.idempotency,
    }),
  ];
}
