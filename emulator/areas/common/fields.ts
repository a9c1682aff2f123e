import {
  array,
  atMost,
  number,
  object,
  oneOf,
  phone,
  positive,
  required,
  text,
  url,
  whole,
} from "../../kernel/rules.ts";
import { type FieldSpec, valueAt } from "../../kernel/validate.ts";

/** The largest amount that the emulator accepts, whole francs. The document names no limit (§8). */
export const largestAmount = 1_000_000_000_000;

/** An amount as a positive number of whole francs. */
export const amountField = (field: string): FieldSpec => ({
  field,
  rules: [required, number, whole, positive, atMost(largestAmount)],
});

/** A currency code in any casing (§1). */
export const currencyField = (currencies: readonly string[]): FieldSpec => ({
  field: "currency",
  rules: [required, text, oneOf(currencies)],
});

/** A required string. */
export const textField = (field: string): FieldSpec => ({ field, rules: [required, text] });

/** An optional string. */
export const optionalText = (field: string): FieldSpec => ({ field, rules: [text] });

/** A required URL. */
export const urlField = (field: string): FieldSpec => ({ field, rules: [required, text, url] });

/** Free key-value data (§2.1, §4.2, §4.4). */
export const metadataField: FieldSpec = { field: "metadata", rules: [object] };

/** An optional array. */
export const optionalList = (field: string): FieldSpec => ({ field, rules: [array] });

/** The countries to whose operators the emulator pays out. */
const countries = ["cf", "cg", "cm", "ga", "gq", "td"];

/** The mobile-money operators that the emulator knows. */
export const operators = ["mtn", "airtel", "orange", "moov"] as const;

const isMomo = (body: unknown): boolean => {
  const type = valueAt(body, "payment_method_data.type");
  return typeof type === "string" && type.toLowerCase() === "momo";
};

/** The recipient's mobile-money account (§4.3). */
export const paymentMethodFields: readonly FieldSpec[] = [
  { field: "payment_method_data", rules: [required, object] },
  { field: "payment_method_data.type", rules: [required, text, oneOf(["momo"])] },
  { field: "payment_method_data.momo", rules: [required, object], when: isMomo },
  { field: "payment_method_data.momo.msisdn", rules: [required, text, phone], when: isMomo },
  { field: "payment_method_data.momo.country", rules: [required, text, oneOf(countries)], when: isMomo },
  {
    field: "payment_method_data.momo.operator_name",
    rules: [required, text, oneOf(operators)],
    when: isMomo,
  },
];
