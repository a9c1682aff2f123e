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

/** The place of a schema: its component, and the path of fields to it. */
interface Place {
  readonly schema: string;
  readonly path: readonly string[];
}

/**
 * A schema of the judge's contract in public form: standard keywords, formats and types, a description for each property.
 * `document`: the judge's contract, for references that are inlined.
 */
export function publicSchema(source: Dict, place: Place, context: { words: Words; document: Dict }): Dict {
  const reference = source["$ref"];
  if (typeof reference === "string") {
    const name = reference.split("/").at(-1) ?? "";
    if (/^Envelope/.test(name)) return publicSchema(resolve(context.document, source), place, context);
    const own = describeReference(name, place, context.words);
    return { $ref: reference, ...(own === undefined ? {} : { description: own }) };
  }
  const schema: Dict = {};
  for (const [keyword, value] of Object.entries(source)) {
    if (keyword === "x-example-values") schema["examples"] = value;
    else if (keyword.startsWith("x-") || keyword === "description") continue;
    else if (keyword === "format") Object.assign(schema, FORMATS[String(value)] ?? { format: value });
    else if (keyword === "properties") schema[keyword] = properties(value as Dict, place, context);
    else if (keyword === "items") schema[keyword] = publicSchema(value as Dict, item(place), context);
    else if (keyword === "propertyNames") schema[keyword] = { pattern: (value as Dict)["pattern"] };
    else if (keyword === "not") schema[keyword] = absence(value as Dict, place, context.words);
    else if (VALUES.has(keyword) || typeof value !== "object" || value === null) schema[keyword] = value;
    else if (Array.isArray(value))
      schema[keyword] = value.map((part) => publicSchema(part as Dict, place, context));
    else schema[keyword] = publicSchema(value as Dict, place, context);
  }
  wholeNumbers(schema, place);
  const description = describe(place, context.words) ?? (source["description"] as string | undefined);
  const typed = oneTypeEach(withType(schema));
  return description === undefined || isPart(source) ? typed : { description, ...typed };
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

function properties(source: Dict, place: Place, context: { words: Words; document: Dict }): Dict {
  return Object.fromEntries(
    Object.entries(source).map(([name, inner]) => [
      name,
      publicSchema(inner as Dict, { ...place, path: [...place.path, name] }, context),
    ]),
  );
}

/** The place of the entries of a list. Scalar entries may be described as `name.item`. */
function item(place: Place): Place {
  return { ...place, path: [...place.path, "item"] };
}

/** Whether a schema only adds to another one. */
function isPart(source: Dict): boolean {
  return source["not"] !== undefined && source["type"] === undefined;
}

function wholeNumbers(schema: Dict, { schema: name, path }: Place): void {
  const isWhole =
    schema["multipleOf"] === 1 || (/Request$|^SessionItem$/.test(name) && AMOUNTS.has(path.at(-1) ?? ""));
  if (!isWhole) return;
  delete schema["multipleOf"];
  // Tools that generate values support only the inclusive bound.
  if (typeof schema["exclusiveMinimum"] === "number") schema["minimum"] = schema["exclusiveMinimum"] + 1;
  delete schema["exclusiveMinimum"];
  const type = schema["type"];
  const integer = (one: unknown): unknown => (one === "number" ? "integer" : one);
  schema["type"] = Array.isArray(type) ? type.map(integer) : integer(type);
}

/** A `not` schema whose fields have descriptions. */
function absence(not: Dict, place: Place, words: Words): Dict {
  const own = (name: string): Dict => ({
    description: describe({ ...place, path: [...place.path, name] }, words),
  });
  const names = (part: Dict): Dict => ({
    required: part["required"],
    properties: Object.fromEntries((part["required"] as readonly string[]).map((name) => [name, own(name)])),
  });
  return not["anyOf"] === undefined ? names(not) : { anyOf: (not["anyOf"] as Dict[]).map(names) };
}

/** The description of a field, by its place or else by its name. */
function describe({ schema, path }: Place, { fields, schemas }: Words): string | undefined {
  if (path.length === 0) return schemas[schema];
  const steps = path.filter((step) => step !== "item");
  const isItem = path.at(-1) === "item";
  const full = `${schema}.${steps.join(".")}${isItem ? ".item" : ""}`;
  if (fields[full] !== undefined || isItem) return fields[full];
  return fields[steps.at(-1) ?? ""];
}

/** The description of a field that refers to a schema: its own, or else that of the schema. */
function describeReference(name: string, place: Place, { fields, schemas }: Words): string | undefined {
  if (place.path.length === 0 || place.path.at(-1) === "item") return undefined;
  return fields[[place.schema, ...place.path].join(".")] ?? schemas[name];
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
