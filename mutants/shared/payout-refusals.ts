import type { Mutant } from "../mutant.ts";
import { creationFaults } from "./creation-faults.ts";
import type { PayoutArea } from "./payouts.ts";

const METHOD = { type: "momo", momo: { msisdn: "242060000000", country: "CG", operator_name: "mtn" } };
const MOMO = "payment_method_data.momo";

/** Faults in the refusals of payouts (§4.3, §4.4, §7.1). */
export function payoutRefusalMutants({ area, word, create }: PayoutArea): readonly Mutant[] {
  const payout = creationFaults({ area, word, operation: create, status: 400 });
  const amount = area === "remittances" ? "1000" : 1_000;
  return [
    payout.refuses("currency", "in lowercase", "currency-in-any-casing"),
    payout.refuses("currency", "in mixed casing", "currency-in-any-casing"),
    payout.assumes("amount", "create-without-amount", amount),
    payout.assumes("currency", "create-without-currency", "XAF"),
    payout.assumes("first_name", "create-without-first-name", "Unknown"),
    payout.assumes("last_name", "create-without-last-name", "Unknown"),
    payout.assumes("payment_method_data", "create-without-payment-method", METHOD),
    payout.accepts(area === "remittances" ? "object" : "word", "amount", "amount-of-wrong-type", amount),
    payout.accepts("list", "amount", "amount-of-wrong-type", amount),
    payout.accepts("object", "currency", "currency-of-wrong-type", "XAF"),
    payout.accepts("list", "first_name", "first-name-of-wrong-type", "a b"),
    payout.accepts("object", "first_name", "first-name-of-wrong-type", "[object Object]"),
    payout.accepts("object", "last_name", "last-name-of-wrong-type", "[object Object]"),
    payout.accepts("word", "payment_method_data", "payment-method-of-wrong-type", METHOD),
    payout.accepts("number", MOMO, "momo-of-wrong-type", METHOD.momo),
    payout.accepts("word", MOMO, "momo-of-wrong-type", METHOD.momo),
    payout.accepts("object", `${MOMO}.msisdn`, "msisdn-of-wrong-type", METHOD.momo.msisdn),
    ...payout.takesNull({
      amount: "amount-of-wrong-type",
      currency: "currency-of-wrong-type",
      first_name: "first-name-of-wrong-type",
      last_name: "last-name-of-wrong-type",
      payment_method_data: "payment-method-of-wrong-type",
    }),
    ...payout.misreports("last_name"),
  ];
}
