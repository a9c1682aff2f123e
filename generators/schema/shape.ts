import { isObject } from "../../spec/json.ts";
import { type Json, joinPath } from "../json.ts";
import {
  flatten,
  isNode,
  type Node,
  numberOf,
  refuseUnknownKeywords,
  textsOf,
  UnsupportedSchemaError,
} from "./nodes.ts";

/** What a generator can make of a JSON Schema: references resolved, `allOf` merged, every keyword understood. */
export type Shape =
  | ObjectShape
  | ArrayShape
  | StringShape
  | NumberShape
  | { readonly kind: "boolean" }
  | { readonly kind: "null" }
  | { readonly kind: "enum"; readonly values: readonly Json[] }
  | { readonly kind: "choice"; readonly branches: readonly Shape[] }
  | { readonly kind: "any" };

/** An object: its fields, what else it may hold, and which sets of fields are each enough. */
export interface ObjectShape {
  readonly kind: "object";
  readonly fields: ReadonlyMap<string, { readonly shape: Shape; readonly required: boolean }>;
  /** Shape of further fields when the schema says that the object is free; null when nothing is to be added. */
  readonly free: Shape | null;
  /** At least one of these sets of fields must be present (`anyOf` of `required`). */
  readonly enough: readonly (readonly string[])[];
  /** Fields that must be absent (`not: { required }`). */
  readonly forbidden: readonly string[];
  /** The document leaves open which fields are compulsory (`x-open`): ordinary values hold them all. */
  readonly open: boolean;
}

/** An array of like items. */
export interface ArrayShape {
  readonly kind: "array";
  readonly items: Shape;
  readonly min: number;
  readonly max: number | null;
}

/** A text with its limits in code points. */
export interface StringShape {
  readonly kind: "string";
  readonly min: number;
  readonly max: number | null;
  readonly pattern: string | null;
  readonly format: string | null;
  readonly examples: readonly string[];
  /** The document leaves open which texts are taken (`x-open`): ordinary values are the examples. */
  readonly open: boolean;
}

/** A number; generated values are whole unless an example is not (§1: whole francs). */
export interface NumberShape {
  readonly kind: "number";
  /** Whether the schema says `integer` rather than `number`. */
  readonly integer: boolean;
  readonly step: number | null;
  readonly min: Bound | null;
  readonly max: Bound | null;
  readonly examples: readonly number[];
  /** The document leaves open which numbers are taken (`x-open`). */
  readonly open: boolean;
}

/** A limit of a number and the keyword that states it. */
export interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
  readonly keyword: "minimum" | "exclusiveMinimum" | "maximum" | "exclusiveMaximum";
}

/**
 * Reads a JSON Schema (2020-12, the subset that the contract uses).
 * @param options.root the document in which `$ref`s point (`#/components/schemas/…`)
 * @throws UnsupportedSchemaError for a keyword outside the subset or an unresolvable reference
 */
export function shapeOf(schema: unknown, options: { readonly root?: unknown } = {}): Shape {
  return read(schema, "", options.root ?? schema, []);
}

function read(schema: unknown, path: string, root: unknown, visited: readonly string[]): Shape {
  if (schema === true) return { kind: "any" };
  const { node, refs } = flatten(schema, path, root, visited);
  refuseUnknownKeywords(node, path);
  if ("const" in node) return { kind: "enum", values: [node.const as Json] };
  if (Array.isArray(node.enum)) return { kind: "enum", values: node.enum as Json[] };
  const branches = branchesOf(node);
  if (branches !== null && !branches.every(isOnlyRequired)) {
    const { anyOf: _anyOf, oneOf: _oneOf, ...base } = node;
    return choice(branches.map((branch) => read({ allOf: [base, branch] }, path, root, refs)));
  }
  const types = typesOf(node);
  if (types.length === 0) return { kind: "any" };
  return choice(types.map((type) => readTyped(type, node, path, root, refs)));
}

