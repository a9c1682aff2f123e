import { takenForOne, transacting } from "../connect/races.ts";
import { family, named, perEmulator } from "../mutant.ts";
import type { RuleId } from "../../spec/index.ts";

export const mutants = named({
  ...family(
    {
      "intents-at-once-are-one": ["payment-intents", "createPaymentIntent"],
      "sessions-at-once-are-one": ["checkout-sessions", "createSession"],
      "disbursements-at-once-are-one": ["disbursements", "createDisbursement"],
      "remittances-at-once-are-one": ["remittances", "createRemittance"],
      "clocks-at-once-are-one": ["test-clocks", "createTestClock"],
      "subscriptions-at-once-are-one": ["subscriptions", "createSubscription"],
    },
    ([area = "", operation = ""]) => ({
      violates: [`${area}/concurrent-creations-are-separate` as RuleId],
      summary: `Simultaneous requests (${operation}) create one object.`,
      replace: perEmulator(() => transacting([operation], takenForOne())),
    }),
  ),
});
