import type { Rule } from "../../emulator/kernel/validate.ts";
import { ruleIdOf } from "../../spec/index.ts";
import { kebab } from "../faults/fields.ts";
import { acceptingNull, takingAs } from "../faults/requests.ts";
import type { Mutant, Replace, Wrap } from "../mutant.ts";
import { type Body, finishing, isObject } from "./answers.ts";
import { type Area, fielding, reading } from "./creations.ts";

/** Values that programs often take for those of another type. */
const KINDS = {
  list: { words: "An array", is: (value: unknown) => Array.isArray(value) },
  object: {
    words: "An object or array",
    is: (value: unknown) => typeof value === "object" && value !== null,
  },
  word: { words: "A string", is: (value: unknown) => typeof value === "string" },
  "text that begins with a number": {
    words: "A string that begins with a number",
    is: (value: unknown) => typeof value === "string" && /^\d+\D/.test(value),
  },
  number: { words: "A number", is: (value: unknown) => typeof value === "number" },
} as const;
type Kind = keyof typeof KINDS;

const isIn = (text: unknown, ...forms: readonly ("toLowerCase" | "toUpperCase")[]): boolean =>
  forms.some((form) => text === String(text)[form]());

/** Ways to refuse a valid parameter. */
const REFUSED: Readonly<Record<string, Rule>> = {
  absent: { name: "required", accepts: (value) => value !== undefined },
  present: { name: "prohibited", accepts: (value) => value === undefined },
  "in uppercase": { name: "lowercase", accepts: (value) => isIn(value, "toLowerCase") },
  "in lowercase": { name: "uppercase", accepts: (value) => isIn(value, "toUpperCase") },
  "in mixed casing": { name: "casing", accepts: (value) => isIn(value, "toLowerCase", "toUpperCase") },
};

/** A creation without idempotency keys. */
interface Creation {
  readonly area: Area;
  /** Of what it creates: "session". */
  readonly word: string;
  readonly operation: string;
  /** Of its validation refusals (§7.1). */
  readonly status: number;
}

/** The faults of a creation's validation (§4, §7.1). They name rules without their area. */
export function creationFaults({ area, word, operation, status }: Creation) {
  const prefix = `${kebab(area)}/`;
  const mutant = (
    words: string,
    summary: string,
    violates: readonly string[],
    how: { readonly replace: Replace } | { readonly wrap: Wrap },
  ): Mutant => ({
    id: kebab(`${word} ${words}`),
    violates: violates.map((rule) => ruleIdOf(`${prefix}${rule}`)),
    summary: `${summary} (${word}).`,
    ...how,
  });
  const nameOf = (path: string): string => path.split(".").at(-1) ?? "";
  return {
    /** A missing parameter is read as this value. */
    assumes: (path: string, rule: string, value: unknown): Mutant =>
      mutant(
        `${nameOf(path)} assumed`,
        `A missing ${path} is read as a usual one`,
        [rule, "invalid-never-accepted"],
        {
          replace: changing(area, path, (usual) => usual === undefined, value),
        },
      ),
    /** Values of another kind are read as this value. */
    accepts: (kind: Kind, path: string, rule: string, value: unknown): Mutant =>
      mutant(`${nameOf(path)} from ${kind}`, `${KINDS[kind].words} is accepted as ${path}`, [rule], {
        replace: changing(area, path, KINDS[kind].is, value),
      }),
    /** An empty list or object is read as this value. */
    takesEmpty: (path: string, rule: string, empty: object, value: unknown): Mutant =>
      mutant(
        `takes ${JSON.stringify(empty) === "[]" ? "an empty list" : "an empty object"} as ${path}`,
        `${JSON.stringify(empty)} is taken for ${path}`,
        [rule],
        {
          wrap: takingAs(operation, path, { these: [empty], as: value }),
        },
      ),
    /** Null is accepted for required parameters, and read as the value of an earlier request. */
    takesNull: (rules: Readonly<Record<string, string>>): readonly Mutant[] =>
      Object.entries(rules).map(([path, rule]) =>
        mutant(`takes null as ${path}`, `Null is accepted as the required ${path}`, [rule], {
          wrap: acceptingNull(operation, path),
        }),
      ),
    /** A valid parameter is refused. */
    refuses: (path: string, when: keyof typeof REFUSED, rule: string): Mutant =>
      mutant(`${path} refused ${when}`, `A request is refused if its ${path} is ${when}`, [rule], {
        replace: fielding(area, path, (usual) => [REFUSED[when] as Rule, ...usual]),
      }),
    /** Refusals are reported wrongly, some of them only for this parameter. */
    misreports: (parameter: string): readonly Mutant[] =>
      misreported({ operation, status, parameter }).map(({ words, says, rule, change }) =>
        mutant(words, `A refusal ${says}`, [rule], { replace: change }),
      ),
  };
}

