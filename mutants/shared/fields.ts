import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { type Body, changes, type Place, type When } from "./answers.ts";

/** Short ways to break one field at one place; `name` begins every id ("created intent"). */
export interface FieldMutants {
  /** The field is not there. */
  readonly drops: (field: string, violates: RuleId, when?: Rarely) => Mutant;
  /** The field has another value, of another type or of another kind. */
  readonly gives: (field: string, violates: RuleId, change: Lying, when?: Rarely) => Mutant;
}

/** What stands there instead, and how it is called in the mutant's id and summary. */
export interface Lying {
  readonly as: string;
  readonly value: (value: unknown, object: Body) => unknown;
}

/** A condition that the simplest example does not meet, hence makes a mutant subtle. */
export interface Rarely {
  readonly only: string;
  readonly when: When;
}

export function fieldMutants(name: string, place: Place): FieldMutants {
  const called = (field: string, how: string, when?: Rarely) => {
    const tail = when === undefined ? "" : ` ${when.only}`;
    return {
      id: kebab(`${name} ${field} ${how}${tail}`),
      summary: `The ${field} of a ${name} is ${how}${tail}.`,
      subtle: when !== undefined,
      ...(when === undefined ? {} : { when: when.when }),
    };
  };
  return {
    drops: (field, violates, when) =>
      changes({ ...called(field, "absent", when), violates }, place, (object) => {
        delete object[field];
      }),
    gives: (field, violates, { as, value }, when) =>
      changes({ ...called(field, as, when), violates }, place, (object) => {
        object[field] = value(object[field], object);
      }),
  };
}

/** Several fields of one place, each with the rule on its presence, that are absent in rare answers only. */
export function rarelyAbsent(
  place: FieldMutants,
  rules: Readonly<Record<string, RuleId>>,
  when: Rarely,
): readonly Mutant[] {
  return Object.entries(rules).map(([field, rule]) => place.drops(field, rule, when));
}

/** Usual faults of a field. */
export const inQuotes: Lying = { as: "a number in quotes", value: String };
export const wrapped: Lying = { as: "wrapped in an object", value: (value) => ({ value }) };
export const nothing: Lying = { as: "null", value: () => null };
export const asNumber: Lying = { as: "a number", value: () => 17 };
export const asText: Lying = { as: "a text", value: (value) => JSON.stringify(value) };
export const uppercase: Lying = { as: "in uppercase", value: (value) => String(value).toUpperCase() };
export const fractional: Lying = { as: "half a franc too large", value: (value) => Number(value) + 0.5 };
export const withoutPrefix: Lying = {
  as: "without its prefix",
  value: (value) => String(value).replace(/^[a-z]+_/, ""),
};
export const spaced: Lying = {
  as: "with a blank for the T",
  value: (value) => String(value).replace("T", " "),
};
export const epoch: Lying = {
  as: "a Unix time in text",
  value: (value) => String(Date.parse(String(value))),
};
export const day: Lying = { as: "a day without its time", value: (value) => String(value).slice(0, 10) };

/** A constant in place of whatever it was. */
export const constantly = (value: unknown): Lying => ({
  as: `always ${JSON.stringify(value)}`,
  value: () => value,
});

/** Text of lowercase words and hyphens. */
export function kebab(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
