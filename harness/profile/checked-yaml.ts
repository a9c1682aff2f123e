import { messageOf, cut } from "../plain.ts";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type * as Yaml from "yaml";
import type { Document, LineCounter, Node } from "yaml";
import { didYouMean, similar } from "./suggest.ts";
import { readingProblem, UsageError } from "./usage-error.ts";

const require = createRequire(import.meta.url);

/** Loaded with the first file: most runs of one rule read none, and loading the parser takes as long as judging it. */
const yaml = (): typeof Yaml => require("yaml") as typeof Yaml;

/** A file's value with the line of each of its settings. */
export interface CheckedYaml<T> {
  readonly value: T;
  /** What the schema refuses: the mistakes, and the path of each. */
  readonly mistakes: readonly string[];
  readonly refused: readonly (readonly string[])[];
  /** "payconform.yaml:7" for the part at a path; without a line where there is none. */
  readonly at: (path: readonly string[]) => string;
}

/** @throws UsageError that names the file and the reason */
export function readTextFile(file: string, what: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const isAbsent = ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
    const advice = isAbsent ? WHERE_FROM[what] : undefined;
    const rest = advice === undefined ? "" : `; ${advice}`;
    throw new UsageError(`cannot read ${what} ${file}: ${readingProblem(error)}${rest}`);
  }
}

/** Where the files that are not there come from. */
const WHERE_FROM: Readonly<Record<string, string>> = {
  "the profile": "`payconform init` writes one",
  "the baseline": "`payconform baseline write` writes one",
  "the gate": "docs/ci.md describes its form",
  "the recorded violation": "a run writes one for each violation, to `replays` in its --out folder",
  "the results of a run in": "give the --out folder of a run",
};

/** A file's name for messages, and the schema of `spec/schemas/` that users' files have, or another validator. */
interface Options {
  readonly name: string;
  readonly schema: string | ValidateFunction;
}

/**
 * Parses YAML or JSON and validates it.
 * @throws UsageError with a line for each mistake: file, line, path, value, what is allowed
 */
export function parseChecked<T>(text: string, options: Options): CheckedYaml<T> {
  const checked = checkYaml<T>(text, options);
  if (checked.mistakes.length > 0) throw new UsageError(listed(checked.mistakes));
  return checked;
}

/**
 * As {@link parseChecked}, but returns the mistakes of the schema.
 * @throws UsageError if the text is no YAML
 */
export function checkYaml<T>(text: string, options: Options): CheckedYaml<T> {
  const { name, schema } = options;
  const deep = lineOfDeepNesting(text);
  if (deep !== null)
    throw new UsageError(
      `${name}:${deep}: more than ${DEEPEST} levels of lists and mappings; close the brackets, or take levels away`,
    );
  const { LineCounter, parseDocument } = yaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [syntax] = document.errors;
  if (syntax !== undefined) {
    const at = `${name}:${lines.linePos(syntax.pos[0]).line}`;
    if (syntax.code === "DUPLICATE_KEY") {
      const setting = /^[\w."'-]+/.exec(text.slice(syntax.pos[0]))?.[0] ?? "a setting";
      throw new UsageError(`${at}: ${setting} is set twice; leave one of the two`);
    }
    const why = syntax.code === "MULTIPLE_DOCS" ? "several documents in one file" : syntax.message;
    throw new UsageError(`${at}: not YAML or JSON: ${why}`);
  }
  const value = plain(document, name);
  const source: Source = { document, lines, name };
  const validate = typeof schema === "string" ? validatorOf(schema) : schema;
  const errors = validate(value) ? [] : (validate.errors ?? []);
  return {
    value: value as T,
    mistakes: mistakesOf(errors, source),
    refused: errors.map(pathOf),
    at: (path) => locationOf(path, source),
  };
}

function validatorOf(schema: string): ValidateFunction {
  const validators = require("../../spec/generated/validators.cjs") as Readonly<
    Record<string, ValidateFunction>
  >;
  const validate = validators[schema];
  if (validate === undefined) throw new Error(`spec/generated has no validator for ${schema}`);
  return validate;
}

/** No valid file has ten. */
const DEEPEST = 100;

/**
 * The first line with too many levels. The YAML parser is recursive and a stack overflow can end the process, so this counts
 * levels roughly: by open brackets and by indentation.
 */
function lineOfDeepNesting(text: string): number | null {
  let open = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const beginning = line.search(/[^\s?-]/);
    if ((beginning === -1 ? line.trimEnd().length : beginning) > 2 * DEEPEST) return index + 1;
    for (const character of line) {
      if (character === "[" || character === "{") open += 1;
      else if (character === "]" || character === "}") open -= 1;
      if (open > DEEPEST) return index + 1;
    }
  }
  return null;
}

/** The parser refuses exponential aliases; this is a mistake in the file like any other. */
function plain(document: Document, name: string): unknown {
  try {
    return document.toJS() as unknown;
  } catch (error) {
    const why = messageOf(error);
    throw new UsageError(`${name}: not usable YAML: ${why}`);
  }
}

interface Source {
  readonly document: Document;
  readonly lines: LineCounter;
  readonly name: string;
}

function locationOf(path: readonly string[], source: Source): string {
  const offset = offsetOf(source.document.contents, path);
  return offset === null ? source.name : `${source.name}:${source.lines.linePos(offset).line}`;
}

/** Errors that add nothing to other errors of the same location. */
const CHOICES = ["oneOf", "anyOf", "if", "propertyNames"];

