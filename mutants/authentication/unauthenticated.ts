import { merchants } from "../../emulator/kernel/merchants.ts";
import { ruleIdOf } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { authenticating } from "./authenticating.ts";

const guarded = [
  ["create-payment-intent", "createPaymentIntent"],
  ["retrieve-payment-intent", "retrievePaymentIntent"],
  ["create-session", "createSession"],
  ["retrieve-session", "retrieveSession"],
  ["create-disbursement", "createDisbursement"],
  ["retrieve-disbursement", "retrieveDisbursement"],
  ["create-remittance", "createRemittance"],
  ["retrieve-remittance", "retrieveRemittance"],
  ["list-remittances", "listRemittances"],
  ["create-test-clock", "createTestClock"],
  ["list-test-clocks", "listTestClocks"],
  ["retrieve-test-clock", "retrieveTestClock"],
  ["delete-test-clock", "deleteTestClock"],
  ["advance-test-clock", "advanceTestClock"],
  ["attach-test-clock", "attachTestClock"],
  ["simulate-test-clock", "simulateTestClock"],
  ["create-subscription", "createSubscription"],
  ["cancel-subscription", "cancelSubscription"],
  ["pause-subscription", "pauseSubscription"],
  ["resume-subscription", "resumeSubscription"],
  ["retry-payment", "retryPayment"],
  ["void-invoice", "voidInvoice"],
] as const;

/** One operation that lets strangers in: as whoever was first. */
export const unauthenticatedMutants: readonly Mutant[] = guarded.flatMap(([name, operation]) =>
  openingTo(operation, { id: name, rule: `authentication/${name}`, at: 0 }),
);

/** Mutants of an operation that serves requests without a key, and with an unknown one, as one of its merchants' (`at`). */
export function openingTo(
  operation: string,
  { id, rule, at }: { readonly id: string; readonly rule: string; readonly at: 0 | -1 },
): readonly Mutant[] {
  const anyone = "anyone";
  const opening = (how: "without-key" | "with-unknown-key", what: string): Mutant => {
    const fault = {
      id: `${id}-open-${how}`,
      violates: ruleIdOf(`${rule}-${how}`),
      summary: `The operation ${operation} takes ${what}.`,
    };
    return authenticating(fault, (given) => ({
      readKey: (header, asked) => {
        const key = given.readKey(header, asked);
        return key === undefined && how === "without-key" && asked === operation ? anyone : key;
      },
      callerOf: (state, key, asked) => {
        const caller = given.callerOf(state, key, asked);
        if (caller !== undefined || asked !== operation) return caller;
        if (how === "without-key" && key !== anyone) return undefined;
        const merchant = state.all(merchants).at(at);
        return merchant === undefined ? undefined : { accountId: merchant.id, mode: "test" };
      },
    }));
  };
  return [opening("without-key", "no key"), opening("with-unknown-key", "any key")];
}
