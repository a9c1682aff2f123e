import { inertJson, wellFormed } from "./text.ts";

const DEEPEST = 64;

/**
 * A copy of any value that JSON can represent and that strict parsers accept. Bigints, functions and symbols become text; undefined and
 * numbers that are not finite become null; cycles and deep nesting are cut; lone surrogates are escaped.
 * @internal
 */
export function jsonSafe(value: unknown, ancestors: readonly object[] = []): unknown {
  switch (typeof value) {
    case "string":
      return wellFormed(value);
    case "number":
      return Number.isFinite(value) ? value : null;
    case "boolean":
      return value;
    case "bigint":
      return value.toString();
    case "object":
      return value === null ? null : safeObject(value, ancestors);
    case "undefined":
      return null;
    case "function":
    case "symbol":
      return `[${typeof value}]`;
  }
}

function safeObject(value: object, ancestors: readonly object[]): unknown {
  if (ancestors.includes(value)) return "[circular]";
  if (ancestors.length >= DEEPEST) return "[too deep]";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  const path = [...ancestors, value];
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.map((item) => jsonSafe(item, path));
  const entries = value instanceof Map ? [...value.entries()] : Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [keyOf(key, path), jsonSafe(item, path)]));
}

/** The key of a map as text. Other types become JSON, because their `toString` may return anything. */
function keyOf(key: unknown, ancestors: readonly object[]): string {
  return wellFormed(typeof key === "string" ? key : JSON.stringify(jsonSafe(key, ancestors)));
}

/** Indented JSON of any value, ending in a newline. */
export function prettyJson(value: unknown): string {
  return `${inertJson(JSON.stringify(jsonSafe(value), null, 2))}\n`;
}
