import addFormatsModule from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../spec/json.ts";
import { command, complaints, type Dict, load, root, run, type Subject } from "./tools.ts";

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

type Check = (subject: Subject) => Promise<readonly string[]>;

/** Redocly's strict rules. */
export const redocly: Check = async ({ json, yaml, folder }) => {
  // Additional fields are permitted everywhere, and the examples contain those of the emulator.
  const examples = { severity: "error", allowAdditionalProperties: true };
  const rules = { "no-invalid-media-type-examples": examples };
  const config = join(folder, "redocly.yaml");
  writeFileSync(config, JSON.stringify({ extends: ["recommended-strict"], rules, telemetry: "off" }));
  return complaints(await run(command("redocly"), ["lint", "--config", config, json, yaml]));
};

/** Spectral's rules for OpenAPI, including hints. */
export const spectral: Check = async ({ json, yaml }) => {
  const rules = join(root, "tools/contract/spectral.yaml");
  const args = ["lint", json, yaml, "--ruleset", rules, "--fail-severity", "hint", "--quiet"];
  return complaints(await run(command("spectral"), args));
};

/** Validation against the schema of OpenAPI, and resolution of references, by Swagger Parser. */
export const swaggerParser: Check = async ({ json, yaml, dereferenced }) => {
  const parser = (await load("@apidevtools/swagger-parser")) as { validate(file: string): Promise<unknown> };
  const outcomes = await Promise.allSettled([json, yaml, dereferenced].map((file) => parser.validate(file)));
  return outcomes.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
};

/** TypeScript types for a client, compiled strictly. */
export const types: Check = async ({ json, folder }) => {
  const file = join(folder, "contract.ts");
  const made = complaints(await run(command("openapi-typescript"), [json, "--output", file], folder));
  if (made.length > 0) return made;
  return complaints(await run(command("tsc"), ["--noEmit", "--strict", file], folder));
};

/** AJV in strict mode with the usual formats: every schema must compile without a warning and accept its examples. */
export const ajv: Check = async ({ dereferenced }) => {
  const found: string[] = [];
  const collect = (...args: unknown[]): void => void found.push(args.map(String).join(" "));
  const logger = { log: collect, warn: collect, error: collect };
  const validator = new Ajv2020({ logger, allErrors: true });
  addFormats(validator);
  for (const { place, schema, examples } of bodies(JSON.parse(readFileSync(dereferenced, "utf8")))) {
    try {
      const validate = validator.compile(schema);
      for (const [name, { value }] of Object.entries(examples))
        if (!validate(value)) found.push(`${place} ${name}: ${validator.errorsText(validate.errors)}`);
    } catch (error) {
      found.push(`${place}: ${String(error)}`);
    }
  }
  return found;
};

interface Body {
  readonly place: string;
  readonly schema: Dict;
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}

function bodies(value: unknown, place = ""): readonly Body[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => bodies(entry, `${place}/${index}`));
  if (!isObject(value)) return [];
  const { schema, examples } = value as { schema?: Dict; examples?: Body["examples"] };
  const here = isObject(schema) ? [{ place, schema, examples: isObject(examples) ? examples : {} }] : [];
  return [...here, ...Object.entries(value).flatMap(([name, inner]) => bodies(inner, `${place}/${name}`))];
}
