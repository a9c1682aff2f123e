import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import { isObject, resolve } from "../../spec/json.ts";
import { cut, show } from "../plain.ts";
import { isTimestamp, readIso } from "../timestamps.ts";

// Under NodeNext the CommonJS default export arrives as the module's namespace.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** A zone that is UTC or absent. */
const IN_UTC = /^(Z|[+-]00(:?00)?)?$/;

/** Whether a text is an ISO 8601 date or timestamp in UTC or without a zone. */
function inUtc(text: string): boolean {
  const read = readIso(text);
  return read !== null && IN_UTC.test(read.zone);
}

/** One error of a value against a schema, with the rule that owns it. */
export interface SchemaFault {
  readonly rule: string | null;
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
  readonly symptom: {
    /** The path without positions in lists. */
    readonly field: string;
    readonly fault: "absent" | "type" | "value";
    readonly expected: string;
    readonly actual: string;
  };
}

interface SchemaVerdict {
  readonly faults: readonly SchemaFault[];
  /** Rules that this value could have violated. */
  readonly exercised: ReadonlySet<string>;
  /** Rules of what this value leaves null, absent or empty. Some of them may be exercised elsewhere in it. */
  readonly leftOut: ReadonlySet<string>;
  /** Rules of what is hidden in this value. Some of them may be exercised elsewhere in it. */
  readonly hidden: ReadonlySet<string>;
}

/** Whether something else is shown in place of a value or of a name. */
type IsHidden = (value: unknown) => boolean;

export type SchemaJudge = (value: unknown, isHidden?: IsHidden) => SchemaVerdict;

/**
 * Compiles a contract's schemas so that each fault names the rule that owns it (`x-rule` for presence and type,
 * `x-value-rules` for every other keyword), and each validation reports which rules it exercised.
 */
export function schemaJudges(document: unknown): (schema: object) => SchemaJudge {
  const nothing: IsHidden = () => false;
  const recorder: Recorder = {
    exercised: new Set(),
    leftOut: new Set(),
    hidden: new Set(),
    isHidden: nothing,
  };
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    // `1e999` is parsed as infinity, which is not an amount.
    strictNumbers: true,
    validateFormats: true,
    multipleOfPrecision: 6,
    // Tests validate the contract's schemas; compiling the meta-schema would take longer than everything else.
    validateSchema: false,
    meta: false,
  });
  addFormats(ajv);
  ajv.addFormat("iso-8601", isTimestamp);
  ajv.addFormat("iso-8601-offset", (text: string) => isTimestamp(text) && readIso(text)?.zone !== "");
  ajv.addFormat("iso-8601-utc", (text: string) => isTimestamp(text) && inUtc(text));
  ajv.addFormat("iso-8601-utc-or-day", inUtc);
  ajv.addKeyword({
    keyword: "x-exercises",
    validate: (rules: Exercises, value: unknown) => {
      record(recorder, rules, value);
      return true;
    },
  });
  const prepared = new Map<object, ValidateFunction>();
  return (schema) => {
    let validate = prepared.get(schema);
    if (validate === undefined) {
      validate = ajv.compile(prepare(document, schema) as object);
      prepared.set(schema, validate);
    }
    const compiled = validate;
    return (value, isHidden = nothing) => {
      recorder.exercised = new Set();
      recorder.leftOut = new Set();
      recorder.hidden = new Set();
      recorder.isHidden = isHidden;
      compiled(value);
      const shown = (compiled.errors ?? []).filter(({ data }) => !hides(data, isHidden));
      return {
        faults: ownFaults(shown).map(faultOf),
        exercised: recorder.exercised,
        leftOut: recorder.leftOut,
        hidden: recorder.hidden,
      };
    };
  };
}

type Dict = Record<string, unknown>;

interface Exercises {
  /** Judged if the value is present. */
  readonly type: string | null;
  /** Judged if the value is not null. */
  readonly values: readonly string[];
  /** Judged if the value is an object. */
  readonly required: readonly string[];
  /** All rules of each member, at any depth: left out if the member is absent. */
  readonly members: readonly (readonly [name: string, rules: readonly string[]])[];
  /** All rules of the entries, at any depth: left out if the list is empty. */
  readonly entries: readonly string[];
}

interface Recorder {
  exercised: Set<string>;
  leftOut: Set<string>;
  hidden: Set<string>;
  isHidden: IsHidden;
}

/** Whether a value is hidden, or the name of one of its members. */
const hides = (value: unknown, isHidden: IsHidden): boolean =>
  isHidden(value) || (isObject(value) && Object.keys(value).some(isHidden));

function record(recorder: Recorder, rules: Exercises, value: unknown): void {
  const { leftOut } = recorder;
  const exercised = hides(value, recorder.isHidden) ? recorder.hidden : recorder.exercised;
  const leave = (left: readonly string[]): void => {
    for (const rule of left) leftOut.add(rule);
  };
  if (rules.type !== null) exercised.add(rules.type);
  if (recorder.isHidden(value)) {
    for (const rule of [...rules.values, ...rules.members.flatMap(([, inner]) => inner), ...rules.entries])
      recorder.hidden.add(rule);
    return;
  }
  if (value === null) {
    leave(rules.values);
    for (const [, inner] of rules.members) leave(inner);
    leave(rules.entries);
    return;
  }
  for (const rule of rules.values) exercised.add(rule);
  if (isObject(value)) {
    for (const rule of rules.required) exercised.add(rule);
    for (const [name, inner] of rules.members) if (!(name in value)) leave(inner);
  } else if (Array.isArray(value) && value.length === 0) leave(rules.entries);
}

