import type { RuleCheck } from "../harness/rule.ts";

interface Module {
  readonly default: readonly RuleCheck[];
}

/** Where the checks are: one folder an area, one file a family of rules. In the order in which checks run. */
export const modules: Readonly<Record<string, () => Promise<Module>>> = {
  "operations/served": () => import("./operations/served.ts"),
  "operations/accepted": () => import("./operations/accepted.ts"),
  conventions: () => import("./conventions/index.ts"),
  authentication: () => import("./authentication/index.ts"),
  "payment-intents": () => import("./payment-intents/index.ts"),
  "checkout-sessions": () => import("./checkout-sessions/index.ts"),
  disbursements: () => import("./disbursements/index.ts"),
  remittances: () => import("./remittances/index.ts"),
  activation: () => import("./activation/index.ts"),
  "payout-schedule": () => import("./payout-schedule/index.ts"),
  overview: () => import("./overview/index.ts"),
  allocations: () => import("./allocations/index.ts"),
  reversals: () => import("./reversals/index.ts"),
  withdrawals: () => import("./withdrawals/index.ts"),
  "connect-targets": () => import("./connect-targets/index.ts"),
  vendors: () => import("./vendors/index.ts"),
  transactions: () => import("./transactions/index.ts"),
  compliance: () => import("./compliance/index.ts"),
  onboarding: () => import("./onboarding/index.ts"),
  charges: () => import("./charges/index.ts"),
  "connect-guards": () => import("./connect-guards/index.ts"),
  "connect-events": () => import("./connect-events/index.ts"),
  invoices: () => import("./invoices/index.ts"),
  "subscription-events": () => import("./subscription-events/index.ts"),
  subscriptions: () => import("./subscriptions/index.ts"),
  "test-clocks": () => import("./test-clocks/index.ts"),
};
