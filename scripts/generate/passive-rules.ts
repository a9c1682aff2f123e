import { type Entry, SourceFault } from "./sources.ts";
import { type Ids, idsOf, withIds, withOperationIds } from "./rule-ids.ts";
import { operationSentence, placeIn, rootSentence, typeSentence, valueSentence } from "./sentences.ts";

type Json = Record<string, unknown>;

/** What a rule inherits from the schema, operation or event that contains it. */
interface Context {
  /** Subject of the sentence: "A remittance". */
  readonly subject: string | null;
  readonly section: string | null;
  readonly needs: readonly string[];
  /** Name of the property that the schema describes. */
  readonly property: string | null;
  readonly required: boolean;
  /** From what the rule ids of the property derive. */
  readonly ids: Ids | null;
}

interface Rule extends Entry {
  readonly id: string;
  readonly area: string;
  readonly section: string;
  readonly level: "MUST";
  readonly kind: "passive";
  readonly says: string;
  readonly needs: readonly string[];
}

/** What an annotation states in addition to the id. A rule has this at one of its places. */
type Written = Partial<Pick<Rule, "section" | "says" | "needs">>;

interface Place {
  /** Whether the property is required here. The sentence is derived from a required place, if there is one. */
  readonly required: boolean;
  readonly written: Written | null;
  readonly rule: Rule;
}

/**
 * The rules in the annotations of the contract: `x-rule` for presence and type, `x-value-rules` for the other keywords,
 * `x-status-rule` and `x-content-type-rule` for operations. Each is an id, or an object with the id and what is neither inherited
 * (`x-subject`, `x-section`, `x-needs`) nor derived from the keyword. Ids that `x-rules` derives are not written.
 * @returns the rules, and the contract with only the ids in its annotations
 * @throws SourceFault that names every rule without a sentence or section, and every rule that is written in different ways
 */
export function passiveRules(contract: Json): { readonly rules: readonly Rule[]; readonly contract: Json } {
  const collector = new Collector();
  const { components, ...rest } = contract as { components: { schemas: Record<string, Json> } };
  const none: Context = {
    subject: null,
    section: null,
    needs: [],
    property: null,
    required: true,
    ids: null,
  };
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [name, collector.schema(schema, none)]),
  );
  const plain = collector.operations({ ...rest, components: { ...components, schemas } }, none);
  return { rules: collector.rules(), contract: plain };
}

class Collector {
  readonly #places = new Map<string, Place[]>();
  readonly #faults: string[] = [];

