import { changedAt, isObject } from "../../spec/json.ts";
import { absent, asText, inList, withMember, wrapped } from "../faults/values.ts";
import type { Constraint } from "./constraints.ts";

type Json = unknown;
type Dict = Record<string, unknown>;

const OTHER_WORD = "something_else";

/** The body with one constraint violated, or the same object if it lacks what the constraint applies to. */
export function broken(body: Json, constraint: Constraint): Json {
  const { path, keyword } = constraint;
  const name = path.at(-1);
  return keyword === "required" && name !== undefined
    ? changedAt(body, path.slice(0, -1), (holder) =>
        isObject(holder) && Object.hasOwn(holder, name) ? withMember(holder, name, absent.value) : holder,
      )
    : changedAt(body, path, (value) => brokenValue(value, constraint));
}

/** The fault in an answer or event, as the end of a sentence: "lacks amount". */
export function summaryOf(constraint: Constraint): string {
  const field = constraint.path.join(".");
  switch (constraint.keyword) {
    case "required":
      return `lacks ${field}`;
    case "type":
      return field === "" ? "has a body of a wrong type" : `has a wrong type in ${field}`;
    case "not":
      return `contains ${[...constraint.path, forbiddenName(constraint)].join(".")}, which is documented as absent`;
    default:
      return `violates the ${constraint.keyword} of ${field === "" ? "its body" : field}`;
  }
}

function brokenValue(value: Json, constraint: Constraint): Json {
  if (constraint.keyword === "type") return retyped(value, constraint);
  if (value === null) return value;
  switch (constraint.keyword) {
    case "const":
    case "enum":
      return typeof value === "boolean" ? !value : typeof value === "number" ? value + 1 : OTHER_WORD;
    case "pattern":
      return unmatched(textOf(value), new RegExp(String(constraint.schema["pattern"]), "u"));
    case "format":
      return misformatted(textOf(value), String(constraint.schema["format"]));
    case "multipleOf":
      return Number(value) + 0.5;
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return Number(constraint.schema[constraint.keyword]);
    case "minimum":
      return Number(constraint.schema[constraint.keyword]) - 1;
    case "maximum":
      return Number(constraint.schema["maximum"]) + 1;
    case "maxItems":
      return overlong(value as Json[], Number(constraint.schema["maxItems"]));
    case "minItems":
      return [];
    case "uniqueItems":
      return Array.isArray(value) ? [...(value as Json[]), ...(value as Json[])] : value;
    case "minLength":
      return "";
    case "maxLength":
      return textOf(value).padEnd(Number(constraint.schema["maxLength"]) + 1, "x");
    case "propertyNames":
      return { ...(value as Dict), "Misspelt-Key_Name": null };
    case "not":
      return { ...(value as Dict), [forbiddenName(constraint)]: "present" };
    case "contains":
      return [];
    default:
      throw new Error(`no fault is known for the keyword ${constraint.keyword} (${constraint.rule})`);
  }
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function retyped(value: Json, { schema }: Constraint): Json {
  const types = [schema["type"]].flat();
  if (value === null) return types.includes("number") ? [value] : 0.5;
  if (isObject(value)) return (types.includes("array") ? asText : inList).value(value, undefined);
  const isScalar = typeof value === "number" || typeof value === "boolean";
  return (isScalar ? asText : wrapped).value(value, undefined);
}

/** The most similar text that the pattern refuses: in another casing, with another beginning, or another word. */
function unmatched(text: string, pattern: RegExp): string {
  const candidates = [
    text.toUpperCase(),
    text.toLowerCase(),
    `x${text}`,
    `${text}x`,
    text.slice(1),
    OTHER_WORD,
    "",
    "-",
  ];
  const found = candidates.find((candidate) => !pattern.test(candidate));
  if (found === undefined) throw new Error(`no text is refused by ${pattern.source}`);
  return found;
}

function misformatted(text: string, format: string): string {
  if (format === "iso-8601-offset") return text.replace(/(Z|[+-]\d{2}:?\d{2})$/, "");
  if (format === "iso-8601-utc") return text.replace(/(Z|\+00:?00)$/, "+01:00");
  return format.startsWith("iso-8601") || format === "date-time"
    ? text.replace("T", " ")
    : "not as it has to be";
}

function overlong(list: readonly Json[], most: number): Json {
  const filler = list[0] ?? null;
  return Array.from({ length: most + 1 }, (_unused, index) => list[index] ?? filler);
}

/** The first field whose presence the contract forbids. */
function forbiddenName({ schema }: Constraint): string {
  const forbidden = schema["not"] as {
    required?: readonly string[];
    anyOf?: readonly { required?: readonly string[] }[];
  };
  const names = forbidden.required ?? forbidden.anyOf?.flatMap((option) => option.required ?? []) ?? [];
  return names[0] ?? "";
}