function readTyped(type: string, node: Node, path: string, root: unknown, refs: readonly string[]): Shape {
  switch (type) {
    case "object":
      return readObject(node, path, root, refs);
    case "array":
      return {
        kind: "array",
        items: read(node.items ?? true, joinPath(path, "*"), root, refs),
        min: numberOf(node.minItems) ?? 0,
        max: numberOf(node.maxItems),
      };
    case "string":
      return {
        kind: "string",
        min: numberOf(node.minLength) ?? 0,
        max: numberOf(node.maxLength),
        pattern: typeof node.pattern === "string" ? node.pattern : null,
        format: typeof node.format === "string" ? node.format : null,
        examples: examplesOf(node).filter((value) => typeof value === "string"),
        open: "x-open" in node,
      };
    case "number":
    case "integer":
      return {
        kind: "number",
        integer: type === "integer",
        step: numberOf(node.multipleOf) ?? (type === "integer" ? 1 : null),
        min: boundOf(node, "exclusiveMinimum", true) ?? boundOf(node, "minimum", false),
        max: boundOf(node, "exclusiveMaximum", true) ?? boundOf(node, "maximum", false),
        examples: examplesOf(node).filter((value) => typeof value === "number"),
        open: "x-open" in node,
      };
    case "boolean":
    case "null":
      return { kind: type };
    default:
      throw new UnsupportedSchemaError(path, `the type "${type}" does not exist`);
  }
}

function readObject(node: Node, path: string, root: unknown, refs: readonly string[]): ObjectShape {
  const required = new Set(textsOf(node.required));
  const properties = isObject(node.properties) ? node.properties : {};
  const fields = new Map<string, { shape: Shape; required: boolean }>();
  const forbidden = forbiddenOf(node, path);
  for (const [name, schema] of Object.entries<unknown>(properties)) {
    if (schema === false) forbidden.push(name);
    else
      fields.set(name, {
        shape: read(schema, joinPath(path, name), root, refs),
        required: required.has(name),
      });
  }
  for (const name of required) {
    if (!fields.has(name)) fields.set(name, { shape: { kind: "any" }, required: true });
  }
  const enough = (branchesOf(node) ?? []).map((branch) => textsOf((branch as Node).required));
  const free = freeOf(node, fields.size, path, root, refs);
  return { kind: "object", fields, free, enough, forbidden, open: "x-open" in node };
}

/** An object is free when it says so, or when it names no field at all. */
function freeOf(
  node: Node,
  fields: number,
  path: string,
  root: unknown,
  refs: readonly string[],
): Shape | null {
  const further = node.additionalProperties;
  if (further === false) return null;
  if (further === true) return { kind: "any" };
  if (further !== undefined) return read(further, joinPath(path, "*"), root, refs);
  return fields === 0 ? { kind: "any" } : null;
}

function branchesOf(node: Node): readonly unknown[] | null {
  const branches = node.anyOf ?? node.oneOf;
  return Array.isArray(branches) ? branches : null;
}

function isOnlyRequired(branch: unknown): boolean {
  return (
    isNode(branch) &&
    "required" in branch &&
    Object.keys(branch).every((key) => /^(required|type|x-.*)$/.test(key))
  );
}

function forbiddenOf(node: Node, path: string): string[] {
  if (node.not === undefined) return [];
  const parts = isNode(node.not) ? (branchesOf(node.not) ?? [node.not]) : [];
  if (parts.length === 0 || !parts.every(isOnlyRequired)) {
    throw new UnsupportedSchemaError(path, '"not" is supported around "required" alone');
  }
  return parts.flatMap((part) => textsOf((part as Node).required));
}

function typesOf(node: Node): string[] {
  if (typeof node.type === "string") return [node.type];
  if (Array.isArray(node.type)) return textsOf(node.type);
  if ("properties" in node || "required" in node) return ["object"];
  if ("items" in node) return ["array"];
  return [];
}

function choice(branches: readonly Shape[]): Shape {
  const [first] = branches;
  return branches.length === 1 && first !== undefined ? first : { kind: "choice", branches };
}

function boundOf(node: Node, keyword: Bound["keyword"], exclusive: boolean): Bound | null {
  const value = numberOf(node[keyword]);
  return value === null ? null : { value, exclusive, keyword };
}

function examplesOf(node: Node): readonly unknown[] {
  return [node["x-example-values"], node.examples].flatMap((list): unknown[] =>
    Array.isArray(list) ? list : [],
  );
}
