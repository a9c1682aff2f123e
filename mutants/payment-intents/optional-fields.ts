import { named } from "../mutant.ts";
import { demanded, fielding, lowercaseOnly, noMixedCasing } from "../shared/creations.ts";
import { area } from "./parts.ts";

export const mutants = named({
  "intent-description-required": {
    violates: ["payment-intents/description-may-be-omitted"],
    summary: "An intent without a description is refused.",
    replace: fielding(area, "description", (rules) => [demanded, ...rules]),
  },
  "intent-metadata-required": {
    violates: ["payment-intents/metadata-may-be-omitted"],
    summary: "An intent without metadata is refused.",
    replace: fielding(area, "metadata", (rules) => [demanded, ...rules]),
  },
  "intent-currency-lowercase-only": {
    violates: ["payment-intents/currency-in-any-casing"],
    summary: "An intent's currency is refused in uppercase.",
    replace: fielding(area, "currency", (rules) => [...rules, lowercaseOnly]),
  },
  "intent-currency-no-mixed-casing": {
    violates: ["payment-intents/currency-in-any-casing"],
    summary: "An intent's currency is refused in mixed casing.",
    replace: fielding(area, "currency", (rules) => [...rules, noMixedCasing]),
  },
});