/** A copy of the schema with references inlined and the rules that each location exercises. */
function prepare(document: unknown, schema: unknown, depth = 0): unknown {
  if (depth > 40) throw new Error("a schema of the contract refers to itself");
  if (Array.isArray(schema)) return schema.map((entry) => prepare(document, entry, depth + 1));
  if (typeof schema !== "object" || schema === null) return schema;
  const source = resolve(document, schema as Dict);
  const copy: Dict = {};
  for (const [keyword, value] of Object.entries(source)) {
    if (["example", "examples", "x-example-values", "description", "title", "default"].includes(keyword))
      continue;
    if (NAMED.has(keyword)) {
      copy[keyword] = Object.fromEntries(
        Object.entries(value as Dict).map(([name, inner]) => [name, prepare(document, inner, depth + 1)]),
      );
    } else if (DATA.has(keyword)) copy[keyword] = value;
    else copy[keyword] = prepare(document, value, depth + 1);
  }
  copy["x-exercises"] = exercisesOf(copy);
  return copy;
}

function exercisesOf(schema: Dict): Exercises {
  const properties = (schema["properties"] ?? {}) as Record<string, Dict>;
  const required = (schema["required"] as string[] | undefined) ?? [];
  return {
    type: (schema["x-rule"] as string | undefined) ?? null,
    values: Object.values((schema["x-value-rules"] ?? {}) as Record<string, string>),
    required: required.flatMap((name) => {
      const rule = properties[name]?.["x-rule"];
      return typeof rule === "string" ? [rule] : [];
    }),
    members: Object.entries(properties).map(([name, inner]) => [name, rulesIn(inner)] as const),
    entries: rulesIn(schema["items"]),
  };
}

/** Keywords whose value is data, not schemas. */
const DATA = new Set(["enum", "const", "required", "type", "x-rule", "x-value-rules"]);
/** Keywords whose value has a schema for each name. */
const NAMED = new Set(["properties", "patternProperties", "$defs"]);

/** The rules of a prepared schema, at any depth. */
function rulesIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(rulesIn);
  if (!isObject(schema)) return [];
  const { "x-exercises": own, ...keywords } = schema as Dict & { readonly "x-exercises"?: Exercises };
  const below = Object.entries(keywords).flatMap(([keyword, inner]) => {
    if (DATA.has(keyword)) return [];
    return NAMED.has(keyword) ? Object.values(inner as Dict).flatMap(rulesIn) : rulesIn(inner);
  });
  return own === undefined ? below : [...(own.type === null ? [] : [own.type]), ...own.values, ...below];
}

/** A value of the wrong type violates only its type rule, not the other keywords of its schema. */
function ownFaults(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const mistyped = new Set(
    errors.filter((error) => error.keyword === "type").map((error) => error.instancePath),
  );
  return errors.filter((error) => error.keyword === "type" || !mistyped.has(error.instancePath));
}

function faultOf(error: ErrorObject): SchemaFault {
  const schema = (error.parentSchema ?? {}) as Dict;
  const path = error.instancePath;
  const actual = error.keyword === "required" ? "absent" : show(error.data, 200);
  if (error.keyword === "required") {
    const name = String((error.params as { missingProperty: string }).missingProperty);
    const property = ((schema["properties"] ?? {}) as Record<string, Dict>)[name];
    return {
      rule: (property?.["x-rule"] as string | undefined) ?? (schema["x-rule"] as string | undefined) ?? null,
      path: `${path}/${name}`,
      expected: `${path}/${name} to be present`,
      actual: "it is absent",
      symptom: { field: fieldOf(`${path}/${name}`), fault: "absent", expected: "there", actual: "absent" },
    };
  }
  const valueRules = (schema["x-value-rules"] ?? {}) as Record<string, string>;
  const rule = valueRules[error.keyword] ?? (schema["x-rule"] as string | undefined) ?? null;
  const unwanted = unwantedOf(error);
  if (unwanted !== null)
    return {
      rule,
      path: `${path}/${unwanted.name}`,
      expected: `no ${path}/${unwanted.name}`,
      actual: `it is ${show(unwanted.value, 200)}`,
      symptom: {
        field: fieldOf(`${path}/${unwanted.name}`),
        fault: "value",
        expected: "absent",
        actual: cut(show(unwanted.value, 200), 80),
      },
    };
  const expected = `${error.message ?? error.keyword}${hintOf(error)}`;
  return {
    rule,
    path,
    expected: `${path === "" ? "the body" : path}: ${expected}`,
    actual: `it is ${actual}`,
    symptom: {
      field: fieldOf(path),
      fault: error.keyword === "type" ? "type" : "value",
      expected,
      actual: error.keyword === "type" ? typeOf(error.data) : cut(actual, 80),
    },
  };
}

/** The member that an object must not have; null if the schema forbids something else. */
function unwantedOf(error: ErrorObject): { readonly name: string; readonly value: unknown } | null {
  const { required } = (error.keyword === "not" ? error.schema : {}) as { readonly required?: unknown };
  const [name] = Array.isArray(required) ? (required as readonly unknown[]) : [];
  return typeof name === "string" && isObject(error.data) ? { name, value: error.data[name] } : null;
}

/** A pointer with `*` for each position in a list. */
function fieldOf(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `${typeof value === "object" ? "an" : "a"} ${typeof value}`;
}

function hintOf(error: ErrorObject): string {
  if (error.keyword === "enum" || error.keyword === "const") return ` ${JSON.stringify(error.schema)}`;
  return "";
}
