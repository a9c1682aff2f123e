import { resolve } from "../../spec/json.ts";
import type { Dict } from "./schemas.ts";

/** Adds an example to each scalar property of the schemas: its first value in a captured body. */
export function exemplify(contract: Dict): void {
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) return value.forEach(visit);
    const { schema, examples } = value as { schema?: Dict; examples?: Record<string, { value: unknown }> };
    if (schema !== undefined && examples !== undefined && !Array.isArray(examples))
      for (const example of Object.values(examples)) annotate(contract, schema, example.value);
    Object.values(value).forEach(visit);
  };
  visit(contract["paths"]);
  visit(contract["webhooks"]);
}

function annotate(contract: Dict, schema: Dict, value: unknown): void {
  if (typeof schema["$ref"] === "string") return annotate(contract, target(contract, schema), value);
  for (const part of [schema["allOf"], schema["anyOf"]].flat())
    if (part !== undefined && admits(contract, part as Dict, value)) annotate(contract, part as Dict, value);
  if (Array.isArray(value)) {
    const items = schema["items"];
    if (items !== undefined) for (const entry of value) annotate(contract, items as Dict, entry);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const property = (schema["properties"] as Record<string, Dict> | undefined)?.[name];
      if (property !== undefined) annotate(contract, property, inner);
    }
  }
  const isScalar = typeof value !== "object" || value === null;
  if (!isScalar || schema["const"] !== undefined || schema["description"] === undefined) return;
  const examples = schema["examples"] as readonly unknown[] | undefined;
  if (examples === undefined || (examples.length === 1 && examples[0] === null)) schema["examples"] = [value];
}

/** Whether a value has the required fields of a part, and the values that it lists. */
function admits(contract: Dict, part: Dict, value: unknown): boolean {
  const { properties, required } = target(contract, part) as {
    properties?: Record<string, Dict>;
    required?: readonly string[];
  };
  const body = (typeof value === "object" && value !== null ? value : {}) as Dict;
  const isListed = ([name, { const: constant, enum: listed }]: [string, Dict]): boolean =>
    (constant === undefined || constant === body[name]) &&
    (listed === undefined || !(name in body) || (listed as readonly unknown[]).includes(body[name]));
  return Object.entries(properties ?? {}).every(isListed) && (required ?? []).every((name) => name in body);
}

function target(contract: Dict, schema: Dict): Dict {
  return typeof schema["$ref"] === "string" ? resolve(contract, schema) : schema;
}
