import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { type Body, changingObjects, type AnswerSelector, type When } from "./answers.ts";

/** Mutants of one field of the selected objects. Their ids begin with the name of the object, e.g. "created intent". */
export interface FieldMutants {
  /** Omits the field. */
  readonly drops: (field: string, violates: RuleId, when?: Condition) => Mutant;
  /** Replaces the value of the field. */
  readonly gives: (field: string, violates: RuleId, change: Replacement, when?: Condition) => Mutant;
}

/** The replacement, and its name in the mutant's id and summary. */
export interface Replacement {
  readonly as: string;
  readonly value: (value: unknown, object: Body) => unknown;
}

/** A condition that narrows where a mutant is wrong. */
export interface Condition {
  readonly only: string;
  readonly when: When;
}

export function fieldMutants(name: string, selector: AnswerSelector): FieldMutants {
  const called = (field: string, how: string, when?: Condition) => {
    const tail = when === undefined ? "" : ` ${when.only}`;
    return {
      id: kebab(`${name} ${field} ${how}${tail}`),
      summary: `The ${field} of a ${name} is ${how}${tail}.`,
    };
  };
  return {
    drops: (field, violates, when) => ({
      ...called(field, "absent", when),
      violates: [violates],
      replace: changingObjects(selector, (object) => delete object[field], when?.when),
    }),
    gives: (field, violates, { as, value }, when) => ({
      ...called(field, as, when),
      violates: [violates],
      replace: changingObjects(
        selector,
        (object) => (object[field] = value(object[field], object)),
        when?.when,
      ),
    }),
  };
}

/** Mutants that omit several fields under a condition, each with the rule on its presence. */
export function absentWhen(
  fields: FieldMutants,
  rules: Readonly<Record<string, RuleId>>,
  when: Condition,
): readonly Mutant[] {
  return Object.entries(rules).map(([field, rule]) => fields.drops(field, rule, when));
}

/** Common faults of a field. */
export const inQuotes: Replacement = { as: "a number in quotes", value: String };
export const wrapped: Replacement = { as: "wrapped in an object", value: (value) => ({ value }) };
export const nothing: Replacement = { as: "null", value: () => null };
export const asNumber: Replacement = { as: "a number", value: () => 17 };
export const asText: Replacement = { as: "a text", value: (value) => JSON.stringify(value) };
export const uppercase: Replacement = { as: "in uppercase", value: (value) => String(value).toUpperCase() };
export const withoutPrefix: Replacement = {
  as: "without its prefix",
  value: (value) => String(value).replace(/^[a-z]+_/, ""),
};
export const spaced: Replacement = {
  as: "with a blank for the T",
  value: (value) => String(value).replace("T", " "),
};
export const epoch: Replacement = {
  as: "a Unix time in text",
  value: (value) => String(Date.parse(String(value))),
};
export const day: Replacement = {
  as: "a day without its time",
  value: (value) => String(value).slice(0, 10),
};

/** A constant value. */
export const constantly = (value: unknown): Replacement => ({
  as: `always ${JSON.stringify(value)}`,
  value: () => value,
});

/** Lowercase words separated by hyphens. */
export function kebab(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
