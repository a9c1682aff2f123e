import type { Json } from "../json.ts";
import type { NumberShape, Shape } from "./shape.ts";

/** The JSON types that a shape admits, or null for all. */
export function typesOf(shape: Shape): Set<string> | null {
  switch (shape.kind) {
    case "any":
      return null;
    case "enum":
      return new Set(shape.values.map(typeOf));
    case "choice": {
      const sets = shape.branches.map(typesOf);
      return sets.includes(null) ? null : new Set(sets.flatMap((set) => [...(set ?? [])]));
    }
    case "object":
    case "array":
    case "string":
    case "number":
    case "boolean":
    case "null":
      return new Set([shape.kind]);
  }
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** What a shape wants, in a few words. */
export function describe(shape: Shape): string {
  switch (shape.kind) {
    case "enum":
      return shape.values.length === 1
        ? JSON.stringify(shape.values[0])
        : `one of ${shape.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "string":
      if (shape.format !== null) return `a text of the format ${shape.format}`;
      return shape.max === null ? "a text" : `a text of at most ${shape.max} characters`;
    case "number":
      return describeNumber(shape);
    case "choice":
      return shape.branches.map(describe).join(" or ");
    case "array":
      return "an array";
    case "object":
      return "an object";
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "any":
      return "any value";
  }
}

function describeNumber(shape: NumberShape): string {
  const words = [shape.step === 1 ? "a whole number" : "a number"];
  if (shape.min !== null) words.push(`${shape.min.exclusive ? "above" : "from"} ${shape.min.value}`);
  if (shape.max !== null) words.push(`${shape.max.exclusive ? "below" : "up to"} ${shape.max.value}`);
  return words.join(" ");
}
