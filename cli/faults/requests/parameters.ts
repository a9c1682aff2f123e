import { isDeepStrictEqual } from "node:util";
import { openapi } from "../../../spec/index.ts";
import { type DocumentedOperation, documentedOperations, resolve } from "../../../spec/json.ts";

/** A value, or a family of values, that the contract names for a parameter. */
export interface DocumentedValue {
  readonly name: string;
  /** An example guarantees less than a listed value or a value at a limit. */
  readonly kind: "listed" | "limit" | "casing" | "example";
  readonly is: (value: unknown) => boolean;
}

/** A parameter of the requests to one operation. */
export interface Parameter {
  readonly operation: string;
  readonly where: "body" | "query" | "header";
  /** Names from the body down, `*` for every entry of a list; one name elsewhere. */
  readonly path: readonly string[];
  readonly required: boolean;
  /** JSON type; null if the contract states none. */
  readonly type: string | null;
  /** Whether the contract states the format of a date. */
  readonly isDate: boolean;
  /** Characters; null if the contract states no limit. */
  readonly maxLength: number | null;
  readonly values: readonly DocumentedValue[];
}

type Dict = Readonly<Record<string, unknown>>;

/** The documented parameters of an operation, except those in the path. */
export function parametersOf(operation: string): readonly Parameter[] {
  const found = documentedOperations(openapi).find((each) => each.operation["operationId"] === operation);
  const { item = {}, operation: own = {} }: Partial<DocumentedOperation> = found ?? {};
  const listed = [item["parameters"] ?? [], own["parameters"] ?? []].flat() as Dict[];
  const outside = listed.flatMap((given): Parameter[] => {
    const { name, in: where, required, schema } = resolve(openapi, given) as Dict & { name: string };
    if (where !== "query" && where !== "header") return [];
    return [
      parameter({ operation, where, path: [name], required: required === true, schema: schema as Dict }),
    ];
  });
  const body = resolve(openapi, (own["requestBody"] ?? {}) as Dict);
  const content = body["content"] as Record<string, { schema?: Dict }> | undefined;
  const schema = content?.["application/json"]?.schema;
  return schema === undefined ? outside : [...outside, ...fieldsIn(operation, schema, [], true)];
}

/** The fields of a schema, including those of nested objects and list entries. A field is required only if its parent is. */
function fieldsIn(
  operation: string,
  given: Dict,
  path: readonly string[],
  isParentRequired: boolean,
): Parameter[] {
  const schema = resolve(openapi, given);
  if (schema["items"] !== undefined)
    return fieldsIn(operation, schema["items"] as Dict, [...path, "*"], false);
  const compulsory = (schema["required"] ?? []) as readonly string[];
  return Object.entries((schema["properties"] ?? {}) as Record<string, Dict>).flatMap(([name, inner]) => {
    const required = isParentRequired && compulsory.includes(name);
    const at = [...path, name];
    return [
      parameter({ operation, where: "body", path: at, required, schema: inner }),
      ...fieldsIn(operation, inner, at, required),
    ];
  });
}

function parameter(
  given: Omit<Parameter, "type" | "isDate" | "maxLength" | "values"> & { schema: Dict },
): Parameter {
  const { schema, ...rest } = given;
  const resolved = resolve(openapi, schema);
  const type = resolved["type"];
  return {
    ...rest,
    type: typeof type === "string" ? type : null,
    isDate: resolved["format"] === "iso-8601",
    maxLength: (resolved["maxLength"] as number | undefined) ?? null,
    values: valuesOf(resolved),
  };
}

function valuesOf(schema: Dict): readonly DocumentedValue[] {
  const listed = schema["type"] === "boolean" ? [true, false] : ((schema["enum"] ?? []) as unknown[]);
  const examples = (schema["x-example-values"] ?? []) as unknown[];
  const exactly =
    (kind: DocumentedValue["kind"]) =>
    (wanted: unknown): DocumentedValue => ({
      name: typeof wanted === "string" ? wanted : JSON.stringify(wanted),
      kind,
      is: (value) =>
        isDeepStrictEqual(value, wanted) || (typeof wanted === "number" && value === String(wanted)),
    });
  const limits = ["minimum", "maximum"].flatMap((keyword) => (keyword in schema ? [schema[keyword]] : []));
  const { maxLength } = schema as { maxLength?: number };
  const casings = examples.filter(
    (example, index): example is string =>
      typeof example === "string" &&
      examples.some((other, at) => at < index && String(other).toLowerCase() === example.toLowerCase()),
  );
  return [
    ...listed.map(exactly("listed")),
    ...limits.map(exactly("limit")),
    ...(maxLength === undefined
      ? []
      : [
          {
            name: `${maxLength} characters`,
            kind: "limit" as const,
            is: (value: unknown) => typeof value === "string" && [...value].length === maxLength,
          },
        ]),
    ...casings.map((word): DocumentedValue => ({
      name: `${word} in mixed casing`,
      kind: "casing",
      is: (value) =>
        typeof value === "string" &&
        value.toLowerCase() === word.toLowerCase() &&
        value !== value.toLowerCase() &&
        value !== value.toUpperCase(),
    })),
    ...examples.map(exactly("example")),
  ];
}
