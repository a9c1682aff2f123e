import { operationRows, ruleIdOf } from "../../spec/index.ts";
import { trimming } from "../faults/requests.ts";
import type { Mutant } from "../mutant.ts";

/** The operations that name an object, with the paths of those that the contract does not have. */
const NAMING: Readonly<Partial<Record<keyof typeof operationRows, string | RegExp>>> = {
  retrievePaymentIntent: "retrievePaymentIntent",
  retrieveSession: "retrieveSession",
  retrieveDisbursement: "retrieveDisbursement",
  retrieveRemittance: "retrieveRemittance",
  createAllocation: "createAllocation",
  createAllocationReversal: "createAllocationReversal",
  retrieveAccount: "retrieveAccount",
  listAccountTransactions: "listAccountTransactions",
  retrieveAccountCompliance: "retrieveAccountCompliance",
  createOnboardingLink: /\/onboarding_links$/,
  createWithdrawal: "createWithdrawal",
  retrieveTestClock: "retrieveTestClock",
  attachTestClock: "attachTestClock",
  advanceTestClock: "advanceTestClock",
  simulateTestClock: "simulateTestClock",
  deleteTestClock: "deleteTestClock",
  cancelSubscription: /\/cancel$/,
  pauseSubscription: /\/pause$/,
  resumeSubscription: /\/resume$/,
  retryPayment: /\/retry-payment$/,
  voidInvoice: /\/void$/,
};

export const mutants: readonly Mutant[] = (Object.keys(NAMING) as (keyof typeof operationRows)[]).map(
  (name) => {
    const { row = "" } = operationRows[name];
    return {
      id: `${row}-trims-identifiers`,
      violates: [ruleIdOf(`conventions/${row}-finds-exact-ids-only`)],
      summary: `${name} ignores a blank after an identifier.`,
      wrap: trimming(NAMING[name] ?? name),
    };
  },
);
