import { isDeepStrictEqual } from "node:util";
import { openapi } from "../../spec/index.ts";
import { type DocumentedOperation, documentedOperations, objectsAt, resolve } from "../../spec/json.ts";
import type { Asked } from "./exchange.ts";

/** A value, or a family of values, that the contract names for a parameter. */
export interface DocumentedValue {
  readonly name: string;
  /** An example guarantees less than a listed value or a value at a limit. */
  readonly kind: "listed" | "limit" | "casing" | "example";
  readonly is: (value: unknown) => boolean;
}

/** Where a request has a parameter. */
interface Place {
  readonly where: "body" | "query" | "header";
  /** Names from the body down, `*` for every entry of a list; one name elsewhere. */
  readonly path: readonly string[];
}

/** A parameter of the requests to one operation. */
export interface Parameter extends Place {
  readonly operation: string;
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
  const { item = {}, operation: own = {} }: Partial<DocumentedOperation> =
    documentedOperations(openapi).find((each) => each.operation["operationId"] === operation) ?? {};
  const listed = [item["parameters"] ?? [], own["parameters"] ?? []].flat() as Dict[];
  const outside = listed.flatMap((given): Parameter[] => {
    const { name, in: where, required, schema } = resolve(openapi, given) as Dict & { name: string };
    return where === "query" || where === "header"
      ? [parameter({ operation, where, path: [name], required: required === true }, schema as Dict)]
      : [];
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
      parameter({ operation, where: "body", path: at, required }, inner),
      ...fieldsIn(operation, inner, at, required),
    ];
  });
}

function parameter(given: Place & Pick<Parameter, "operation" | "required">, schema: Dict): Parameter {
  const resolved = resolve(openapi, schema);
  const type = resolved["type"];
  return {
    ...given,
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

/** The values of a parameter in a request; none if the request omits it. */
export function carriedAt({ url, headers, body }: Asked, { where, path }: Place): readonly unknown[] {
  const [name = ""] = path;
  if (where === "query") return url.searchParams.getAll(name);
  if (where === "header") return headers.has(name) ? [headers.get(name)] : [];
  const last = path.at(-1) ?? "";
  return objectsAt(body, path.slice(0, -1)).flatMap((holder) =>
    Object.hasOwn(holder, last) ? [holder[last]] : [],
  );
}

/** Whether a request omits the parameter; false for a field of the entries of an empty list. */
export function leavesOut(asked: Asked, { where, path }: Place): boolean {
  if (where !== "body") return carriedAt(asked, { where, path }).length === 0;
  const last = path.at(-1) ?? "";
  return objectsAt(asked.body, path.slice(0, -1)).some((holder) => !Object.hasOwn(holder, last));
}

/** What of a request is changed by other values of a parameter; undefined omits it. */
export function withCarried(
  asked: Asked,
  { where, path }: Place,
  change: (value: unknown) => unknown,
): Partial<Asked> {
  const [name = ""] = path;
  if (where === "query") {
    const url = new URL(asked.url);
    setText(url.searchParams, name, change(url.searchParams.get(name) ?? undefined));
    return { url };
  }
  if (where === "header") {
    const headers = new Headers(asked.headers);
    setText(headers, name, change(headers.get(name) ?? undefined));
    return { headers };
  }
  const body = structuredClone(asked.body);
  const last = path.at(-1) ?? "";
  for (const holder of objectsAt(body, path.slice(0, -1))) {
    const value = change(holder[last]);
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return { body };
}

function setText(names: URLSearchParams | Headers, name: string, value: unknown): void {
  if (value === undefined) names.delete(name);
  else names.set(name, typeof value === "string" ? value : JSON.stringify(value));
}
