import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { type Document, isMap, isPair, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { type ProfileInput, withDefaults } from "./defaults.ts";
import { KEY_ROLES, type Keys, type Profile, type SecretSource } from "./types.ts";

/** A mistake of the user's: said in one line, ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const schemaFile = join(dirname(fileURLToPath(import.meta.url)), "../../spec/schemas/profile.schema.json");

/**
 * Reads a profile from YAML or JSON and fills in the defaults.
 * @throws UsageError that names the file, the line, the value and what is allowed
 */
export function loadProfile(file: string): Profile {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(
      `cannot read the profile ${file}: ${(error as NodeJS.ErrnoException).code ?? "unreadable"}`,
    );
  }
  return withDefaults(parseProfile(text, file));
}

/** @throws UsageError */
export function parseProfile(text: string, name: string): ProfileInput {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [syntax] = document.errors;
  if (syntax !== undefined) {
    throw new UsageError(`${name}:${lines.linePos(syntax.pos[0]).line}: not YAML or JSON: ${syntax.message}`);
  }
  const value = document.toJS() as unknown;
  const validate = new Ajv2020({ allErrors: true, verbose: true, strict: false }).compile(
    JSON.parse(readFileSync(schemaFile, "utf8")) as object,
  );
  if (!validate(value)) throw new UsageError(messageOf(validate.errors ?? [], { document, lines, name }));
  return value as ProfileInput;
}

function messageOf(
  errors: readonly ErrorObject[],
  source: { document: Document; lines: LineCounter; name: string },
): string {
  const pointed = errors.filter((error) => error.keyword !== "oneOf");
  return [...new Set(pointed.map((error) => lineOf(error, source)))].join("\n");
}

function lineOf(
  error: ErrorObject,
  source: { document: Document; lines: LineCounter; name: string },
): string {
  const unknown =
    error.keyword === "additionalProperties" ? String(error.params["additionalProperty"]) : null;
  const path = error.instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
  const offset = offsetOf(source.document.contents, unknown === null ? path : [...path, unknown]);
  const line = offset === null ? "" : `:${source.lines.linePos(offset).line}`;
  const where = [...path, ...(unknown === null ? [] : [unknown])].join(".") || "the profile";
  return `${source.name}${line}: ${where}: ${explain(error)}`;
}

function explain(error: ErrorObject): string {
  const given = JSON.stringify(error.data) ?? "nothing";
  switch (error.keyword) {
    case "additionalProperties": {
      const allowed = Object.keys((error.parentSchema?.["properties"] ?? {}) as object);
      return `unknown; allowed here: ${allowed.join(", ")}`;
    }
    case "required":
      return `${String(error.params["missingProperty"])} is missing`;
    case "enum":
      return `${given} is not allowed; allowed: ${(error.schema as unknown[]).map(String).join(", ")}`;
    case "type":
      return `${given} has to be of type ${String(error.params["type"])}`;
    case "pattern":
      return `${given} does not look as it has to (${String(error.params["pattern"])})`;
    default:
      return `${given} ${error.message ?? "is not allowed"}`;
  }
}

function offsetOf(node: unknown, path: readonly string[]): number | null {
  let current = node;
  let offset: number | null = (node as Node | null)?.range?.[0] ?? null;
  for (const part of path) {
    if (isMap(current)) {
      const pair = current.items.find(
        (item) => isPair(item) && String((item.key as { value?: unknown }).value) === part,
      );
      if (pair === undefined) return offset;
      offset = (pair.key as Node).range?.[0] ?? offset;
      current = pair.value;
    } else if (isSeq(current)) {
      current = current.items[Number(part)];
      offset = (current as Node | undefined)?.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}

/**
 * Reads the keys that a profile names. Absent variables are absent keys; a key of the wrong kind is a mistake.
 * @throws UsageError
 */
export function resolveKeys(profile: Profile, options: { env: NodeJS.ProcessEnv; folder: string }): Keys {
  const keys: Record<string, string> = {};
  for (const role of KEY_ROLES) {
    const source = profile.keys[role];
    const key = source === undefined ? undefined : read(source, options);
    if (key === undefined || key === "") continue;
    const prefix = role === "live" || role === "otherLive" ? "sk_live_" : "sk_test_";
    if (!key.startsWith(prefix)) {
      const live = key.startsWith("sk_live_")
        ? " It is a live key: name it under keys.live and admit it with --allow-live-key."
        : "";
      throw new UsageError(`the ${role} key from ${nameOf(source)} does not begin with ${prefix}.${live}`);
    }
    keys[role] = key;
  }
  return keys;
}

function read(source: SecretSource, options: { env: NodeJS.ProcessEnv; folder: string }): string | undefined {
  if ("env" in source) return options.env[source.env]?.trim();
  try {
    return readFileSync(resolve(options.folder, source.file), "utf8").trim();
  } catch (error) {
    throw new UsageError(
      `cannot read the key file ${source.file}: ${(error as NodeJS.ErrnoException).code ?? "unreadable"}`,
    );
  }
}

function nameOf(source: SecretSource | undefined): string {
  if (source === undefined) return "nowhere";
  return "env" in source ? `the environment variable ${source.env}` : `the file ${source.file}`;
}

/** sha256, hex, of the profile. It holds no secret: keys are named, not written. */
export function profileDigest(profile: Profile): string {
  return createHash("sha256").update(JSON.stringify(profile)).digest("hex");
}
