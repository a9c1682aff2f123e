import { stringify } from "yaml";
import type { Examples } from "../examples/index.ts";
import { resolve } from "../../spec/json.ts";
import { exemplify } from "./field-examples.ts";
import { publicOperation, publicWebhook, schemaOf } from "./operations.ts";
import { refusalSchemas } from "./refusals.ts";
import { type Dict, mapValues, publicSchema } from "./schemas.ts";
import { share } from "./sharing.ts";
import type { ErrorWords, Words } from "./words.ts";

const METHODS = new Set(["get", "post", "put", "patch", "delete"]);

interface Sources {
  /** The bundled contract of the judge. */
  readonly document: Dict;
  readonly words: Words;
  readonly examples: Examples;
  /** Number of open points in the register. */
  readonly openCount: number;
}

/** The public contract: standard OpenAPI 3.1 with descriptions, examples and links, without what only the suite needs. */
export function publicContract(sources: Sources): Dict {
  const { document, words, examples } = sources;
  const { info, servers, security, tags, paths, webhooks, components } = document as Record<string, Dict>;
  const context = { document, words, examples };
  const operations = mapValues(paths ?? {}, (item) =>
    mapValues(item as Dict, (operation, method) =>
      METHODS.has(method) ? publicOperation(operation as Dict, context) : operation,
    ),
  );
  const hooks = mapValues(webhooks ?? {}, (item, type) =>
    publicWebhook(type, item as { post: Dict }, context),
  );
  const judged = { ...(components?.["schemas"] as Dict), ...refusalSchemas(words) };
  const schemas = {
    ...mapValues(judged, (schema, component) => publicSchema(schema as Dict, { component }, context)),
    ...eventSchemas(webhooks ?? {}, context),
  };
  refine(schemas, context);
  share(schemas, words);
  const contract: Dict = {
    openapi: document["openapi"],
    info: { ...info, contact: { name: "payconform" }, description: chapters(sources) },
    servers,
    security,
    tags,
    paths: operations,
    webhooks: hooks,
    components: {
      securitySchemes: components?.["securitySchemes"],
      schemas,
    },
  };
  exemplify(contract);
  return withoutUnused(contract);
}

/** The schemas of the events, which their summaries describe. */
function eventSchemas(webhooks: Dict, context: { document: Dict; words: Words }): Dict {
  return Object.fromEntries(
    Object.entries(webhooks as Record<string, { post: Dict }>).map(([type, { post }]) => {
      const { $ref: reference } = schemaOf(post["requestBody"] as Dict) as { $ref: string };
      const component = reference.split("/").at(-1) ?? "";
      const description = `${String(post["summary"])}: the event \`${type}\` in its envelope.`;
      const schema = resolve(context.document, { $ref: reference, description });
      return [component, publicSchema(schema, { component }, context)];
    }),
  );
}

function refine(schemas: Dict, context: { document: Dict; words: Words }): void {
  for (const { schema, narrows, description, further, set = {}, forms } of context.words.refinements) {
    const held = ((schemas[narrows ?? schema] as Dict)["properties"] ?? {}) as Record<string, Dict>;
    const publicly = (own: Dict): Dict =>
      mapValues(own, (value, name) => {
        const described = { description: held[name]?.["description"], ...(value as Dict) };
        return publicSchema(described, { component: schema }, context);
      });
    const properties = publicly(set);
    if (narrows !== undefined)
      schemas[schema] = {
        description,
        allOf: [{ $ref: `#/components/schemas/${narrows}` }, { type: "object", properties }],
      };
    else merge(schemas[schema] as Dict, properties);
    if (forms !== undefined) {
      const titled = forms.map(({ title, set: values }) => ({ title, properties: publicly(values) }));
      combine(schemas[schema] as Dict, titled);
    }
    if (further === true) (schemas[schema] as Dict)["additionalProperties"] = true;
  }
}

/** Adds keywords to properties of a schema, or of the part of its `allOf` that has them. */
function merge(schema: Dict, properties: Dict): void {
  const parts = [schema, ...((schema["allOf"] ?? []) as Dict[])];
  for (const [name, own] of Object.entries(properties)) {
    const holder =
      parts.find((part) => (part["properties"] as Dict | undefined)?.[name] !== undefined) ?? schema;
    const held = (holder["properties"] ?? {}) as Dict;
    holder["properties"] = { ...held, [name]: { ...(held[name] as Dict | undefined), ...(own as Dict) } };
  }
}

/** Lists the combinations of values of several properties. The properties themselves then list no values. */
function combine(schema: Dict, forms: readonly { title: string; properties: Dict }[]): void {
  const combined = new Set(forms.flatMap(({ properties }) => Object.keys(properties)));
  schema["properties"] = mapValues(schema["properties"] as Dict, (property, name) => {
    const { enum: _listed, ...rest } = property as Dict;
    return combined.has(name) ? rest : property;
  });
  schema["anyOf"] = forms;
}

function chapters({ words, examples, openCount }: Sources): string {
  const statuses = [...new Set(words.errors.map(({ status }) => status))].sort((one, other) => one - other);
  const lists = statuses.flatMap((status) => [
    `**${status}**`,
    "",
    ...words.errors.filter((error) => error.status === status).map(codeLine),
    "",
  ]);
  const hidden = examples.refusals
    .filter(({ code }) => words.errors.find((error) => error.code === code)?.about !== undefined)
    .map(({ response }) => `\`\`\`json\n${JSON.stringify(response, null, 2)}\n\`\`\``);
  const list = [...lists, "Bodies of operations whose routes are not shown:", "", ...hidden];
  return words.info.replace("{{errors}}", list.join("\n")).replace("{{openCount}}", String(openCount));
}

/** A line of the chapter on errors: what a code means, what to do, and what returns it. */
function codeLine({ code, means, action, about, operations }: ErrorWords): string {
  const by = about ?? operations.map((operation) => `\`${operation}\``).join(", ");
  return `- \`${code}\`: ${means} ${action} Returned by ${by}.`;
}

/** Removes the components that nothing refers to. */
function withoutUnused(contract: Dict): Dict {
  const components = contract["components"] as Record<string, Dict>;
  for (let before = -1, now = 0; before !== now;) {
    before = now;
    const used = new Set(JSON.stringify(contract).match(/#\/components\/\w+\/[\w-]+/g) ?? []);
    now = used.size;
    for (const kind of ["schemas", "parameters"])
      for (const name of Object.keys(components[kind] ?? {}))
        if (!used.has(`#/components/${kind}/${name}`)) delete components[kind]?.[name];
  }
  return contract;
}

/** Replaces every reference by what it refers to. */
function dereferenced(contract: Dict): Dict {
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== "object" || value === null) return value;
    const { $ref: reference, ...beside } = value as Dict;
    const target = typeof reference === "string" ? resolve(contract, { $ref: reference }) : {};
    return mapValues({ ...target, ...beside }, inline);
  };
  const { components, ...rest } = contract as { components: Dict };
  return { ...(inline(rest) as Dict), components: { securitySchemes: components["securitySchemes"] } };
}

/** The public files by name, as text. */
export function publicFiles(contract: Dict): Readonly<Record<string, string>> {
  const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;
  return {
    "public-openapi.json": json(contract),
    "public-openapi.yaml": stringify(contract, { aliasDuplicateObjects: false, lineWidth: 0 }),
    "public-openapi.dereferenced.json": json(dereferenced(contract)),
  };
}
