import { isMap, isPair, isScalar, LineCounter, parseDocument } from "yaml";
import { partsOf, nameOf, objectWith } from "./fields.ts";
import { idsOf, withIds } from "./rule-ids.ts";
import { formsOf, readChecked, yamlFiles } from "./sources.ts";

type Json = Record<string, unknown>;

/** A file of `spec/openapi/events/`: the events that share an envelope. */
interface Family {
  readonly family: string;
  /** The area of the rules, and the section of the document. */
  readonly area: string;
  readonly section: string;
  readonly tag: string;
  /** The open point about delivery. */
  readonly open: string;
  readonly envelope: { readonly name: string; readonly schema: Json };
  /** The properties that lead from the envelope to the data. */
  readonly data: readonly string[];
  /** The beginnings of types that ids of rules and names of schemas leave out, and the end of these names. */
  readonly without: { readonly ids: string; readonly schemas?: string };
  readonly suffix?: string;
  /** What fields have in common, by the word before `|`. */
  readonly forms: Readonly<Record<string, Json>>;
  readonly events: Readonly<Record<string, Event>>;
}

/** A schema, perhaps with a form, or `form | description`. A word that ends with an underscore is the beginning of an id. */
type Field = string | (Json & { readonly form?: string });

interface Event {
  /** In place of its type in the names of its rules and schemas. */
  readonly name?: string;
  readonly summary: string;
  readonly description: string;
  /** The description of its data. */
  readonly data?: string;
  readonly needs: readonly string[];
  /** By name; `name?` is not required. */
  readonly fields: Readonly<Record<string, Field>>;
  /** What else the schema of its data states. */
  readonly also?: Json;
}

const FOLDER = "spec/openapi/events";
const ACKNOWLEDGED = { "2XX": { description: "The endpoint acknowledged the event." } };

/** The ids that files of events name. */
interface Known {
  readonly needs: readonly string[];
  readonly openPoints: readonly string[];
}

/**
 * The contract with the events of all families: their webhooks, and the schemas of their bodies.
 * @throws SourceFault that names every mistake of the file
 */
export function withEvents(root: string, contract: Json, known: Known): Json {
  const { components, ...rest } = contract as Json & { components: Json };
  const families = yamlFiles(root, FOLDER).map((name) => readFamily(root, `${FOLDER}/${name}`, known));
  return {
    ...rest,
    webhooks: Object.assign({}, ...families.map(webhooksOf)) as Json,
    "x-event-envelopes": Object.fromEntries(families.map(({ family, envelope }) => [family, envelope.name])),
    components: {
      ...components,
      schemas: Object.assign({}, components["schemas"], ...families.map(schemasOf)) as Json,
    },
  };
}

function readFamily(root: string, path: string, { needs, openPoints }: Known): Family {
  const { forms } = readChecked<Family>(root, path, { schema: "events" }).value;
  const areas = yamlFiles(root, "spec/areas").map((name) => name.slice(0, -".yaml".length));
  const known = {
    form: formsOf(Object.keys(forms), forms["id"] === undefined ? [] : ["[a-z]+_"]),
    area: { enum: areas },
    open: { enum: openPoints },
    need: { enum: needs },
  };
  return readChecked<Family>(root, path, { schema: "events", known }).value;
}

function webhooksOf(family: Family): Json {
  const { tag, open } = family;
  return eachEvent(family, (type, { summary, description }) => {
    const { schema, operation } = namesOf(family, type);
    const body = { schema: { $ref: `#/components/schemas/${schema}` } };
    const post = {
      operationId: `receive${operation}`,
      summary,
      description,
      tags: [tag],
      "x-event-family": family.family,
      "x-open": open,
      security: [],
      requestBody: { required: true, content: { "application/json": body } },
      responses: ACKNOWLEDGED,
    };
    return [[type, { post }]];
  });
}

