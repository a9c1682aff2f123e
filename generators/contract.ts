import { openapi } from "../spec/index.ts";
import { isObject } from "../spec/json.ts";

/** The whole contract, in which the `$ref`s of its schemas point. */
export const contract: unknown = openapi;

/**
 * The schema of an operation's JSON request body.
 * @throws RangeError when the contract has no such operation, or when it takes no body
 */
export function requestSchemaOf(operationId: string): unknown {
  const content = at(operationOf(operationId), "requestBody", "content", "application/json", "schema");
  if (content === undefined) throw new RangeError(`${operationId} takes no body`);
  return content;
}

function operationOf(operationId: string): unknown {
  const found = operations().find((operation) => at(operation, "operationId") === operationId);
  if (found === undefined) throw new RangeError(`the contract has no operation "${operationId}"`);
  return found;
}

function operations(): unknown[] {
  const paths = at(contract, "paths");
  return isObject(paths)
    ? Object.values(paths).flatMap((path) => (isObject(path) ? Object.values(path) : []))
    : [];
}

function at(value: unknown, ...steps: string[]): unknown {
  let found = value;
  for (const step of steps) {
    if (!isObject(found)) return undefined;
    found = found[step];
  }
  return found;
}
