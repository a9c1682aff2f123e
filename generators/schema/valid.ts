import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";
import { metadata } from "../domain/metadata.ts";
import { texts } from "../domain/text.ts";
import { type Json, type JsonObject, joinPath } from "../json.ts";
import { classesOfShape } from "./classes.ts";
import { formatOf } from "./formats.ts";
import { UnsupportedSchemaError } from "./nodes.ts";
import {
  type ArrayShape,
  type NumberShape,
  type ObjectShape,
  type Shape,
  type StringShape,
  shapeOf,
} from "./shape.ts";

/** How valid values are made. */
export interface ValidOptions {
  /** The document in which `$ref`s point; the schema itself by default. */
  readonly root?: unknown;
  /** Arbitraries for single fields, by dotted path with `*` for items (`items.*.price`), instead of the schema's. */
  readonly at?: Readonly<Record<string, fc.Arbitrary<Json>>>;
  /** Dotted paths that must be present, whatever the schema leaves optional. */
  readonly present?: readonly string[];
  /** Where the schema states no bound of a number: 1 and 1,000,000 by default. */
  readonly numbers?: { readonly min: number; readonly max: number };
  /** `examples` (the default) keeps what the document leaves open to its examples; `any` takes the schema literally. */
  readonly open?: "examples" | "any";
}

/**
 * Values that a schema admits: each optional field present and absent, limits of numbers and lengths, several scripts,
 * examples as ordinary values. They shrink towards few fields and small values, and stay valid on the way.
 * @throws UnsupportedSchemaError for a schema outside the supported subset
 */
export function validValues(schema: unknown, options: ValidOptions = {}): Classified<Json> {
  const shape = shapeOf(schema, { root: options.root });
  return classified(validOf(shape, "", options), classesOfShape(shape));
}

/** Values of a shape at a path; see `validValues`. */
export function validOf(shape: Shape, path: string, options: ValidOptions): fc.Arbitrary<Json> {
  const own = options.at?.[path];
  if (own !== undefined) return own;
  switch (shape.kind) {
    case "object":
      return objects(shape, path, options);
    case "array":
      return arrays(shape, path, options);
    case "string":
      return strings(shape, path, options);
    case "number":
      return numbers(shape, path, options);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "enum":
      return fc.constantFrom(...shape.values);
    case "choice":
      return fc.oneof(
        { withCrossShrink: true },
        ...shape.branches.map((branch) => validOf(branch, path, options)),
      );
    case "any":
      return fc.oneof(texts({ max: 20 }), fc.integer(), fc.boolean());
  }
}

function objects(shape: ObjectShape, path: string, options: ValidOptions): fc.Arbitrary<Json> {
  if (shape.fields.size === 0 && shape.free !== null) {
    // What an open body takes is the target's affair: its profile says, and random fields would be noise.
    if (shape.open && options.open !== "any") return fc.constant({});
    return shape.free.kind === "any" ? metadata() : dictionary(shape.free, path, options);
  }
  const model: Record<string, fc.Arbitrary<Json>> = {};
  const needed: string[] = [];
  for (const [name, field] of shape.fields) {
    const at = joinPath(path, name);
    model[name] = validOf(field.shape, at, options);
    if (field.required || isWanted(at, options) || (shape.open && options.open !== "any")) needed.push(name);
  }
  const record = (requiredKeys: string[]): fc.Arbitrary<Json> =>
    fc.record(model, { requiredKeys, noNullPrototype: true }).map((value): JsonObject => value);
  if (shape.enough.length === 0) return record(needed);
  return fc.oneof(...shape.enough.map((names) => record([...new Set([...needed, ...names])])));
}

function dictionary(free: Shape, path: string, options: ValidOptions): fc.Arbitrary<Json> {
  return fc
    .uniqueArray(fc.tuple(texts({ max: 20 }), validOf(free, joinPath(path, "*"), options)), {
      maxLength: 4,
      selector: ([name]) => name,
    })
    .map((entries) => Object.fromEntries(entries));
}

