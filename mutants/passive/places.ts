import { openapi, type RuleId, ruleIdOf } from "../../spec/index.ts";
import { resolve } from "../../spec/json.ts";

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

/** Every owned constraint of a schema. What several parts of an `allOf` say of one field stands beside each other. */
export function placesOf(schema: unknown, path: readonly string[] = [], required = true): readonly Place[] {
  return partsOf(schema as Dict).flatMap((part) => {
    const names = (part["required"] as readonly string[] | undefined) ?? [];
    return [
      ...ownPlaces(part, path, required),
      ...Object.entries((part["properties"] ?? {}) as Record<string, unknown>).flatMap(([name, inner]) =>
        placesOf(inner, [...path, name], names.includes(name)),
      ),
      ...(part["items"] === undefined ? [] : placesOf(part["items"], [...path, "*"], false)),
    ];
  });
}

function ownPlaces(schema: Dict, path: readonly string[], required: boolean): readonly Place[] {
  const rule = schema["x-rule"];
  const keyword = required && path.length > 0 ? "required" : "type";
  const owners = Object.entries((schema["x-value-rules"] ?? {}) as Dict);
  return [
    ...(rule === undefined ? [] : [{ rule: ruleIdOf(rule), keyword, path, schema }]),
    ...owners.map(([constraint, owner]): Place => ({
      rule: ruleIdOf(owner),
      keyword: constraint,
      path,
      schema,
    })),
  ];
}

/** A schema and all that its `allOf` adds, references followed. */
function partsOf(value: Dict): readonly Dict[] {
  const resolved = resolve(openapi, value);
  const parts = (resolved["allOf"] as readonly Dict[] | undefined) ?? [];
  return [resolved, ...parts.flatMap(partsOf)];
}
