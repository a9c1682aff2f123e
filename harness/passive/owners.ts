import { openapi } from "../../spec/index.ts";
import { isObject, resolve } from "../../spec/json.ts";
import { contractOperations, type Operation } from "../contract.ts";

let byRule: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** The operations whose answers a passive rule is judged on; none for a rule about events. */
export function operationsShowing(rule: string): ReadonlySet<string> {
  byRule ??= collect();
  return byRule.get(rule) ?? new Set();
}

function collect(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const operation of contractOperations.values())
    for (const rule of rulesOf(operation)) found.set(rule, (found.get(rule) ?? new Set()).add(operation.id));
  return found;
}

function rulesOf({ statusRule, contentTypeRule, answers }: Operation): readonly string[] {
  const rules = new Set([statusRule, contentTypeRule].filter((rule) => rule !== null));
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isObject(value)) return;
    const { "x-rule": own, "x-value-rules": values, ...others } = resolve(openapi, value);
    if (typeof own === "string") rules.add(own);
    for (const rule of Object.values((values ?? {}) as Record<string, string>)) rules.add(rule);
    Object.values(others).forEach(walk);
  };
  for (const schema of new Set(answers.values())) walk(schema);
  return [...rules];
}
