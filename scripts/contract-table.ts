/**
 * Compares the interface document with the public contract: operations, fields, error codes and events, and how much of the contract has
 * descriptions and examples. The document is not part of the repository; give its path as an argument or in PAYCONFORM_DOCUMENT.
 *
 *   npm run contract:table -- [DOCUMENT]
 */
import { existsSync, readFileSync } from "node:fs";
import { readPublicContract } from "../spec/index.ts";
import { isObject } from "../spec/json.ts";
import { table } from "./generate/page.ts";

type Dict = Record<string, unknown>;

/** One line of the table. */
export interface Line {
  readonly what: string;
  readonly documented: number;
  /** Names in the document that the contract lacks. */
  readonly missing: readonly string[];
}

/** The number of parts of the contract that should have a description or an example, and those that lack it. */
export interface Share {
  readonly what: string;
  readonly all: number;
  readonly without: readonly string[];
}

/** Attributes of a vendor that the document describes without the name of the field (§2.10). */
const NOT_SHOWN = new Set(["email", "mode"]);

/** Compares the text of the document with the contract. */
export function compare(document: string, contract: Dict): readonly Line[] {
  const text = JSON.stringify(contract);
  const paths = contract["paths"] as Record<string, Dict>;
  const operations = new Set(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => shape(`${method.toUpperCase()} ${path}`)),
    ),
  );
  const fields = new Set<string>();
  visitObjects(contract, (value) => {
    if (isObject(value["properties"])) for (const name of Object.keys(value["properties"])) fields.add(name);
    if (value["in"] !== undefined) fields.add(String(value["name"]));
  });
  const line = (what: string, names: readonly string[], has: (name: string) => boolean): Line => {
    const unique = [...new Set(names)].sort();
    return { what, documented: unique.length, missing: unique.filter((name) => !has(name)) };
  };
  return [
    line("operations", operationsOf(document), (name) => operations.has(name)),
    line("fields and parameters", fieldsOf(document), (name) => fields.has(name)),
    line("states", statesOf(document), (name) => new RegExp(`["\`]${name}["\`]`).test(text)),
    line("error codes", codesOf(document), (name) => text.includes(name)),
    line("events", eventsOf(document), (name) => Object.hasOwn(contract["webhooks"] as Dict, name)),
  ];
}

/** An operation without the names of its path parameters. */
function shape(operation: string): string {
  return operation.replace(/\{(?!checkout_base_url|base_url)[^}]+\}/g, "{}");
}

function operationsOf(document: string): readonly string[] {
  const whole = [
    ...document.matchAll(/\b(GET|POST|DELETE) (?:\{(?:checkout_)?base_url\})?(\/v1\/[\w/{}-]+)/g),
  ];
  const clocks = [...document.matchAll(/^\| (GET|POST|DELETE) (\/test-clocks[\w/{}-]*)/gm)];
  return [
    ...whole.map(([, method, path]) => shape(`${method} ${path}`)),
    ...clocks.map(([, method, path]) => shape(`${method} /v1/test-helpers${path}`)),
  ];
}

