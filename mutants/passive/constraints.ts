import { catalogue, openapi, type RuleId, ruleIdOf } from "../../spec/index.ts";
import { resolve } from "../../spec/json.ts";
import type { Mutant } from "../mutant.ts";

type Dict = Readonly<Record<string, unknown>>;

/** A constraint of the contract, the rule that owns it, and where in an answer or event it applies. */
export interface Constraint {
  readonly rule: RuleId;
  /** The keyword that is violated: `required`, `type`, or one with a value rule. */
  readonly keyword: string;
  /** Field names from the body down. `*` is every entry of a list. */
  readonly path: readonly string[];
  readonly schema: Dict;
}

const observable = new Set<string>(
  catalogue.filter((rule) => rule.unobservable === undefined).map((rule) => rule.id),
);

/** Every constraint of a schema whose rule can be observed. */
export function constraintsOf(schema: unknown): readonly Constraint[] {
  return schema === undefined ? [] : ownedIn(schema, [], true).filter(({ rule }) => observable.has(rule));
}

/** Keeps one mutant of each id, because several statuses may share a schema. */
export function onlyFirstOfEach(mutants: readonly Mutant[]): readonly Mutant[] {
  return mutants.filter(({ id }, index) => mutants.findIndex((other) => other.id === id) === index);
}

/** The name of a rule or event, for the id of a mutant. */
export const slug = (name: string): string => name.replace(/[/._]/g, "-");

/** The parts of an `allOf` are separate schemas. */
function ownedIn(schema: unknown, path: readonly string[], required: boolean): readonly Constraint[] {
  return partsOf(schema as Dict).flatMap((part) => {
    const names = (part["required"] as readonly string[] | undefined) ?? [];
    return [
      ...ownConstraints(part, path, required),
      ...Object.entries((part["properties"] ?? {}) as Record<string, unknown>).flatMap(([name, inner]) =>
        ownedIn(inner, [...path, name], names.includes(name)),
      ),
      ...(part["items"] === undefined ? [] : ownedIn(part["items"], [...path, "*"], false)),
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

/** A schema and the parts of its `allOf`, with references resolved. */
function partsOf(value: Dict): readonly Dict[] {
  const resolved = resolve(openapi, value);
  const parts = (resolved["allOf"] as readonly Dict[] | undefined) ?? [];
  return [resolved, ...parts.flatMap(partsOf)];
}
