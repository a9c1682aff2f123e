import { openapi, type RuleId, ruleIdOf } from "../../spec/index.ts";
import { resolve } from "../../spec/json.ts";

type Dict = Readonly<Record<string, unknown>>;

/** One constraint of the contract with the rule that owns it, and where in an answer or event it applies. */
export interface Constraint {
  readonly rule: RuleId;
  /** Keyword that is broken: `required`, `type`, or one with a value rule. */
  readonly keyword: string;
  /** Field names from the body down; `*` for every entry of a list. */
  readonly path: readonly string[];
  readonly schema: Dict;
}

/** Every owned constraint of a schema. Parts of an `allOf` contribute separately. */
export function constraintsOf(
  schema: unknown,
  path: readonly string[] = [],
  required = true,
): readonly Constraint[] {
  return partsOf(schema as Dict).flatMap((part) => {
    const names = (part["required"] as readonly string[] | undefined) ?? [];
    return [
      ...ownConstraints(part, path, required),
      ...Object.entries((part["properties"] ?? {}) as Record<string, unknown>).flatMap(([name, inner]) =>
        constraintsOf(inner, [...path, name], names.includes(name)),
      ),
      ...(part["items"] === undefined ? [] : constraintsOf(part["items"], [...path, "*"], false)),
    ];
  });
}

function ownConstraints(schema: Dict, path: readonly string[], required: boolean): readonly Constraint[] {
  const rule = schema["x-rule"];
  const presence = required && path.length > 0 ? "required" : "type";
  const owners = Object.entries((schema["x-value-rules"] ?? {}) as Dict);
  return [
    ...(rule === undefined ? [] : [{ rule: ruleIdOf(rule), keyword: presence, path, schema }]),
    ...owners.map(([keyword, owner]): Constraint => ({
      rule: ruleIdOf(owner),
      keyword,
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