/** A refusal that is reported wrongly. */
interface Misreport {
  readonly words: string;
  readonly says: string;
  readonly rule: string;
  readonly change: Replace;
}

function misreported({
  operation,
  status,
  parameter,
}: {
  readonly operation: string;
  readonly status: number;
  readonly parameter: string;
}): readonly Misreport[] {
  const other = status === 422 ? 400 : 422;
  const refusing = (change: (errors: readonly Body[]) => { status?: number; body?: Body }): Replace =>
    finishing(operation, (answer) => {
      if (answer.status !== status || !isObject(answer.body)) return answer;
      const errors = answer.body["errors"];
      return Array.isArray(errors) ? { ...answer, ...change(errors.filter(isObject)) } : answer;
    });
  const isMistyped = (error: Body): boolean => error["field"] === parameter && error["rule"] !== "required";
  const isMissing = (error: Body): boolean => error["rule"] === "required";
  return [
    {
      words: `refused with ${other}`,
      says: `is answered ${other}`,
      rule: "validation-status",
      change: refusing(() => ({ status: other })),
    },
    {
      words: `refused with ${other} for ${parameter}`,
      says: `is answered ${other} if ${parameter} has another type`,
      rule: "validation-status",
      change: refusing((errors) => (errors.some(isMistyped) ? { status: other } : {})),
    },
    {
      words: `refused with ${other} for several`,
      says: `is answered ${other} for several faults`,
      rule: "validation-status",
      change: refusing((errors) => (errors.length > 1 ? { status: other } : {})),
    },
    {
      words: "refusal lists issues",
      says: "lists its faults under `issues`",
      rule: "validation-carries-errors",
      change: refusing((errors) => ({ body: { issues: errors } })),
    },
    {
      words: "refusal lists missing only",
      says: "lists faults only if a parameter is missing",
      rule: "validation-carries-errors",
      change: refusing((errors) => (errors.some(isMissing) ? {} : { body: { message: "Another type" } })),
    },
    {
      words: "refusal names the body",
      says: "names `body` for every parameter",
      rule: "validation-names-the-field",
      change: refusing((errors) => ({
        body: { errors: errors.map((error) => ({ ...error, field: "body" })) },
      })),
    },
    {
      words: `refusal renames ${parameter}`,
      says: `puts a slash before a ${parameter} of another type`,
      rule: "validation-names-the-field",
      change: refusing((errors) => ({
        body: {
          errors: errors.map((error) => (isMistyped(error) ? { ...error, field: `/${parameter}` } : error)),
        },
      })),
    },
  ];
}

/** Reads some values of a parameter as another one. */
function changing(area: Area, path: string, from: (value: unknown) => boolean, to: unknown): Replace {
  return reading(area, (body) => {
    const steps = path.split(".");
    const name = steps.pop() ?? "";
    let holder: unknown = body;
    for (const step of steps) holder = isHolder(holder) ? holder[step] : null;
    if (isHolder(holder) && from(holder[name])) holder[name] = to;
  });
}

/** Whether a value has members; also a list, whose members have numbers. */
const isHolder = (value: unknown): value is Body => typeof value === "object" && value !== null;