  rules(): readonly Rule[] {
    const rules = [...this.#places].map(([id, places]) => this.#settle(id, places));
    if (this.#faults.length > 0) throw new SourceFault(this.#faults.join("\n"));
    return rules;
  }

  /** Collects the rules of a schema. Returns the schema with only their ids. */
  schema(written: Json, outer: Context): Json {
    const context = inherit(written, outer);
    const { subject, property } = context;
    const schema = withIds(written, { ids: outer.ids, property });
    const copy = withoutContext(schema);
    if (schema["x-rule"] !== undefined) {
      const says =
        subject === null
          ? null
          : property === null
            ? rootSentence(subject, schema)
            : typeSentence(subject, { property, required: context.required, schema });
      copy["x-rule"] = this.#add(schema["x-rule"], context, says);
    }
    if (schema["x-value-rules"] !== undefined) {
      const rules = Object.entries(schema["x-value-rules"] as Json);
      copy["x-value-rules"] = Object.fromEntries(
        rules.map(([keyword, rule]) => {
          const says = subject === null ? null : valueSentence(subject, { property, keyword, schema });
          return [keyword, this.#add(rule, context, says)];
        }),
      );
    }
    return this.#inner(copy, { ...context, ids: idsOf(schema) });
  }

  /** Collects the rules of operations and of the schemas in them. Returns the value with only their ids. */
  operations(written: Json, outer: Context): Json {
    const value = withOperationIds(written);
    const context = inherit(value, outer);
    const copy = withoutContext(value);
    for (const kind of ["x-status-rule", "x-content-type-rule"] as const) {
      if (value[kind] !== undefined)
        copy[kind] = this.#add(value[kind], context, operationSentence(kind, context.subject, value));
    }
    return mapObjects(copy, (inner, key) =>
      key === "schema" ? this.schema(inner, none(context)) : this.operations(inner, context),
    );
  }

  #inner(schema: Json, context: Context): Json {
    const { subject, property } = context;
    const here = subject === null || property === null ? subject : placeIn(property, subject);
    const within: Context = { ...context, subject: here, property: null, required: true, ids: null };
    const { ids } = context;
    const required = new Set((schema["required"] ?? []) as readonly string[]);
    return mapObjects(schema, (inner, keyword) => {
      if (keyword === "properties") {
        return mapObjects(inner, (own, name) =>
          this.schema(own, { ...within, property: name, required: required.has(name), ids }),
        );
      }
      if (keyword === "items") return this.schema(inner, { ...within, subject: entryOf(context) });
      if (keyword === "propertyNames" || keyword === "allOf" || keyword === "anyOf" || keyword === "oneOf")
        return this.schema(inner, { ...context, ids: null });
      return inner;
    });
  }

  #add(annotation: unknown, context: Context, derived: string | null): string {
    const written = typeof annotation === "string" ? null : (annotation as Written & { id: string });
    const id = typeof annotation === "string" ? annotation : String(written?.id);
    const rule: Rule = {
      id,
      area: id.split("/")[0] ?? "",
      section: written?.section ?? context.section ?? "",
      level: "MUST",
      kind: "passive",
      says: written?.says ?? derived ?? "",
      needs: written?.needs ?? context.needs,
    };
    this.#places.set(id, [...(this.#places.get(id) ?? []), { required: context.required, written, rule }]);
    return id;
  }

  #settle(id: string, places: readonly Place[]): Rule {
    const candidates = [
      places.filter(({ written }) => written !== null),
      places.filter(({ required }) => required),
      places,
    ].find((some) => some.length > 0);
    const decisive = candidates?.[0]?.rule;
    if (decisive === undefined) throw new Error(`the rule ${id} has no place`);
    const texts = new Set(candidates?.map(({ rule }) => JSON.stringify(rule)));
    if (texts.size > 1)
      this.#faults.push(
        `${id}: is written differently at several places: write it as an object at one of them`,
      );
    if (decisive.section === "")
      this.#faults.push(`${id}: no section: give its schema or operation x-section`);
    if (decisive.says === "")
      this.#faults.push(`${id}: no sentence: write \`says\` beside the id, or give x-subject`);
    return decisive;
  }
}

function none(context: Context): Context {
  return { ...context, subject: null, property: null, required: true, ids: null };
}

function inherit(value: Json, outer: Context): Context {
  return {
    ...outer,
    ...(value["x-subject"] === undefined ? {} : { subject: value["x-subject"] as string, property: null }),
    ...(value["x-section"] === undefined ? {} : { section: value["x-section"] as string }),
    ...(value["x-needs"] === undefined ? {} : { needs: value["x-needs"] as readonly string[] }),
  };
}

function withoutContext(value: Json): Json {
  const {
    "x-subject": _subject,
    "x-section": _section,
    "x-needs": _needs,
    "x-rules": _rules,
    ...rest
  } = value;
  return rest;
}

function entryOf({ subject, property }: Context): string | null {
  return property === null || subject === null
    ? null
    : `An entry of ${placeIn(property, subject).replace(/^The /, "")}`;
}

/** Maps each object in a value, including those in lists. */
function mapObjects(value: Json, map: (inner: Json, key: string) => Json): Json {
  const one = (inner: unknown, key: string): unknown =>
    Array.isArray(inner)
      ? inner.map((entry) => one(entry, key))
      : typeof inner === "object" && inner !== null
        ? map(inner as Json, key)
        : inner;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, one(inner, key)]));
}