function mistakesOf(errors: readonly ErrorObject[], source: Source): readonly string[] {
  const pointed = errors.filter((error) => !CHOICES.includes(error.keyword));
  const relevant = pointed.length > 0 ? pointed : errors;
  // Each message contains a value, which may be the whole file: only the shown ones are built.
  const lines = new Set(relevant.slice(0, MOST_MISTAKES).map((error) => lineOf(error, source)));
  const rest = relevant.slice(MOST_MISTAKES).map(({ instancePath }) => instancePath);
  return [...lines, ...rest];
}

/** How many mistakes are listed. */
const MOST_MISTAKES = 50;

/** The first mistakes, one a line, and how many more there are. */
export function listed(mistakes: readonly string[]): string {
  const more = mistakes.length - MOST_MISTAKES;
  return [...mistakes.slice(0, MOST_MISTAKES), ...(more > 0 ? [`… and ${more} more`] : [])].join("\n");
}

/** The path of an error, with the name that is not allowed there. */
function pathOf(error: ErrorObject): readonly string[] {
  const unknown =
    error.keyword === "additionalProperties" ? String(error.params["additionalProperty"]) : null;
  const badName = error.keyword === "propertyNames" ? String(error.params["propertyName"]) : null;
  const below = unknown ?? badName ?? error.propertyName ?? null;
  const path = error.instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
  return below === null ? path : [...path, below];
}

function lineOf(error: ErrorObject, source: Source): string {
  const whole = pathOf(error);
  const secret = whole.some((part) => SECRET_PARTS.includes(part));
  const given = secret ? "the value (not shown: it may be a secret)" : shown(error.data);
  return `${locationOf(whole, source)}: ${whole.join(".") || "the whole file"}: ${explain(error, given)}`;
}

/** Settings that may contain a secret by mistake, instead of its source. */
const SECRET_PARTS = ["keys", "credentials"];

function shown(value: unknown): string {
  const text = (JSON.stringify(value) ?? "nothing").replace(/sk_(test|live)_[A-Za-z0-9_-]+/g, "[redacted]");
  return cut(text, 120);
}

/** The mistake of an unknown name, with the name that may be meant. */
export function unknownName(name: string, allowed: readonly string[]): string {
  const [meant] = similar(name, allowed);
  const list = allowed.length === 0 ? "none" : allowed.join(", ");
  return meant === undefined
    ? `unknown; allowed here: ${list}`
    : `unknown; did you mean ${meant}? Allowed here: ${list}`;
}

function explain(error: ErrorObject, given: string): string {
  switch (error.keyword) {
    case "additionalProperties": {
      const allowed = Object.keys((error.parentSchema?.["properties"] ?? {}) as object);
      return unknownName(String(error.params["additionalProperty"]), allowed);
    }
    case "propertyNames":
      return "this name is not allowed";
    case "required":
      return `${String(error.params["missingProperty"])} is missing`;
    case "dependentRequired":
      return `${String(error.params["missingProperty"])} is missing, which ${String(error.params["property"])} asks for`;
    case "enum":
      return `${given} is not allowed${choice(error.data, (error.schema as unknown[]).map(String))}`;
    case "const":
      return `${given} is not allowed; allowed: ${String(error.schema)}`;
    case "type":
      return `${error.data === null ? "nothing is set: it" : given} has to be ${typesIn(error.schema)}${partsOf(error.parentSchema) || exampleOf(error)}`;
    case "pattern":
      return `${given} is not allowed; allowed: ${String(error.parentSchema?.["description"] ?? `what matches ${String(error.params["pattern"])}`)}`;
    case "minProperties":
    case "maxProperties":
      return `${given} has to have exactly one of: ${Object.keys((error.parentSchema?.["properties"] ?? {}) as object).join(", ")}`;
    case "minimum":
      return `${given} is not allowed; allowed: at least ${String(error.schema)}`;
    case "exclusiveMinimum":
      return `${given} is not allowed; allowed: above ${String(error.schema)}`;
    case "maximum":
      return `${given} is not allowed; allowed: at most ${String(error.schema)}`;
    case "minLength":
    case "minItems":
      return error.schema === 1
        ? `${given} is empty; give at least one`
        : `${given} is too short; give at least ${String(error.schema)} ${error.keyword === "minItems" ? "entries" : "characters"}`;
    default:
      return `${given} ${error.message ?? "is not allowed"}`;
  }
}

/** The names among which one may be meant, if there are too many to list; otherwise all of them. */
function choice(given: unknown, allowed: readonly string[]): string {
  const meant = allowed.length > MOST_LISTED ? similar(String(given), allowed) : [];
  return meant.length > 0 ? didYouMean(meant) : `; allowed: ${allowed.join(", ")}`;
}

/** How many allowed names are listed when a similar one may be meant. */
const MOST_LISTED = 40;

/** One value where a list has to be. */
function exampleOf({ schema, data }: ErrorObject): string {
  const isOne = schema === "array" && typeof data === "string" && /^[\w./*-]{1,60}$/.test(data);
  return isOne ? `, such as [${data}]` : "";
}

/** Names of types for messages. */
const TYPES: Readonly<Record<string, string>> = {
  object: "a mapping",
  array: "a list",
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
};

function typesIn(schema: unknown): string {
  return (Array.isArray(schema) ? schema : [schema])
    .map((type) => TYPES[String(type)] ?? String(type))
    .join(" or ");
}

/** What a mapping may have. */
function partsOf(schema: unknown): string {
  const { properties = {}, items } = (schema ?? {}) as {
    properties?: object;
    items?: { enum?: readonly string[] };
  };
  const names = items?.enum ?? Object.keys(properties);
  return names.length === 0 ? "" : `; allowed in it: ${names.join(", ")}`;
}

function offsetOf(node: unknown, path: readonly string[]): number | null {
  const { isMap, isPair, isSeq } = yaml();
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