function schemasOf(family: Family): Json {
  const { area, section, envelope } = family;
  const [outer, ...inner] = family.data.map((property) => `${area}/envelope-${property}`);
  const events = eachEvent(family, (type, { data, needs, fields, also }) => {
    const { schema, data: body } = namesOf(family, type);
    const fieldsOf = {
      description: data ?? "Fields of the event.",
      "x-subject": `The data of \`${type}\``,
      "x-section": section,
      "x-needs": needs,
      "x-rule": inner.at(-1) ?? outer,
      "x-rules": { prefix: namesOf(family, type).ids, multipleOf: `${area}/amounts-in-whole-francs` },
      ...objectWith(fields, (field) => schemaOf(family, field)),
      ...also,
    };
    const narrowed = family.data.reduceRight<Json>(
      (within, property, depth) => ({
        type: "object",
        "x-rule": depth === 0 ? `${area}/envelope-body` : `${area}/envelope-${family.data[depth - 1] ?? ""}`,
        properties: { [property]: within },
      }),
      { $ref: `#/components/schemas/${body}` },
    );
    const whole = { allOf: [{ $ref: `#/components/schemas/${envelope.name}` }, narrowed] };
    return [
      [body, fieldsOf],
      [schema, { ...whole, "x-section": section, "x-needs": needs }],
    ];
  });
  return { [envelope.name]: envelope.schema, ...events };
}

function eachEvent(
  { events }: Family,
  of: (type: string, event: Event) => readonly (readonly [string, Json])[],
): Json {
  return Object.fromEntries(Object.entries(events).flatMap(([type, event]) => of(type, event)));
}

interface Names {
  /** The beginning of the ids of its rules. */
  readonly ids: string;
  readonly schema: string;
  readonly data: string;
  readonly operation: string;
}

/** `connect.refund.blocked` as `refund-blocked`, `RefundBlocked`, `RefundBlockedData` and `ConnectRefundBlocked`. */
function namesOf(family: Family, type: string): Names {
  const { area, without, suffix = "" } = family;
  const own = family.events[type]?.name ?? type;
  const words = (text: string): readonly string[] => text.split(/[._]/).filter((word) => word !== "");
  const pascal = (text: string): string =>
    words(text)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join("");
  const less = (beginning = ""): string => (own.startsWith(beginning) ? own.slice(beginning.length) : own);
  const schema = pascal(less(without.schemas));
  return {
    ids: `${area}/${words(less(without.ids)).join("-")}-`,
    schema: `${schema}${suffix}`,
    data: `${schema}Data`,
    operation: pascal(own),
  };
}

function schemaOf({ forms }: Family, field: Field): Json {
  if (typeof field !== "string") {
    const { form, ...own } = field;
    return { ...(form === undefined ? {} : forms[form]), ...own };
  }
  const { form, described } = partsOf(field);
  return { ...described, ...(form.endsWith("_") ? { ...forms["id"], pattern: `^${form}` } : forms[form]) };
}

/** The line of each rule that a file of events states, from 1: that of the field from which its id derives. */
export function linesOfEvents(text: string): ReadonlyMap<string, number> {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  const family = document.toJS() as Family;
  const lines = new Map<string, number>();
  for (const [type, { fields }] of Object.entries(family.events)) {
    const node = document.getIn(["events", type, "fields"]);
    const ids = idsOf({ "x-rules": namesOf(family, type).ids });
    if (!isMap(node)) continue;
    for (const { key } of node.items.filter(isPair)) {
      if (!isScalar(key)) continue;
      const field = fields[String(key.value)];
      if (field === undefined) continue;
      const schema = withIds(schemaOf(family, field), { ids, property: nameOf(String(key.value)) });
      for (const rule of [schema["x-rule"], ...Object.values((schema["x-value-rules"] ?? {}) as Json)])
        if (typeof rule === "string" && key.range) lines.set(rule, counter.linePos(key.range[0]).line);
    }
  }
  return lines;
}
