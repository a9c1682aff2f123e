import { merchants } from "../../emulator/kernel/merchants.ts";
import type { RuleId } from "../../spec/index.ts";
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
export const openDoors: readonly Mutant[] = guarded.flatMap(([name, operation]): Mutant[] => [
  openTo(name, operation, "without-key", "no key"),
  openTo(name, operation, "with-unknown-key", "any key"),
]);

function openTo(
  name: string,
  operation: string,
  how: "without-key" | "with-unknown-key",
  what: string,
): Mutant {
  const anyone = "anyone";
  const lie = {
    id: `${name}-open-${how}`,
    kills: `authentication/${name}-${how}` as RuleId,
    lie: `The operation ${operation} takes ${what}.`,
  };
  return authenticating(lie, (given) => ({
    readKey: (header, at) => {
      const key = given.readKey(header, at);
      return key === undefined && how === "without-key" && at === operation ? anyone : key;
    },
    callerOf: (state, key, at) => {
      const caller = given.callerOf(state, key, at);
      if (caller !== undefined || at !== operation) return caller;
      if (how === "without-key" && key !== anyone) return undefined;
      const [first] = state.all(merchants);
      return first === undefined ? undefined : { accountId: first.id, mode: "test" };
    },
  }));
}
