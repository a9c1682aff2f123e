import { operationRows, ruleIdOf } from "../../spec/index.ts";
import { respelling, trimming } from "../faults/requests.ts";
import { family, type Mutant, named } from "../mutant.ts";

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

/** Notations in which a target may compare identifiers. */
const RESPELLED: Readonly<Record<string, readonly [keyof typeof operationRows, (text: string) => string]>> = {
  "session-id-in-full-width": ["retrieveSession", (text) => text.normalize("NFKC")],
  "allocation-id-cut-to-its-length": ["createAllocationReversal", (text) => text.slice(0, 28)],
  "remittance-id-with-a-plus": ["retrieveRemittance", (text) => text.replace(/^\+/, "")],
  "vendor-id-of-one-line": ["createWithdrawal", (text) => text.split("\n")[0] ?? ""],
  "attached-id-without-zeros": ["attachTestClock", (text) => text.replace(/_0+/, "_")],
  "intent-id-with-a-prefix-of-any-casing": ["retrievePaymentIntent", (text) => text.replace(/^PI_/, "pi_")],
};

export const mutants: readonly Mutant[] = [
  ...(Object.keys(NAMING) as (keyof typeof operationRows)[]).map((name) => {
    const { row = "" } = operationRows[name];
    return {
      id: `${row}-trims-identifiers`,
      violates: [ruleIdOf(`conventions/${row}-finds-exact-ids-only`)],
      summary: `${name} ignores a blank after an identifier.`,
      wrap: trimming(NAMING[name] ?? name),
    };
  }),
  ...named(
    family(RESPELLED, ([name, change]) => ({
      violates: [ruleIdOf(`conventions/${operationRows[name].row ?? ""}-finds-exact-ids-only`)],
      summary: `${name} reads an identifier in another notation.`,
      wrap: respelling(name, change),
    })),
  ),
];
