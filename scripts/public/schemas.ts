import { resolve } from "../../spec/json.ts";
import type { Words } from "./words.ts";

export type Dict = Record<string, unknown>;

/** For each format of the judge, one that generators know. */
const FORMATS: Readonly<Record<string, Dict>> = {
  "iso-8601": { format: "date-time" },
  "iso-8601-utc": { format: "date-time" },
  "iso-8601-offset": { format: "date-time" },
  "iso-8601-utc-or-day": { anyOf: [{ format: "date-time" }, { format: "date" }] },
};

/** Fields of requests that are amounts in whole francs (§1). */
const AMOUNTS = new Set(["amount", "total", "price"]);

/** Keywords whose values contain no schema. */
const VALUES = new Set(["enum", "const", "required", "type", "examples", "default", "pattern"]);

/** The place of a schema: its component, and the property that has it. */
interface Place {
  readonly component: string;
  readonly property?: string;
  /** Within `not`, where a type that is only implied would permit all others. */
  readonly negated?: true;
}

/** Outside of the components: in an operation or an event. */
export const NOWHERE: Place = { component: "" };

/**
 * A schema of the judge's contract in public form: standard keywords, formats and types, a description for each property.
 * `document`: the judge's contract, for references that are inlined.
 */
export function publicSchema(source: Dict, place: Place, context: { words: Words; document: Dict }): Dict {
  const { words, document } = context;
  const { component, negated } = place;
  const parent: Place = negated === undefined ? { component } : { component, negated };
  const within = (value: unknown, property?: string): Dict =>
    publicSchema(value as Dict, property === undefined ? parent : { ...parent, property }, context);
  const reference = source["$ref"];
  if (typeof reference === "string") {
    const target = (): Dict => resolve(document, source);
    if (/\/Envelope\w+$/.test(reference)) return publicSchema(target(), place, context);
    return {
      $ref: reference,
      ...(place.property === undefined ? {} : { description: target()["description"] }),
    };
  }
  const schema: Dict = {};
  for (const [keyword, value] of Object.entries(source)) {
    if (keyword === "x-example-values") schema["examples"] = value;
    else if (keyword.startsWith("x-") || keyword === "description") continue;
    else if (keyword === "format") Object.assign(schema, FORMATS[String(value)] ?? { format: value });
    else if (keyword === "properties") schema[keyword] = mapValues(value as Dict, within);
    else if (keyword === "propertyNames") schema[keyword] = { pattern: (value as Dict)["pattern"] };
    else if (VALUES.has(keyword) || typeof value !== "object" || value === null) schema[keyword] = value;
    else if (keyword === "not")
      schema[keyword] = publicSchema(value as Dict, { component, negated: true }, context);
    else if (Array.isArray(value)) schema[keyword] = value.map((part) => within(part));
    else schema[keyword] = within(value);
  }
  wholeNumbers(schema, place);
  const description = source["description"] ?? words.names[place.property ?? ""];
  const typed = oneTypeEach(negated === undefined ? withType(schema) : schema);
  return description === undefined ? typed : { description, ...typed };
}

/** Keywords that apply only to values of one type. */
const KEYWORDS_OF: Readonly<Record<string, readonly string[]>> = {
  string: ["format", "pattern", "minLength", "maxLength", "anyOf"],
  number: ["minimum", "maximum"],
  integer: ["minimum", "maximum"],
  array: ["items"],
  object: ["properties", "required"],
};

/** Adds the type that the keywords imply, because tools expect it. */
function withType(schema: Dict): Dict {
  if (schema["type"] !== undefined) return schema;
  if ("items" in schema) return { type: "array", ...schema };
  return "properties" in schema ? { type: "object", ...schema } : schema;
}

/** Splits a schema with several types into one per type. Keeps `null` with one other type, which every tool supports. */
function oneTypeEach(schema: Dict): Dict {
  const { type, ...rest } = schema;
  if (!Array.isArray(type) || type.filter((one) => one !== "null").length < 2) return schema;
  const ofTypes = new Set(type.flatMap((one: string) => KEYWORDS_OF[one] ?? []));
  const pick = (isPicked: (keyword: string) => boolean): Dict =>
    Object.fromEntries(Object.entries(rest).filter(([keyword]) => isPicked(keyword)));
  const anyOf = type.map((one: string) => ({
    type: one,
    ...pick((keyword) => KEYWORDS_OF[one]?.includes(keyword) ?? false),
  }));
  return { ...pick((keyword) => !ofTypes.has(keyword)), anyOf };
}

function wholeNumbers(schema: Dict, { component, property = "" }: Place): void {
  const isWhole =
    schema["multipleOf"] === 1 || (/Request$|^SessionItem$/.test(component) && AMOUNTS.has(property));
  if (!isWhole) return;
  delete schema["multipleOf"];
  // Tools that generate values support only the inclusive bound.
  if (typeof schema["exclusiveMinimum"] === "number") schema["minimum"] = schema["exclusiveMinimum"] + 1;
  delete schema["exclusiveMinimum"];
  const type = schema["type"];
  const integer = (one: unknown): unknown => (one === "number" ? "integer" : one);
  schema["type"] = Array.isArray(type) ? type.map(integer) : integer(type);
}

/** The sorted ids of the open points in an operation or webhook, including the schemas that it refers to. */
export function openPointsIn(document: Dict, value: unknown): readonly string[] {
  const found = new Set<string>();
  const visited = new Set<unknown>();
  const walk = (inner: unknown): void => {
    if (typeof inner !== "object" || inner === null || visited.has(inner)) return;
    visited.add(inner);
    if (Array.isArray(inner)) return inner.forEach(walk);
    const { "x-open": open, ...rest } = resolve(document, inner as Dict);
    for (const id of [open ?? []].flat() as string[]) found.add(id);
    Object.values(rest).forEach(walk);
  };
  walk(value);
  return [...found].sort();
}

/** Maps each value of an object. */
export function mapValues(source: Dict, map: (value: unknown, name: string) => unknown): Dict {
  return Object.fromEntries(Object.entries(source).map(([name, value]) => [name, map(value, name)]));
}
