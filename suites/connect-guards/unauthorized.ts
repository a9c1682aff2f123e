import type { RuleCheck } from "../../harness/check.ts";
import { bareRequest, refusesInDocumentedForm } from "../expect/unauthorized.ts";
import { ONBOARDING, OPERATIONS } from "../fixtures/connect-operations.ts";

const BODIES = {
  "create-allocation": ["createAllocation", "message"],
  "reverse-allocation": ["createAllocationReversal", "message"],
  "read-activation": ["retrieveActivation", "code"],
  "read-payout-schedule": ["retrievePayoutSchedule", "code"],
  "write-payout-schedule": ["replacePayoutSchedule", "code"],
  "read-overview": ["retrieveOverview", "code"],
  "create-vendor": ["createAccount", "message"],
  "list-vendors": ["listAccounts", "message"],
  "read-vendor": ["retrieveAccount", "message"],
  "list-transactions": ["listAccountTransactions", "message"],
  "read-compliance": ["retrieveAccountCompliance", "message"],
  withdraw: ["createWithdrawal", "message"],
} as const;

/** The bodies of the 401s of each Connect route: the code of the singletons, the message of all others (§5.6, §7.1). */
export default [
  ...(Object.keys(BODIES) as (keyof typeof BODIES)[]).map((name): RuleCheck => {
    const [operation, member] = BODIES[name];
    return refusesInDocumentedForm(`connect-guards/${name}-unauthorized-body`, {
      member,
      bare: bareRequest(operation),
      inOrder: OPERATIONS[name],
    });
  }),
  refusesInDocumentedForm("connect-guards/onboarding-link-unauthorized-body", {
    member: "message",
    bare: async (check, key) => {
      const merchant = await check.merchant();
      const call = { inputs: { acct: "nothing" }, key: key === undefined ? merchant.testKey : key };
      return (await check.ports.call("createOnboardingLink", call)).answer;
    },
    inOrder: ONBOARDING,
  }),
];
