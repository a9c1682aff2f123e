import type { Rule } from "./validate.ts";

/** Present, and neither null nor the empty text. Zero and false are present. */
export const required: Rule = {
  name: "required",
  accepts: (value) => value !== undefined && value !== null && value !== "",
};

/** Text. */
export const text: Rule = { name: "string", accepts: (value) => typeof value === "string" };

/** A finite number. */
export const number: Rule = {
  name: "number",
  accepts: (value) => typeof value === "number" && Number.isFinite(value),
};

/** True or false. */
export const boolean: Rule = { name: "boolean", accepts: (value) => typeof value === "boolean" };

/** A number without a fraction, exactly representable. */
export const whole: Rule = { name: "integer", accepts: (value) => Number.isSafeInteger(value) };

/** Greater than zero. */
export const positive: Rule = { name: "positive", accepts: (value) => Number(value) > 0 };

/** Zero or more. */
export const notNegative: Rule = { name: "min", accepts: (value) => Number(value) >= 0 };

/** At most so much. */
export const atMost = (limit: number): Rule => ({ name: "max", accepts: (value) => Number(value) <= limit });

/** A JSON object, not an array. */
export const object: Rule = {
  name: "object",
  accepts: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/** A JSON array. */
export const array: Rule = { name: "array", accepts: Array.isArray };

/** Text of at most so many characters. */
export const maxLength = (limit: number): Rule => ({
  name: "maxLength",
  accepts: (value) => typeof value === "string" && [...value].length <= limit,
});

/** An array of at most so many entries. */
export const maxItems = (limit: number): Rule => ({
  name: "maxItems",
  accepts: (value) => Array.isArray(value) && value.length <= limit,
});

/** One of the listed words, in any casing. */
export const oneOf = (words: readonly string[]): Rule => ({
  name: "enum",
  accepts: (value) => typeof value === "string" && words.includes(value.toLowerCase()),
});

/** An absolute http or https URL. */
export const url: Rule = {
  name: "url",
  accepts: (value) => typeof value === "string" && /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value),
};

/** Text that consists of digits and stands for a whole number above zero, exactly representable. */
export const digits: Rule = {
  name: "numeric",
  accepts: (value) =>
    typeof value === "string" && /^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value)),
};

/** A phone number: six to fifteen digits, with or without a leading plus. */
export const phone: Rule = {
  name: "phone",
  accepts: (value) => typeof value === "string" && /^\+?\d{6,15}$/.test(value),
};

/** A time or a day in ISO 8601 that exists. */
export const date: Rule = {
  name: "date",
  accepts: (value) =>
    typeof value === "string" &&
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(value) &&
    Number.isFinite(Date.parse(value)),
};
