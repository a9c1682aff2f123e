import { ruleIdOf } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
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

const MOMO = "payment_method_data.momo";

/** Faults in the refusals of payouts (§4.3, §4.4, §7.1). */
export function payoutRefusalMutants(payouts: PayoutArea): readonly Mutant[] {
  const { area, word, rule, create } = payouts;
  const faultOf = faultsOf(payouts);
  const isAmount = area === "remittances" ? isAnyObject : isWord;
  const amount = area === "remittances" ? "1000" : 1000;
  return [
    {
      ...faultOf("currency-uppercase-only", "currency-in-any-casing", "The currency is refused in lowercase"),
      replace: fielding(area, "currency", (rules) => [
        ...rules,
        { name: "uppercase", accepts: (value) => value === String(value).toUpperCase() },
      ]),
    },
    {
      ...faultOf(
        "currency-no-mixed-casing",
        "currency-in-any-casing",
        "The currency is refused in mixed casing",
      ),
      replace: fielding(area, "currency", (rules) => [...rules, noMixedCasing]),
    },
    ...(
      [
        ["amount", "amount", "amount", amount, "A missing amount is read as 1000"],
        ["currency", "currency", "currency", "XAF", "A missing currency is read as XAF"],
        ["first-name", "first-name", "first_name", "Unknown", "A missing first name is read as unknown"],
        ["last-name", "last-name", "last_name", "Unknown", "A missing last name is read as unknown"],
        ["method", "payment-method", "payment_method_data", METHOD, "A missing payment method is invented"],
      ] as const
    ).map(([id, parameter, path, value, text]) => {
      const fault = faultOf(`${id}-assumed`, `create-without-${parameter}`, text);
      const violates = [...fault.violates, ruleIdOf(`${area}/invalid-never-accepted`)];
      return { ...fault, violates, replace: assumes(area, path, value) };
    }),
    ...(
      [
        ["amount-mistaken", "amount", "amount", isAmount, amount, "An amount of any type is accepted"],
        ["amount-from-list", "amount", "amount", isList, amount, "An array is accepted as an amount"],
        [
          "currency-from-object",
          "currency",
          "currency",
          isAnyObject,
          "XAF",
          "An object or array is accepted as a currency",
        ],
        [
          "first-name-from-list",
          "first-name",
          "first_name",
          isList,
          "a b",
          "An array is joined into a first name",
        ],
        [
          "first-name-from-object",
          "first-name",
          "first_name",
          isAnyObject,
          "[object Object]",
          "An object is accepted as a first name",
        ],
        [
          "last-name-from-object",
          "last-name",
          "last_name",
          isAnyObject,
          "[object Object]",
          "An object is accepted as a last name",
        ],
        [
          "method-from-word",
          "payment-method",
          "payment_method_data",
          isWord,
          METHOD,
          "A string is accepted as a payment method",
        ],
        ["momo-from-number", "momo", MOMO, isCount, METHOD.momo, "A number is accepted as the momo member"],
        ["momo-from-word", "momo", MOMO, isWord, METHOD.momo, "A string is accepted as the momo member"],
        [
          "msisdn-from-object",
          "msisdn",
          `${MOMO}.msisdn`,
          isAnyObject,
          METHOD.momo.msisdn,
          "An object or array is accepted as a phone number",
        ],
      ] as const
    ).map(([id, parameter, path, from, to, text]) => ({
      ...faultOf(id, `${parameter}-of-wrong-type`, text),
      replace: mistakes(area, path, {
        from,
        to,
      }),
    })),
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
    ...takingNulls(area === "remittances" ? "remittance" : "disbursements", create, {
      amount: rule("amount-of-wrong-type"),
      currency: rule("currency-of-wrong-type"),
      first_name: rule("first-name-of-wrong-type"),
      last_name: rule("last-name-of-wrong-type"),
      payment_method_data: rule("payment-method-of-wrong-type"),
    }),
  ];
}
