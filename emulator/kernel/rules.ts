import type { Rule } from "./validate.ts";

/** Present, and neither null nor the empty string. Zero and false count as present. */
export const required: Rule = {
  name: "required",
  wants: "given",
  accepts: (value) => value !== undefined && value !== null && value !== "",
};

/** A string. */
export const text: Rule = {
  name: "string",
  wants: "a string",
  accepts: (value) => typeof value === "string",
};

/** A finite number. */
export const number: Rule = {
  name: "number",
  wants: "a number",
  accepts: (value) => typeof value === "number" && Number.isFinite(value),
};

/** True or false. */
export const boolean: Rule = {
  name: "boolean",
  wants: "true or false",
  accepts: (value) => typeof value === "boolean",
};

/** A safe integer. */
export const whole: Rule = {
  name: "integer",
  wants: "a whole number",
  accepts: (value) => Number.isSafeInteger(value),
};

/** Greater than zero. */
export const positive: Rule = {
  name: "positive",
  wants: "greater than 0",
  accepts: (value) => Number(value) > 0,
};

/** Zero or more. */
export const notNegative: Rule = { name: "min", wants: "0 or more", accepts: (value) => Number(value) >= 0 };

/** At most `limit`. */
export const atMost = (limit: number): Rule => ({
  name: "max",
  wants: `at most ${limit}`,
  accepts: (value) => Number(value) <= limit,
});

/** Null, or a value that another rule accepts. */
export const orNull = (rule: Rule): Rule => ({
  ...rule,
  ...(rule.wants === undefined ? {} : { wants: `${rule.wants}, or null` }),
  accepts: (value, body) => value === null || rule.accepts(value, body),
});

/** A JSON object, not an array. */
export const object: Rule = {
  name: "object",
  wants: "an object",
  accepts: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/** A JSON array. */
export const array: Rule = { name: "array", wants: "an array", accepts: Array.isArray };

/** A string of at most `limit` characters. */
export const maxLength = (limit: number): Rule => ({
  name: "maxLength",
  wants: `at most ${limit} characters long`,
  accepts: (value) => typeof value === "string" && [...value].length <= limit,
});

/** An array of at most `limit` entries. */
export const maxItems = (limit: number): Rule => ({
  name: "maxItems",
  wants: `an array of at most ${limit} entries`,
  accepts: (value) => Array.isArray(value) && value.length <= limit,
});

/** One of `words`, which are lowercase, in any casing. */
export const oneOf = (words: readonly string[]): Rule => ({
  name: "enum",
  wants: `one of ${words.join(", ")}`,
  accepts: (value) => typeof value === "string" && words.includes(value.toLowerCase()),
});

/** A two-letter country code, in any casing. */
export const country: Rule = {
  name: "country",
  wants: "a two-letter country code",
  accepts: (value) => typeof value === "string" && /^[a-z]{2}$/i.test(value),
};

/** A three-letter currency code, in any casing. */
export const currency: Rule = {
  name: "currency",
  wants: "a three-letter currency code",
  accepts: (value) => typeof value === "string" && /^[a-z]{3}$/i.test(value),
};

/** An absolute http or https URL. */
export const url: Rule = {
  name: "url",
  wants: "an http or https URL",
  accepts: (value) => typeof value === "string" && /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value),
};

/** A string of digits that is a safe integer. */
export const digits: Rule = {
  name: "numeric",
  accepts: (value) =>
    typeof value === "string" && /^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value)),
};

/** A phone number: six to fifteen digits, with or without a leading plus. */
export const phone: Rule = {
  name: "phone",
  wants: "6 to 15 digits",
  accepts: (value) => typeof value === "string" && /^\+?\d{6,15}$/.test(value),
};

/** An existing date or time in ISO 8601. */
export const date: Rule = {
  name: "date",
  wants: "a date or time in ISO 8601",
  accepts: (value) =>
    typeof value === "string" &&
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(value) &&
    Number.isFinite(Date.parse(value)),
};
