import { fieldError, type FieldError } from "./answers.ts";

/** A named condition on a value. */
export interface Rule {
  readonly name: string;
  /** What the value must be, for a message "must be …": "one of test, live". */
  readonly wants?: string;
  /** Whether the value is valid. `body` is the whole body, for conditions that depend on other fields. */
  accepts: (value: unknown, body: unknown) => boolean;
}

/** The conditions on a field. They are checked in order, and the first that fails is reported. */
export interface FieldSpec {
  /** A dotted path, in which `*` means every entry of an array. */
  readonly field: string;
  readonly rules: readonly Rule[];
  /** Whether the field is checked. Default: always. */
  readonly when?: (body: unknown) => boolean;
}

/** The value at a dotted path. Inherited properties do not count. */
export function valueAt(body: unknown, path: string): unknown {
  let value: unknown = body;
  for (const step of path.includes(".") ? path.split(".") : [path]) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

const expand = (body: unknown, path: string): string[] => {
  const star = path.indexOf(".*");
  if (star < 0) return [path];
  const list = valueAt(body, path.slice(0, star));
  if (!Array.isArray(list)) return [];
  return list.flatMap((_, at) => expand(body, `${path.slice(0, star)}.${at}${path.slice(star + 2)}`));
};

/** The message as in the document. */
const documented = ({ name }: Rule): string => `${name} validation failed`;

/** A message that says what the value must be, for people who see only the message. */
export const inWords = (rule: Rule): string =>
  rule.wants === undefined ? documented(rule) : `must be ${rule.wants}`;

/** The errors of members that no field names. The contents of a field without inner fields are not checked. */
export function unknownMembers(body: unknown, fields: readonly FieldSpec[]): FieldError[] {
  const named = new Set(fields.map(({ field }) => field));
  const opened = new Set([...named].map((field) => field.split(".").slice(0, -1).join(".")));
  const walk = (value: unknown, path: string): string[] => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    return Object.entries(value).flatMap(([name, inner]) => {
      const field = path === "" ? name : `${path}.${name}`;
      if (!named.has(field)) return [field];
      return opened.has(field) ? walk(inner, field) : [];
    });
  };
  return walk(body, "")
    .slice(0, 100)
    .map((field) => ({ rule: "unknown", field, message: "There is no such member" }));
}

/** Validates a body. Fields inside an invalid field are not checked. Returns at most 100 errors. */
export function validate(
  body: unknown,
  fields: readonly FieldSpec[],
  messageOf: (rule: Rule) => string = documented,
): FieldError[] {
  if (body !== undefined && (typeof body !== "object" || body === null || Array.isArray(body))) {
    return [fieldError("object", "body", "The body must be a JSON object")];
  }
  const errors: FieldError[] = [];
  const faulty = new Set<string>();
  for (const spec of fields) {
    if (spec.when !== undefined && !spec.when(body)) continue;
    for (const field of expand(body, spec.field)) {
      if (errors.length >= 100) return errors;
      if (faulty.size > 0 && [...faulty].some((parent) => field.startsWith(`${parent}.`))) continue;
      const value = valueAt(body, field);
      const failed = spec.rules.find((rule) =>
        value === undefined
          ? rule.name === "required" && !rule.accepts(value, body)
          : !rule.accepts(value, body),
      );
      if (failed === undefined) continue;
      faulty.add(field);
      errors.push({ rule: failed.name, field, message: messageOf(failed) });
    }
  }
  return errors;
}
