import { byId, named } from "../mutant.ts";
import {
  assumes,
  isAnyObject,
  isCount,
  isList,
  isWord,
  mistakes,
  refusalMutants,
} from "../shared/creations.ts";
import { takingEmpty } from "../shared/falsy.ts";
import { takingNulls } from "../shared/nulls.ts";
import { area } from "./parts.ts";

export const mutants = named({
  "intent-amount-assumed": {
    violates: ["payment-intents/invalid-never-accepted", "payment-intents/create-without-amount"],
    summary: "A missing amount of an intent is read as 1000.",
    replace: assumes(area, "amount", 1000),
  },
  "intent-currency-assumed": {
    violates: ["payment-intents/create-without-currency"],
    summary: "A missing currency of an intent is read as xaf.",
    replace: assumes(area, "currency", "xaf"),
  },
  "intent-amount-from-object": {
    violates: ["payment-intents/amount-of-wrong-type"],
    summary: "An amount that is not a number is read as 1000.",
    replace: mistakes(area, "amount", { from: (value) => !isCount(value), to: 1000 }),
  },
  "intent-amount-from-list": {
    violates: ["payment-intents/amount-of-wrong-type"],
    summary: "An array of numbers is accepted as an amount.",
    replace: mistakes(area, "amount", { from: isList, to: 1000 }),
  },
  "intent-currency-from-object": {
    violates: ["payment-intents/currency-of-wrong-type"],
    summary: "An object or array is accepted as the currency of an intent.",
    replace: mistakes(area, "currency", { from: isAnyObject, to: "xaf" }),
  },
  "intent-description-from-object": {
    violates: ["payment-intents/description-of-wrong-type"],
    summary: "An object is accepted as the description of an intent.",
    replace: mistakes(area, "description", { from: isAnyObject, to: "[object Object]" }),
  },
  "intent-description-from-list": {
    violates: ["payment-intents/description-of-wrong-type"],
    summary: "An array is joined into the description of an intent.",
    replace: mistakes(area, "description", { from: isList, to: "a,b" }),
  },
  "intent-metadata-from-word": {
    violates: ["payment-intents/metadata-of-wrong-type"],
    summary: "A string is accepted as the metadata of an intent.",
    replace: mistakes(area, "metadata", { from: isWord, to: {} }),
  },
  "intent-metadata-from-number": {
    violates: ["payment-intents/metadata-of-wrong-type"],
    summary: "A number is accepted as the metadata of an intent.",
    replace: mistakes(area, "metadata", { from: isCount, to: {} }),
  },
  ...byId([
    ...refusalMutants({
      id: "intent",
      what: "intent",
      operation: "createPaymentIntent",
      status: 422,
      parameter: "metadata",
      rules: {
        status: "payment-intents/validation-status",
        list: "payment-intents/validation-carries-errors",
        field: "payment-intents/validation-names-the-field",
      },
    }),
    ...takingNulls("payment-intents", "createPaymentIntent", {
      amount: "payment-intents/amount-of-wrong-type",
      currency: "payment-intents/currency-of-wrong-type",
    }),
    takingEmpty("intent", "payment-intents/amount-of-wrong-type", "createPaymentIntent", {
      field: "amount",
      empty: [],
      value: 1_000,
    }),
    takingEmpty("intent", "payment-intents/currency-of-wrong-type", "createPaymentIntent", {
      field: "currency",
      empty: {},
      value: "xaf",
    }),
  ]),
});
