import { expect, test } from "vitest";
import { contractOperations } from "../../../harness/contract.ts";
import { bodyJudges } from "../../../harness/judge/passive.ts";
import { openapi } from "../../../spec/index.ts";
import { isObject, resolve } from "../../../spec/json.ts";

type Dict = Readonly<Record<string, unknown>>;

/** The smallest value that the contract permits: null where it can be, empty lists, and required members only. */
function least(schema: Dict): unknown {
  const { type, enum: choices, required, properties, allOf, ...rest } = resolve(openapi, schema);
  const parts = ((allOf ?? []) as readonly Dict[]).map(least);
  if (parts.length > 0) return Object.assign({}, least({ type, required, properties, ...rest }), ...parts);
  const types = [type].flat();
  if (types.includes("null") || (Array.isArray(choices) && choices.includes(null))) return null;
  if (types.includes("array")) return [];
  if (types.includes("object") || properties !== undefined) {
    const members = (properties ?? {}) as Record<string, Dict>;
    const names = (required ?? []) as readonly string[];
    return Object.fromEntries(names.map((name) => [name, least(members[name] ?? {})]));
  }
  return types.includes("boolean") ? false : types.includes("string") ? "" : 0;
}

/** Every rule that a schema names. */
function rulesOf(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(rulesOf);
  if (!isObject(schema)) return [];
  const { "x-rule": own, "x-value-rules": values, ...rest } = resolve(openapi, schema);
  return [
    ...(typeof own === "string" ? [own] : []),
    ...(isObject(values) ? Object.values(values).map(String) : []),
    ...Object.values(rest).flatMap(rulesOf),
  ];
}

test("in the smallest permitted answer of each operation, each rule is judged or known to be left out", async () => {
  const judges = await bodyJudges();
  let leftOut = 0;
  for (const { id, answers } of contractOperations.values())
    for (const [status, schema] of answers) {
      if (schema === null || status >= 300) continue;
      const verdict = judges(schema)(least(schema as Dict));
      const unknown = rulesOf(schema).filter(
        (rule) => !verdict.exercised.has(rule) && !verdict.leftOut.has(rule),
      );
      expect(unknown, `${id} ${status}`).toEqual([]);
      leftOut += verdict.leftOut.size;
    }
  expect(leftOut).toBeGreaterThan(20);
});
