import { fieldError, type FieldError } from "./answers.ts";

/** One named condition on a value. */
export interface Rule {
  readonly name: string;
  /** What the value has to be: "one of test, live". */
  readonly wants?: string;
  /** Whether the value is fine. `body` is the whole body, for conditions that look at a neighbour. */
  accepts: (value: unknown, body: unknown) => boolean;
}

/** The conditions on one field, in the order in which they are tried; the first that fails is reported. */
export interface FieldSpec {
  /** Dotted path; `*` stands for every entry of an array. */
  readonly field: string;
  readonly rules: readonly Rule[];
  /** The field only matters when this holds. */
  readonly when?: (body: unknown) => boolean;
}

/** Reads a dotted path through own properties only. */
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

/** The words of the document. */
const documented = ({ name }: Rule): string => `${name} validation failed`;

/** What the value has to be, for those who see no more than the message. */
export const inWords = (rule: Rule): string =>
  rule.wants === undefined ? documented(rule) : `must be ${rule.wants}`;

/** The members of a body that its fields do not name. What a field without inner fields contains is not looked at. */
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

/** Judges a body field by field. A field inside a faulty one is not judged. At most 100 errors are listed. */
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