/** The first cells of the tables of §2 and §4, and the fields that §6 lists for each event. */
function fieldsOf(document: string): readonly string[] {
  const rows = [...between(document, "2", "3"), ...between(document, "4", "5")].flatMap((row) => {
    if (!/^\| [a-z]/.test(row) || /^\| (GET|POST|DELETE)/.test(row)) return [];
    return (row.split("|")[1] ?? "").trim().split(", ");
  });
  const events = between(document, "6", "7").flatMap((row) => {
    const data = /^\| (?:subscription|invoice|payment|connect)\..*\|([^|]*)\|$/.exec(row)?.[1] ?? "";
    return data
      .replace(/\([^)]*\)|`[^`]*`|(?:snake_case|camelCase):/g, "")
      .split(/[,;:{}/]|\band\b/)
      .map((name) => name.replace(/\[\]/g, "").trim());
  });
  return [...rows, ...events].filter((name) => /^[A-Za-z_]+$/.test(name) && !NOT_SHOWN.has(name));
}

/** The states in the first table of §3. */
function statesOf(document: string): readonly string[] {
  const rows = between(document, "3", "4");
  const end = rows.findIndex((row) => row.startsWith("Transitions"));
  const table = rows.slice(0, end < 0 ? rows.length : end).filter((row) => row.startsWith("| "));
  return [...table.join("\n").matchAll(/`([a-z_]+)`/g)].map(([, name = ""]) => name);
}

function codesOf(document: string): readonly string[] {
  const errors = between(document, "5", "9").join("\n");
  const found = [...errors.matchAll(/\b(?:connect\.[a-z_]+(?![a-z_.])|E_[A-Z_]+|[A-Z]+(?:_[A-Z]+)+)\b/g)];
  return found.map(([code]) => code).filter((code) => code !== "API_KEY");
}

function eventsOf(document: string): readonly string[] {
  return between(document, "6", "7").flatMap((row) => {
    if (!/^\| (subscription|invoice|payment|connect)\./.test(row)) return [];
    return (row.split("|")[1] ?? "").trim().split(" / ");
  });
}

/** The lines of a document from one chapter to another, without the latter. */
function between(document: string, from: string, to: string): readonly string[] {
  const lines = document.split("\n");
  const begin = lines.findIndex((line) => line.startsWith(`## ${from}.`));
  return lines.slice(
    begin,
    lines.findIndex((line) => line.startsWith(`## ${to}.`)),
  );
}

/** The shares of the contract that have descriptions and examples. */
export function shares(contract: Dict): readonly Share[] {
  const described: string[] = [];
  const exemplified: string[] = [];
  let properties = 0;
  let scalars = 0;
  const schemas = (contract["components"] as { schemas: Dict }).schemas;
  visitObjects(schemas, (value, where) => {
    if (!isObject(value["properties"])) return;
    for (const [name, property] of Object.entries(value["properties"])) {
      const place = `${where}/${name}`;
      const { description, examples, const: constant, enum: listed, type } = property as Dict;
      if (place.includes("/not/")) continue;
      properties += 1;
      if (description === undefined && constant === undefined) described.push(place);
      const scalar = [type]
        .flat()
        .some((one) => ["string", "integer", "number", "boolean"].includes(String(one)));
      if (!scalar) continue;
      scalars += 1;
      if (examples === undefined && constant === undefined && listed === undefined) exemplified.push(place);
    }
  });
  const parameters: string[] = [];
  const unsent: string[] = [];
  let parameterCount = 0;
  const media: string[] = [];
  const silent: string[] = [];
  let bodies = 0;
  let operations = 0;
  visitObjects({ paths: contract["paths"], webhooks: contract["webhooks"] }, (value, where) => {
    if (value["operationId"] !== undefined && value["responses"] !== undefined) {
      operations += 1;
      if (value["description"] === undefined) silent.push(where);
    }
    if (value["in"] !== undefined) {
      parameterCount += 1;
      if (value["description"] === undefined) parameters.push(where);
      if (value["example"] === undefined) unsent.push(where);
    }
    if (value["schema"] === undefined || value["in"] !== undefined) return;
    bodies += 1;
    if (Object.keys(value["examples"] ?? {}).length === 0) media.push(where);
  });
  return [
    { what: "operations and events with a description", all: operations, without: silent },
    { what: "parameters with a description", all: parameterCount, without: parameters },
    { what: "parameters with an example", all: parameterCount, without: unsent },
    { what: "properties with a description", all: properties, without: described },
    { what: "scalar properties with an example", all: scalars, without: exemplified },
    { what: "bodies with an example", all: bodies, without: media },
  ];
}

function visitObjects(value: unknown, visit: (value: Dict, where: string) => void, where = ""): void {
  if (Array.isArray(value)) value.forEach((entry, index) => visitObjects(entry, visit, `${where}/${index}`));
  if (!isObject(value)) return;
  visit(value, where);
  for (const [name, inner] of Object.entries(value))
    if (name !== "examples" && name !== "value") visitObjects(inner, visit, `${where}/${name}`);
}

function main(): number {
  const path = process.argv[2] ?? process.env["PAYCONFORM_DOCUMENT"];
  if (path !== undefined && !existsSync(path)) {
    console.error(`${path} does not exist; give the path of the interface document`);
    return 2;
  }
  const contract = readPublicContract();
  const lines = path === undefined ? [] : compare(readFileSync(path, "utf8"), contract);
  const listed = (names: readonly string[]): string => names.join(", ") || "none";
  const named = lines.map(({ what, documented, missing }) => [what, documented, listed(missing)]);
  const parts = shares(contract);
  const described = parts.map(({ what, all, without }) => [what, all, listed(without)]);
  console.log(table(["in the document", "named", "missing in the contract"], named));
  console.log(`\n${table(["in the contract", "all", "without"], described)}`);
  const gaps = [...lines.map(({ missing }) => missing), ...parts.map(({ without }) => without)];
  return gaps.every((names) => names.length === 0) ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) process.exitCode = main();
