import { inertJson, wellFormed } from "./text.ts";

/** Indented JSON that strict parsers accept, ending in a newline: lone surrogates are escaped. */
export function prettyJson(value: unknown): string {
  return `${inertJson(JSON.stringify(wellFormedIn(value), null, 2))}\n`;
}

function wellFormedIn(value: unknown): unknown {
  if (typeof value === "string") return wellFormed(value);
  if (Array.isArray(value)) return value.map(wellFormedIn);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [wellFormed(name), wellFormedIn(inner)]),
  );
}