function arrays(shape: ArrayShape, path: string, options: ValidOptions): fc.Arbitrary<Json> {
  const at = joinPath(path, "*");
  const min = Math.max(shape.min, isWanted(at, options) ? 1 : 0);
  const max = Math.max(min, Math.min(shape.max ?? min + 4, min + 4));
  return fc.array(validOf(shape.items, at, options), { minLength: min, maxLength: max, size: "max" });
}

function strings(shape: StringShape, path: string, options: ValidOptions): fc.Arbitrary<Json> {
  const examples = shape.examples.length > 0 ? fc.constantFrom(...shape.examples) : null;
  if (examples !== null && shape.open && options.open !== "any") return examples;
  const made = madeStrings(shape, path);
  return examples === null ? made : fc.oneof({ withCrossShrink: true }, examples, made);
}

function madeStrings(shape: StringShape, path: string): fc.Arbitrary<string> {
  const { min, max } = shape;
  if (shape.format !== null) return formatOf(shape.format, path).valid;
  if (shape.pattern === null) return texts({ min: Math.max(1, min), max: max ?? Math.max(64, min) });
  const matching = matchesOf(shape.pattern);
  if (min === 0 && max === null) return matching;
  return matching.filter(
    (text) => [...text].length >= min && [...text].length <= (max ?? Number.POSITIVE_INFINITY),
  );
}

/** Reading a pattern takes milliseconds and schemas are read often, so each is read once. */
const matches = new Map<string, fc.Arbitrary<string>>();

function matchesOf(pattern: string): fc.Arbitrary<string> {
  const matching = matches.get(pattern) ?? fc.stringMatching(new RegExp(pattern, "u"));
  matches.set(pattern, matching);
  return matching;
}

function numbers(shape: NumberShape, path: string, options: ValidOptions): fc.Arbitrary<Json> {
  const { min, max, step } = wholeBounds(shape, options.numbers ?? { min: 1, max: 1_000_000 });
  if (min > max) throw new UnsupportedSchemaError(path, `no whole number is between ${min} and ${max}`);
  const limits = [...(shape.min === null ? [] : [min]), ...(shape.max === null ? [] : [max])];
  const choices: fc.WeightedArbitrary<number>[] = [];
  const examples = shape.examples.filter((value) => value >= min * step && value <= max * step);
  if (examples.length > 0) choices.push({ weight: 2, arbitrary: fc.constantFrom(...examples) });
  if (examples.length === 0 || !shape.open || options.open === "any") {
    choices.push({ weight: 5, arbitrary: fc.integer({ min, max }).map((value) => value * step) });
    if (limits.length > 0)
      choices.push({ weight: 2, arbitrary: fc.constantFrom(...limits).map((v) => v * step) });
  }
  return fc.oneof({ withCrossShrink: true }, ...choices);
}

/** The bounds of a number in whole steps. */
export function wholeBounds(shape: NumberShape, otherwise: { readonly min: number; readonly max: number }) {
  const step = shape.step !== null && shape.step >= 1 ? shape.step : 1;
  const low = shape.min === null ? otherwise.min : shape.min.value;
  const high = shape.max === null ? Math.max(otherwise.max, low) : shape.max.value;
  const least = shape.min === null ? Math.min(low, high) : low;
  const min = Math.ceil(least / step) + (shape.min?.exclusive && least % step === 0 ? 1 : 0);
  const max = Math.floor(high / step) - (shape.max?.exclusive && high % step === 0 ? 1 : 0);
  return { min, max, step };
}

function isWanted(path: string, options: ValidOptions): boolean {
  return (options.present ?? []).some((wanted) => {
    const starred = wanted.replace(/(^|\.)\d+(?=\.|$)/g, "$1*");
    return starred === path || starred.startsWith(`${path}.`);
  });
}
