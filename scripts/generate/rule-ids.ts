import { isMap, isPair, isScalar, LineCounter, parseDocument, visit } from "yaml";

/** Ids of the rules of a schema's properties: `x-rules`, a prefix ("reversals/"), or an object with it and ids by keyword. */
export interface Ids {
  readonly prefix: string;
  /** Ids of the rules that several properties share, by keyword: "multipleOf". */
  readonly shared: Readonly<Record<string, string>>;
}

type Json = Record<string, unknown>;

/** A field as a part of an id: "reversed_total" and "reversedTotal" as "reversed-total". */
const kebab = (field: string): string =>
  field
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();

/** What is behind the id of a property in the id of a rule about its value, by keyword and value; null where the id is written. */
const SUFFIXES: Readonly<Record<string, (value: unknown) => string | null>> = {
  const: () => "word",
  enum: () => "documented",
  multipleOf: (value) => (value === 1 ? "whole-francs" : null),
  maxItems: (value) => (value === 4 ? "at-most-four" : `at-most-${String(value)}`),
  maximum: (value) => `at-most-${String(value)}`,
  minimum: (value) => (value === 0 ? "not-negative" : `from-${String(value)}`),
  exclusiveMinimum: (value) => (value === 0 ? "positive" : null),
  format: (value) => FORMATS[String(value)] ?? null,
  pattern: (value) => PATTERNS[String(value)] ?? (/^\^[a-z]+_$/.test(String(value)) ? "prefix" : null),
};

const FORMATS: Readonly<Record<string, string>> = {
  "iso-8601": "iso-8601",
  "iso-8601-offset": "iso-8601",
  "iso-8601-utc": "utc",
  "iso-8601-utc-or-day": "utc",
  uri: "is-a-url",
};

const PATTERNS: Readonly<Record<string, string>> = {
  "^[0-9]+$": "digits",
  "^[a-z]+$": "lowercase",
  "^[a-z]{3}$": "lowercase",
  "^[A-Z]{2}$": "uppercase",
  "^[A-Z]{3}$": "uppercase",
};

/** From what the ids in a schema's properties derive; null where each is written. */
export function idsOf(schema: Json): Ids | null {
  const written = schema["x-rules"];
  if (written === undefined) return null;
  if (typeof written === "string") return { prefix: written, shared: {} };
  const { prefix, ...shared } = written as { prefix: string } & Record<string, string>;
  return { prefix, shared };
}

/** A property's schema with the ids of its rules: those that are written, and the derived ones. */
export function withIds(schema: Json, { ids, property }: { ids: Ids | null; property: string | null }): Json {
  if (ids === null || property === null || schema["type"] === undefined) return schema;
  const rule = schema["x-rule"] ?? `${ids.prefix}${kebab(property)}`;
  const own = typeof rule === "string" ? rule : String((rule as Json)["id"]);
  const values: Json = {};
  for (const [keyword, suffixOf] of Object.entries(SUFFIXES)) {
    const suffix = schema[keyword] === undefined ? null : suffixOf(schema[keyword]);
    if (suffix !== null) values[keyword] = ids.shared[keyword] ?? `${own}-${suffix}`;
  }
  Object.assign(values, schema["x-value-rules"]);
  return {
    ...schema,
    "x-rule": rule,
    ...(Object.keys(values).length === 0 ? {} : { "x-value-rules": values }),
  };
}

/**
 * An operation with the ids of its rules: those that are written, and those that derive from `x-rules`. That responses are JSON is
 * said in section 1 unless the rule is written.
 */
export function withOperationIds(operation: Json): Json {
  const { "x-rules": ids, operationId } = operation;
  if (typeof ids !== "string" || typeof operationId !== "string") return operation;
  const derived = {
    "x-served-rule": `${ids.split("/")[0] ?? ""}/${kebab(operationId)}-is-served`,
    "x-status-rule": `${ids}status`,
    "x-content-type-rule": { id: `${ids}content-type`, section: "1" },
  };
  return { ...operation, ...derived, ...operation };
}

/** The line of each rule in a file of the contract, from 1: where its id is written, or of the property from which it derives. */
export function linesOfRules(text: string): ReadonlyMap<string, number> {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  const lines = new Map<string, number>();
  const found = (id: unknown, at: number | undefined): void => {
    if (typeof id === "string" && at !== undefined && !lines.has(id)) lines.set(id, counter.linePos(at).line);
  };
  visit(document, {
    Scalar: (_key, { value, range }) => {
      if (typeof value === "string" && /^[a-z0-9-]+\/[a-z0-9-]+$/.test(value)) found(value, range?.[0]);
    },
  });
  // After the ids that are written.
  visit(document, {
    Map: (_key, node) => {
      for (const pair of node.items) {
        const key = isScalar(pair.key) ? pair.key : null;
        if (key?.value !== "operationId" && key?.value !== "x-rules") continue;
        const whole = withOperationIds(node.toJS(document) as Json);
        const kinds = key.value === "x-rules" ? ["x-status-rule", "x-content-type-rule"] : ["x-served-rule"];
        for (const rule of kinds.map((kind) => whole[kind]))
          found(typeof rule === "string" ? rule : (rule as Json | undefined)?.["id"], key.range?.[0]);
      }
      const ids = idsOf(node.toJS(document) as Json);
      const properties = node.get("properties");
      if (ids === null || !isMap(properties)) return;
      for (const pair of properties.items) {
        if (!isPair(pair) || !isScalar(pair.key) || !isMap(pair.value)) continue;
        const schema = pair.value.toJS(document) as Json;
        const whole = withIds(schema, { ids, property: String(pair.key.value) });
        const derived = [whole["x-rule"], ...Object.values((whole["x-value-rules"] ?? {}) as Json)];
        for (const id of derived) found(id, pair.key.range?.[0]);
      }
    },
  });
  return lines;
}
