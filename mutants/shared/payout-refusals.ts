import { type Mutant, mutant } from "../mutant.ts";
import {
  assumes,
  fielding,
  isAnyObject,
  isCount,
  isList,
  isWord,
  mistakes,
  noMixedCasing,
  refusalMutants,
} from "./creations.ts";
import { takingNulls } from "./nulls.ts";
import { faultsOf, type PayoutArea } from "./payouts.ts";

const METHOD = { type: "momo", momo: { msisdn: "242060000000", country: "CG", operator_name: "mtn" } };

/** Faults in the refusals of payouts (§4.3, §4.4, §7.1). */
export function payoutRefusalMutants(payouts: PayoutArea): readonly Mutant[] {
  const { area, word, rule, create } = payouts;
  const faultOf = faultsOf(payouts);
  const isAmount = area === "remittances" ? isAnyObject : isWord;
  const amount = area === "remittances" ? "1000" : 1000;
  return [
    mutant(
      faultOf("currency-uppercase-only", "currency-in-any-casing", "The currency is refused in lowercase"),
      (parts) =>
        fielding(parts, area, "currency", (rules) => [
          ...rules,
          { name: "uppercase", accepts: (value) => value === String(value).toUpperCase() },
        ]),
    ),
    mutant(
      faultOf(
        "currency-no-mixed-casing",
        "currency-in-any-casing",
        "The currency is refused in mixed casing",
        true,
      ),
      (parts) => fielding(parts, area, "currency", (rules) => [...rules, noMixedCasing]),
    ),
    assumes(
      faultOf("amount-assumed", "create-without-amount", "A missing amount is read as 1000"),
      area,
      "amount",
      amount,
    ),
    assumes(
      faultOf("currency-assumed", "create-without-currency", "A missing currency is read as XAF"),
      area,
      "currency",
      "XAF",
    ),
    assumes(
      faultOf("first-name-assumed", "create-without-first-name", "A missing first name is read as unknown"),
      area,
      "first_name",
      "Unknown",
    ),
    assumes(
      faultOf("last-name-assumed", "create-without-last-name", "A missing last name is read as unknown"),
      area,
      "last_name",
      "Unknown",
    ),
    assumes(
      faultOf("method-assumed", "create-without-payment-method", "A missing payment method is invented"),
      area,
      "payment_method_data",
      METHOD,
    ),
    mistakes(
      faultOf("amount-mistaken", "amount-of-wrong-type", "An amount of any type is accepted"),
      area,
      "amount",
      { from: isAmount, to: amount },
    ),
    mistakes(
      faultOf("amount-from-list", "amount-of-wrong-type", "An array is accepted as an amount", true),
      area,
      "amount",
      { from: isList, to: amount },
    ),
    mistakes(
      faultOf(
        "currency-from-object",
        "currency-of-wrong-type",
        "An object or array is accepted as a currency",
      ),
      area,
      "currency",
      { from: isAnyObject, to: "XAF" },
    ),
    mistakes(
      faultOf(
        "first-name-from-list",
        "first-name-of-wrong-type",
        "An array is joined into a first name",
        true,
      ),
      area,
      "first_name",
      { from: isList, to: "a b" },
    ),
    mistakes(
      faultOf("first-name-from-object", "first-name-of-wrong-type", "An object is accepted as a first name"),
      area,
      "first_name",
      { from: isAnyObject, to: "[object Object]" },
    ),
    mistakes(
      faultOf("last-name-from-object", "last-name-of-wrong-type", "An object is accepted as a last name"),
      area,
      "last_name",
      { from: isAnyObject, to: "[object Object]" },
    ),
    mistakes(
      faultOf("method-from-word", "payment-method-of-wrong-type", "A string is accepted as a payment method"),
      area,
      "payment_method_data",
      { from: isWord, to: METHOD },
    ),
    mistakes(
      faultOf("momo-from-number", "momo-of-wrong-type", "A number is accepted as the momo member", true),
      area,
      "payment_method_data.momo",
      { from: isCount, to: METHOD.momo },
    ),
    mistakes(
      faultOf("momo-from-word", "momo-of-wrong-type", "A string is accepted as the momo member"),
      area,
      "payment_method_data.momo",
      { from: isWord, to: METHOD.momo },
    ),
    mistakes(
      faultOf(
        "msisdn-from-object",
        "msisdn-of-wrong-type",
        "An object or array is accepted as a phone number",
      ),
      area,
      "payment_method_data.momo.msisdn",
      { from: isAnyObject, to: METHOD.momo.msisdn },
    ),
    ...refusalMutants({
      id: word,
      what: word,
      operation: create,
      status: 400,
      parameter: "last_name",
      rules: {
        status: rule("validation-status"),
        list: rule("validation-carries-errors"),
        field: rule("validation-names-the-field"),
      },
    }),
    ...takingNulls(area === "remittances" ? "/remittance" : "/disbursements", {
      amount: rule("amount-of-wrong-type"),
      currency: rule("currency-of-wrong-type"),
      first_name: rule("first-name-of-wrong-type"),
      last_name: rule("last-name-of-wrong-type"),
      payment_method_data: rule("payment-method-of-wrong-type"),
    }),
  ];
}
