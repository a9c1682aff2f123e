/** Walks the bundled contract: what it annotates, and which constraints of its answers and events no rule owns. */

import { documentedOperations, resolve } from "../../spec/json.ts";

type Dict = Readonly<Record<string, unknown>>;

const STRUCTURE = new Set(["type", "required", "properties", "items", "$ref", "allOf"]);
const PROSE = new Set(["description", "title", "examples", "default", "deprecated", "readOnly"]);
const OWNED_BY_VALUE_RULES = [
  "format",
  "pattern",
  "const",
  "enum",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "not",
  "propertyNames",
];

interface Operation {
  readonly where: string;
  readonly value: Dict;
}

interface Walk {
  readonly operations: readonly Operation[];
  /** Every rule id that the contract annotates, with the first place. */
  readonly annotated: ReadonlyMap<string, string>;
  /** Every `x-open` of the document, wherever it is. */
  readonly open: ReadonlyMap<string, string>;
  /** Constraints without an owner, owners without a constraint, keywords that answers may not use. */
  readonly faults: readonly string[];
}

export function walkContract(document: Dict): Walk {
  const annotated = new Map<string, string>();
  const open = new Map<string, string>();
  const faults: string[] = [];
  const operations: Operation[] = [];
  const own = (id: unknown, where: string): void => {
    if (typeof id === "string") annotated.set(id, annotated.get(id) ?? where);
    else faults.push(`${where}: an annotation is no rule id`);
  };

  const schema = (raw: unknown, where: string, required: boolean): void => {
    const value = resolve(document, raw as Dict);
    const valueRules = (value["x-value-rules"] ?? {}) as Dict;
    if (value["x-rule"] !== undefined) own(value["x-rule"], where);
    else if (required || value["type"] !== undefined) faults.push(`${where}: no rule owns presence and type`);
    if (value["x-rule"] !== undefined && value["type"] === undefined && !required)
      faults.push(`${where}: optional and untyped, so its rule cannot fail`);
    if (value["additionalProperties"] === false) faults.push(`${where}: further fields are permitted`);
    for (const keyword of OWNED_BY_VALUE_RULES) {
      if (value[keyword] !== undefined && valueRules[keyword] === undefined)
        faults.push(`${where}: no rule owns ${keyword}`);
    }
    for (const [keyword, rule] of Object.entries(valueRules)) {
      own(rule, `${where} ${keyword}`);
      if (value[keyword] === undefined)
        faults.push(`${where}: ${String(rule)} owns ${keyword}, which is not there`);
    }
    for (const keyword of Object.keys(value)) {
      if (STRUCTURE.has(keyword) || PROSE.has(keyword) || keyword.startsWith("x-")) continue;
      if (!OWNED_BY_VALUE_RULES.includes(keyword)) faults.push(`${where}: ${keyword} is not used in answers`);
    }
    const properties = (value["properties"] ?? {}) as Dict;
    const names = (value["required"] ?? []) as readonly string[];
    for (const name of names)
      if (properties[name] === undefined) faults.push(`${where}/${name}: required, not described`);
    for (const [name, inner] of Object.entries(properties))
      schema(inner, `${where}/${name}`, names.includes(name));
    for (const [index, inner] of ((value["allOf"] ?? []) as readonly Dict[]).entries()) {
      schema(inner, `${where} part ${index + 1}`, false);
    }
    if (value["items"] !== undefined) schema(value["items"], `${where}/*`, false);
  };

  const json = (holder: Dict): unknown =>
    (holder["content"] as Record<string, Dict> | undefined)?.["application/json"]?.["schema"];

  for (const { path, method, operation } of documentedOperations(document)) {
    const where = `${method} ${path}`;
    operations.push({ where, value: operation });
    own(operation["x-status-rule"], `${where} status`);
    let hasBody = false;
    for (const [status, response] of Object.entries((operation["responses"] ?? {}) as Record<string, Dict>)) {
      const body = json(resolve(document, response));
      if (body === undefined) continue;
      hasBody = true;
      schema(body, `${where} ${status}`, false);
    }
    if (hasBody) own(operation["x-content-type-rule"], `${where} content type`);
  }
  for (const [name, hook] of Object.entries((document["webhooks"] ?? {}) as Record<string, Dict>)) {
    const body = (hook["post"] as Dict | undefined)?.["requestBody"] as Dict | undefined;
    const inner = body === undefined ? undefined : json(resolve(document, body));
    if (inner === undefined) faults.push(`webhook ${name}: no JSON body`);
    else schema(inner, `webhook ${name}`, false);
  }
  collectOpen(document, "#", open);
  return { operations, annotated, open, faults };
}

function collectOpen(value: unknown, where: string, open: Map<string, string>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === "x-open") {
      for (const id of Array.isArray(inner) ? inner : [inner]) open.set(String(id), where);
    } else collectOpen(inner, `${where}/${name}`, open);
  }
}
