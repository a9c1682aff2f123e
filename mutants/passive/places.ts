import { openapi, type RuleId } from "../../spec/index.ts";

type Dict = Readonly<Record<string, unknown>>;

/** One constraint of the contract with the rule that owns it, and where in an answer or event it applies. */
export interface Place {
  readonly rule: RuleId;
  /** Keyword that is broken: `required`, `type`, or one with a value rule. */
  readonly keyword: string;
  /** Field names from the body down; `*` for every entry of a list. */
  readonly path: readonly string[];
  readonly schema: Dict;
}

/** Every owned constraint of a schema. */
export function placesOf(schema: unknown, path: readonly string[] = [], required = true): readonly Place[] {
  const resolved = resolve(schema as Dict);
  const rule = resolved["x-rule"] as RuleId | undefined;
  const places: Place[] = [];
  if (rule !== undefined && path.length > 0) {
    places.push({ rule, keyword: required ? "required" : "type", path, schema: resolved });
  }
  if (rule !== undefined && path.length === 0) places.push({ rule, keyword: "type", path, schema: resolved });
  for (const [keyword, owner] of Object.entries(
    (resolved["x-value-rules"] ?? {}) as Record<string, RuleId>,
  )) {
    places.push({ rule: owner, keyword, path, schema: resolved });
  }
  const names = (resolved["required"] as readonly string[] | undefined) ?? [];
  for (const [name, inner] of Object.entries((resolved["properties"] ?? {}) as Record<string, unknown>)) {
    places.push(...placesOf(inner, [...path, name], names.includes(name)));
  }
  if (resolved["items"] !== undefined) places.push(...placesOf(resolved["items"], [...path, "*"], false));
  return places;
}

/** Follows local references; what stands beside one is kept. */
export function resolve(value: Dict): Dict {
  const reference = value["$ref"];
  if (typeof reference !== "string") {
    const all = value["allOf"] as readonly Dict[] | undefined;
    return all === undefined ? value : merged([value, ...all.map(resolve)]);
  }
  let current: unknown = openapi;
  for (const part of reference.slice(2).split("/")) {
    current = (current as Record<string, unknown>)[part.replace(/~1/g, "/").replace(/~0/g, "~")];
  }
  const { $ref: _reference, ...siblings } = value;
  return { ...resolve(current as Dict), ...siblings };
}

function merged(schemas: readonly Dict[]): Dict {
  return schemas.reduce((whole, schema) => ({
    ...whole,
    ...schema,
    properties: {
      ...(whole["properties"] as object | undefined),
      ...(schema["properties"] as object | undefined),
    },
    required: [
      ...((whole["required"] as string[] | undefined) ?? []),
      ...((schema["required"] as string[] | undefined) ?? []),
    ],
    "x-value-rules": {
      ...(whole["x-value-rules"] as object | undefined),
      ...(schema["x-value-rules"] as object | undefined),
    },
  }));
}
