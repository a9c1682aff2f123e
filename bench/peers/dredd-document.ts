import { type Dict, type Operation, operationsOf, requestOf } from "./walk.ts";

/**
 * Converts the contract for Dredd: OpenAPI 3.0 with one example per parameter, only the success response, and no webhooks. Dredd requires
 * such a document, or hooks to the same effect. Paths that delete come last.
 */
export function forDredd(contract: Dict, ids: Readonly<Record<string, string>>): Dict {
  const operations = operationsOf(contract);
  const {
    webhooks: _webhooks,
    servers: _servers,
    security: _security,
    ...document
  } = structuredClone(contract);
  const paths = Object.entries(document["paths"] as Record<string, Record<string, Dict>>).map(
    ([path, methods]): [string, Dict] => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, described]) => {
          const operation = operations.get(String(described["operationId"]));
          return [method, operation === undefined ? described : withOneExample(described, operation, ids)];
        }),
      ),
    ],
  );
  const deletes = ([, methods]: [string, Dict]): number => ("delete" in methods ? 1 : 0);
  return asVersion30({
    ...document,
    openapi: "3.0.3",
    paths: Object.fromEntries(paths.sort((a, b) => deletes(a) - deletes(b))),
  }) as Dict;
}

function withOneExample(described: Dict, operation: Operation, ids: Readonly<Record<string, string>>): Dict {
  const { id, sent } = requestOf(operation, ids);
  const { servers: _servers, security: _security, parameters: _parameters, ...rest } = described;
  const string = { type: "string" };
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: "path", required: true, schema: string, example: id },
  }));
  const key = {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    schema: string,
    example: `dredd-${operation.operationId}`,
  };
  const { schema } =
    (described["requestBody"] as { content: Record<string, Dict> } | undefined)?.content[
      "application/json"
    ] ?? {};
  const success = (described["responses"] as Record<string, Dict>)[operation.success] ?? {};
  const media = Object.values((success["content"] ?? {}) as Dict)[0];
  return {
    ...rest,
    parameters: operation.method === "POST" ? [...inPath, key] : inPath,
    ...(sent === undefined
      ? {}
      : { requestBody: { content: { "application/json": { schema, example: sent } } } }),
    // Dredd compares content types as text.
    responses: {
      [operation.success]: {
        ...success,
        ...(media === undefined ? {} : { content: { "application/json; charset=utf-8": media } }),
      },
    },
  };
}

/** Converts schemas from JSON Schema 2020-12 to OpenAPI 3.0. */
function asVersion30(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asVersion30);
  if (typeof value !== "object" || value === null) return value;
  const { const: only, examples, type, ...rest } = value as Dict;
  const changed = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, asVersion30(inner)]));
  if (only !== undefined) changed["enum"] = [only];
  if (examples !== undefined && !Array.isArray(examples)) changed["examples"] = examples;
  if (!Array.isArray(type)) return type === undefined ? changed : { ...changed, type: asVersion30(type) };
  const types = type.filter((one) => one !== "null");
  return { ...changed, type: types[0] as unknown, ...(types.length < type.length ? { nullable: true } : {}) };
}
