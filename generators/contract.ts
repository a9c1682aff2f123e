import { openapi } from "../spec/index.ts";
import { documentedOperations, resolve } from "../spec/json.ts";

/**
 * The schema of an operation's JSON request body. @internal
 * @throws RangeError if the contract has no such operation, or if the operation takes no body
 */
export function requestSchemaOf(operationId: string): Readonly<Record<string, unknown>> {
  const found = documentedOperations(openapi).find(
    ({ operation }) => operation["operationId"] === operationId,
  );
  if (found === undefined) throw new RangeError(`the contract has no operation "${operationId}"`);
  const { content } = found.operation["requestBody"] as { content?: Record<string, { schema?: Dict }> };
  const schema = content?.["application/json"]?.schema;
  if (schema === undefined) throw new RangeError(`${operationId} takes no body`);
  return resolve(openapi, schema);
}

type Dict = Readonly<Record<string, unknown>>;
