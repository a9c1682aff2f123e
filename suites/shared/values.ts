import fc from "fast-check";
import type { Check } from "../../harness/check.ts";

/** Letters of the Basic Multilingual Plane that every text field of a payment service meets. */
const LETTERS = [
  ..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  ..."éèêàçôùïœÉÀÇñß",
  ..."支付東京",
  ..."دفع",
];

/** Words with single blanks between them: no blank at an end, no control characters, at most `max` characters. */
export function words(max = 80): fc.Arbitrary<string> {
  const word = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 12 });
  return fc
    .array(word, { minLength: 1, maxLength: 6 })
    .map((chosen) => chosen.join(" ").slice(0, max).trim());
}

/** Whether a text leaves ASCII. */
export function isForeign(text: string): boolean {
  return /[^\u0000-\u007f]/.test(text);
}

/** A few entries of text: the part of "key-value data" on which all readings agree. */
export function textEntries(): fc.Arbitrary<Record<string, string>> {
  const key = fc.constantFrom("order", "orderRef", "channel", "customer_tier", "note", "k");
  return fc
    .uniqueArray(fc.tuple(key, words(40)), { minLength: 1, maxLength: 4, selector: ([name]) => name })
    .map((entries) => Object.fromEntries(entries));
}

/** Whole francs around the ordinary amount: no limits are shown, so the suite does not look for them. */
export function francs(check: Check): fc.Arbitrary<number> {
  const { amount } = check.profile.ordinary;
  return fc.integer({ min: amount, max: amount + 10_000 });
}

/** The ordinary currency in every casing. */
export function casings(check: Check): fc.Arbitrary<string> {
  const lower = check.profile.ordinary.currency.toLowerCase();
  const upper = lower.toUpperCase();
  const mixed = fc.tuple(...[...lower].map((letter) => fc.constantFrom(letter, letter.toUpperCase())));
  return fc.oneof(
    fc.constant(lower),
    fc.constant(upper),
    mixed.map((letters) => letters.join("")),
  );
}

/** Names the casing of a currency code. */
export function casingOf(text: string): string {
  if (text === text.toLowerCase()) return "lowercase";
  return text === text.toUpperCase() ? "uppercase" : "mixed casing";
}

/** What a parameter is declared to be. */
export type DeclaredType = "number" | "text" | "object" | "list";

const entry = fc.record({ value: fc.integer({ min: 1, max: 99_999 }) }, { noNullPrototype: true });
const word = fc.constantFrom("plenty", "notebook", "xyz");
const count = fc.integer({ min: 1, max: 99_999 });
const pair = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(values, { minLength: 2, maxLength: 2 });

const OTHERS: Readonly<Record<DeclaredType, fc.Arbitrary<unknown>>> = {
  number: fc.oneof(entry, pair(count), word),
  text: fc.oneof(entry, pair(word)),
  object: fc.oneof(word, count),
  list: fc.oneof(word, count),
};

/** One value of each kind that `valuesOfOtherType` generates. */
export const OTHER_TYPES: Readonly<Record<DeclaredType, readonly unknown[]>> = {
  number: [{ value: 5000 }, [5000, 5000], "plenty"],
  text: [{ value: 17 }, ["notebook", "xyz"]],
  object: ["notebook", 17],
  list: ["notebook", 17],
};

/**
 * Values that no reasonable reader turns into the declared type: never a number in quotes, a boolean or null (which may
 * mean that there is none), and no
 * single value where a list is wanted that a reader could wrap into one.
 */
export function valuesOfOtherType(type: DeclaredType): fc.Arbitrary<unknown> {
  return OTHERS[type];
}

/** Records whose optional parts are there in half of the cases each. */
export function withOptional<R extends object, O extends object>(
  required: fc.Arbitrary<R>,
  optional: fc.Arbitrary<O>,
  names: readonly (keyof O & string)[],
): fc.Arbitrary<R & Partial<O>> {
  return fc.tuple(required, optional, fc.subarray([...names])).map(([always, parts, present]) => ({
    ...always,
    ...(Object.fromEntries(present.map((name) => [name, parts[name]])) as Partial<O>),
  }));
}

/** Classes by the optional parts that a request has. */
export function optionalPartsOf<T extends object>(
  request: T,
  names: readonly (keyof T & string)[],
): readonly string[] {
  const parts = names.filter((name) => request[name] !== undefined);
  return parts.length === 0 ? ["bare"] : parts.map((name) => `with ${name}`);
}
