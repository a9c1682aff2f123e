import { isObject, valueAt } from "../../spec/json.ts";

/** The schema uses something that the generators do not understand; guessing would make wrong values. */
export class UnsupportedSchemaError extends Error {
  override readonly name = "UnsupportedSchemaError";
  /** Dotted path of the schema's place, with `*` for items. */
  readonly path: string;

  constructor(path: string, what: string) {
    super(`schema of ${path === "" ? "the value" : `"${path}"`}: ${what}`);
    this.path = path;
  }
}

/** A schema's keywords. */
export type Node = { readonly [keyword: string]: unknown };

/** A schema without references at its top, and the references that were followed. */
interface FlatNode {
  readonly node: Node;
  readonly refs: readonly string[];
}

const ANNOTATIONS = new Set([
  "title",
  "description",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "example",
]);
const KNOWN = new Set([
  ...[
    "$ref",
    "type",
    "const",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
  ],
  ...[
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
  ],
  ...["multipleOf", "allOf", "anyOf", "oneOf", "not", "examples", "$comment", "$defs", "nullable"],
]);

/** @throws UnsupportedSchemaError for a keyword that the generators do not understand */
export function refuseUnknownKeywords(node: Node, path: string): void {
  for (const keyword of Object.keys(node)) {
    if (keyword.startsWith("x-") || ANNOTATIONS.has(keyword) || KNOWN.has(keyword)) continue;
    throw new UnsupportedSchemaError(path, `the keyword "${keyword}" is not supported`);
  }
}

/**
 * Resolves the reference of a node and merges its `allOf` into it.
 * @param visited the references that this node is in
 * @throws UnsupportedSchemaError for an unresolvable or recursive reference, or an `allOf` at odds with itself
 */
export function flatten(schema: unknown, path: string, root: unknown, visited: readonly string[]): FlatNode {
  if (!isNode(schema)) throw new UnsupportedSchemaError(path, `${JSON.stringify(schema)} is no schema`);
  const { $ref, allOf, ...own } = schema;
  let node: Node = own;
  const refs = new Set(visited);
  const add = (target: { node: Node; refs: readonly string[] }): void => {
    node = merge(node, target.node, path);
    for (const ref of target.refs) refs.add(ref);
  };
  if (typeof $ref === "string") {
    if (visited.includes($ref)) throw new UnsupportedSchemaError(path, `${$ref} contains itself`);
    add(flatten(resolve($ref, path, root), path, root, [...visited, $ref]));
  }
  for (const part of Array.isArray(allOf) ? allOf : []) {
    add(flatten(part, path, root, visited));
  }
  return { node, refs: [...refs] };
}

function merge(into: Node, other: Node, path: string): Node {
  const merged: Record<string, unknown> = { ...into };
  for (const [keyword, value] of Object.entries(other)) {
    const present = merged[keyword];
    const loose = keyword.startsWith("x-") || ANNOTATIONS.has(keyword) || keyword === "examples";
    if (present === undefined) merged[keyword] = value;
    else if (keyword === "required") merged[keyword] = [...new Set([...textsOf(present), ...textsOf(value)])];
    else if (keyword === "properties") merged[keyword] = mergeProperties(present as Node, value as Node);
    else if (!loose && JSON.stringify(present) !== JSON.stringify(value)) {
      throw new UnsupportedSchemaError(path, `"allOf" says "${keyword}" twice, differently`);
    }
  }
  return merged;
}

function mergeProperties(one: Node, other: Node): Node {
  const merged: Record<string, unknown> = { ...one };
  for (const [name, schema] of Object.entries(other)) {
    merged[name] = merged[name] === undefined ? schema : { allOf: [merged[name], schema] };
  }
  return merged;
}

function resolve(ref: string, path: string, root: unknown): unknown {
  if (!ref.startsWith("#/")) throw new UnsupportedSchemaError(path, `${ref} points outside the document`);
  const at = valueAt(root, ref);
  if (at === undefined) throw new UnsupportedSchemaError(path, `${ref} points at nothing`);
  return at;
}

/** The texts of a list; empty for anything else. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

/** A keyword's number, or null. */
export function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** Whether a schema is an object of keywords. */
export function isNode(value: unknown): value is Node {
  return isObject(value);
}
