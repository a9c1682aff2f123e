import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { parseDocument } from "yaml";
import { isObject } from "../../spec/json.ts";

/** A fault in a hand-written file. The message names the file and says what to do. */
export class SourceFault extends Error {}

export type Entry = Readonly<Record<string, unknown>>;

/** Reads a YAML file that contains a list of objects. An empty file is an empty list. @throws SourceFault */
export function readList(root: string, path: string): readonly Entry[] {
  const value = readYaml(root, path) ?? [];
  if (!Array.isArray(value)) throw new SourceFault(`${path}: must be a list`);
  return value as Entry[];
}

/** Reads a YAML file that contains one object. @throws SourceFault */
export function readObject(root: string, path: string): Entry {
  const value = readYaml(root, path);
  if (!isObject(value)) throw new SourceFault(`${path}: must be an object`);
  return value;
}

function readYaml(root: string, path: string): unknown {
  const document = parseDocument(readFileSync(join(root, path), "utf8"));
  const fault = document.errors[0];
  if (fault !== undefined) throw new SourceFault(`${path}: ${fault.message}`);
  return document.toJS();
}

/** Names of the YAML files of a folder under the root, sorted. */
export function yamlFiles(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".yaml"))
    .sort();
}

/**
 * Validates each entry against a JSON Schema of `spec/schemas/`.
 * @returns one line per fault, with file, entry and place
 */
export function faultsOf(
  root: string,
  schemaName: string,
  path: string,
  entries: readonly Entry[],
): string[] {
  const validate = validatorOf(join(root, "spec/schemas", `${schemaName}.json`));
  return entries.flatMap((entry, index) => {
    if (validate(entry)) return [];
    const name = String(entry["id"] ?? entry["name"] ?? `entry ${index + 1}`);
    return (validate.errors ?? []).map((error) => `${path}: ${name}: ${describe(error)}`);
  });
}

/** The names that `about` can have in an area's file. */
export function subjectNames(root: string): readonly unknown[] {
  const schema = JSON.parse(readFileSync(join(root, "spec/schemas/area.json"), "utf8")) as {
    readonly $defs: {
      readonly acceptance: { readonly properties: { readonly about: { readonly enum: readonly unknown[] } } };
    };
  };
  return schema.$defs.acceptance.properties.about.enum;
}

const validators = new Map<string, ValidateFunction>();

/** The validator of a schema, compiled once for all files. */
function validatorOf(path: string): ValidateFunction {
  const known = validators.get(path);
  if (known !== undefined) return known;
  const schema = JSON.parse(readFileSync(path, "utf8")) as object;
  const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);
  validators.set(path, validate);
  return validate;
}

function describe(error: ErrorObject): string {
  const extra =
    error.keyword === "additionalProperties" ? ` (${String(error.params["additionalProperty"])})` : "";
  return `${error.instancePath || "the entry"} ${error.message ?? error.keyword}${extra}`;
}
