import { type Mutant, mutant } from "../mutant.ts";
import {
  assumes,
  demanded,
  fielding,
  isAnyObject,
  isCount,
  isList,
  isWord,
  lowercaseOnly,
  mistakes,
  noMixedCasing,
  refusalMutants,
} from "../shared/creations.ts";

const area = "paymentIntents";

/** What is refused although it may not be, and the other way round. */
export const refusedIntentMutants: readonly Mutant[] = [
  mutant(
    {
      id: "intent-description-required",
      violates: "payment-intents/description-may-be-omitted",
      summary: "An intent without a description is refused.",
    },
    (parts) => fielding(parts, area, "description", (rules) => [demanded, ...rules]),
  ),
  mutant(
    {
      id: "intent-metadata-required",
      violates: "payment-intents/metadata-may-be-omitted",
      summary: "An intent without metadata is refused.",
    },
    (parts) => fielding(parts, area, "metadata", (rules) => [demanded, ...rules]),
  ),
  mutant(
    {
      id: "intent-currency-lowercase-only",
      violates: "payment-intents/currency-in-any-casing",
      summary: "An intent's currency is refused in capital letters.",
    },
    (parts) => fielding(parts, area, "currency", (rules) => [...rules, lowercaseOnly]),
  ),
  mutant(
    {
      id: "intent-currency-no-mixed-casing",
      violates: "payment-intents/currency-in-any-casing",
      summary: "An intent's currency is refused in mixed casing.",
      subtle: true,
    },
    (parts) => fielding(parts, area, "currency", (rules) => [...rules, noMixedCasing]),
  ),
  assumes(
    {
      id: "intent-amount-assumed",
      violates: "payment-intents/create-without-amount",
      summary: "A missing amount of an intent is read as 1000.",
    },
    area,
    "amount",
    1000,
  ),
  assumes(
    {
      id: "intent-currency-assumed",
      violates: "payment-intents/create-without-currency",
      summary: "A missing currency of an intent is read as xaf.",
    },
    area,
    "currency",
    "xaf",
  ),
  mistakes(
    {
      id: "intent-amount-from-object",
      violates: "payment-intents/amount-of-wrong-type",
      summary: "Anything but a number is an amount of 1000.",
    },
    area,
    "amount",
    { from: (value) => !isCount(value), to: 1000 },
  ),
  mistakes(
    {
      id: "intent-amount-from-list",
      violates: "payment-intents/amount-of-wrong-type",
      summary: "A list of numbers is taken for an amount.",
      subtle: true,
    },
    area,
    "amount",
    { from: isList, to: 1000 },
  ),
  mistakes(
    {
      id: "intent-currency-from-object",
      violates: "payment-intents/currency-of-wrong-type",
      summary: "An object or a list is taken for the currency of an intent.",
    },
    area,
    "currency",
    { from: isAnyObject, to: "xaf" },
  ),
  mistakes(
    {
      id: "intent-description-from-object",
      violates: "payment-intents/description-of-wrong-type",
      summary: "An object is taken for the description of an intent.",
    },
    area,
    "description",
    { from: isAnyObject, to: "[object Object]" },
  ),
  mistakes(
    {
      id: "intent-description-from-list",
      violates: "payment-intents/description-of-wrong-type",
      summary: "A list is joined into the description of an intent.",
      subtle: true,
    },
    area,
    "description",
    { from: isList, to: "a,b" },
  ),
  mistakes(
    {
      id: "intent-metadata-from-word",
      violates: "payment-intents/metadata-of-wrong-type",
      summary: "A word is taken for the metadata of an intent.",
    },
    area,
    "metadata",
    { from: isWord, to: {} },
  ),
  mistakes(
    {
      id: "intent-metadata-from-number",
      violates: "payment-intents/metadata-of-wrong-type",
      summary: "A number is taken for the metadata of an intent.",
      subtle: true,
    },
    area,
    "metadata",
    { from: isCount, to: {} },
  ),
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
];
