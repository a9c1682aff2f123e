import { openapi } from "../../spec/index.ts";
import { resolve } from "../../spec/json.ts";
import { contractOperations } from "../contract.ts";

type Dict = Readonly<Record<string, unknown>>;

/**
 * Where a field of an answer lacks the object or list of the contract: "data/3 is null". Null if it has the documented shape;
 * texts and numbers are not compared.
 */
export function shapeFault(
  answer: { readonly operation: string; readonly status: number },
  name: string,
  value: unknown,
): string | null {
  const schema = contractOperations.get(answer.operation)?.answers.get(answer.status);
  const field = schema === null || schema === undefined ? undefined : fieldOf(schema as Dict, name);
  return field === undefined ? null : faultIn(field, value, [name]);
}

function fieldOf(given: Dict, name: string): Dict | undefined {
  const schema = resolve(openapi, given);
  const own = (schema["properties"] as Readonly<Record<string, Dict>> | undefined)?.[name];
  if (own !== undefined) return own;
  const parts = (schema["allOf"] ?? []) as readonly Dict[];
  return parts.map((part) => fieldOf(part, name)).find((field) => field !== undefined);
}

function faultIn(given: Dict, value: unknown, path: readonly (string | number)[]): string | null {
  const schema = resolve(openapi, given);
  const { type } = schema as { type?: string | readonly string[] };
  const types: readonly string[] = type === undefined ? [] : typeof type === "string" ? [type] : type;
  const is = kindOf(value);
  if (types.some((type) => type === "object" || type === "array") && !types.includes(is))
    return `${path.join("/")} is ${is === "undefined" ? "absent" : is}`;
  for (const part of (schema["allOf"] as readonly Dict[] | undefined) ?? []) {
    const fault = faultIn(part, value, path);
    if (fault !== null) return fault;
  }
  if (is === "array" && schema["items"] !== undefined)
    return firstFault(value as readonly unknown[], (entry, index) =>
      faultIn(schema["items"] as Dict, entry, [...path, index]),
    );
  if (is !== "object") return null;
  const required = (schema["required"] ?? []) as readonly string[];
  const properties = Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, Dict>>);
  return firstFault(properties, ([name, inner]) => {
    const held = (value as Dict)[name];
    return held === undefined && !required.includes(name) ? null : faultIn(inner, held, [...path, name]);
  });
}

function firstFault<T>(all: readonly T[], find: (one: T, index: number) => string | null): string | null {
  for (const [index, one] of all.entries()) {
    const fault = find(one, index);
    if (fault !== null) return fault;
  }
  return null;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
