import { type Mutant, mutant } from "../mutant.ts";
import { demanded, fielding, lowercaseOnly, noMixedCasing } from "../shared/creations.ts";
import { area } from "./parts.ts";

/** Mutants of the rules that `suites/payment-intents/optional-fields.ts` judges. */
export const paymentIntentsOptionalFieldsMutants: readonly Mutant[] = [
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
      summary: "An intent's currency is refused in uppercase.",
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
];
