import { type Json, joinPath } from "../json.ts";
import { describe, typesOf } from "./describe.ts";
import { formatOf } from "./formats.ts";
import { type Bound, type NumberShape, type Shape, type StringShape, shapeOf } from "./shape.ts";

/** The kinds of faults that a field can have. */
export type FaultKind = "missing" | "type" | "null" | "empty" | "range" | "length" | "enum" | "format";

/** One fault of one field: data, so that a check can enumerate faults, name them and shrink them away. */
export interface Fault {
  /** Names the fault within its schema: field, kind and what is sent. */
  readonly id: string;
  readonly kind: FaultKind;
  /** The field that is wrong, dotted; an item of an array is its index (`items.0.price`). */
  readonly path: string;
  /** The JSON Schema keyword that the value breaks. */
  readonly keyword: string;
  /** What stands in the field instead. */
  readonly gives: string;
  /** What the field wants. */
  readonly expected: string;
  /** The rule name that the document shows for this refusal, or null: only the field can be expected then (§7.1). */
  readonly rule: string | null;
  /** Whether the field and all that it is in are required. */
  readonly required: boolean;
  /**
   * Whether a lenient reader may turn the value into a valid one (`"5000"` for 5000, null for absent). The document
   * says nothing against it, so a check that wants a certain refusal leaves these out.
   */
  readonly coercible: boolean;
  /** What replaces the field; undefined removes it. */
  readonly value: Json | undefined;
}

/**
 * Every single fault that a schema lets a value have, in the order of its fields.
 * @param options.root the document in which `$ref`s point
 * @throws UnsupportedSchemaError for a schema outside the supported subset
 */
export function faultsOf(schema: unknown, options: { readonly root?: unknown } = {}): Fault[] {
  return faultsIn(shapeOf(schema, options), "", true);
}

type Draft = Pick<Fault, "kind" | "keyword" | "gives" | "value"> & { readonly coercible?: boolean };

function faultsIn(shape: Shape, path: string, required: boolean): Fault[] {
  const own = [...typeFaults(shape), ...valueFaults(shape, path)].map((draft) =>
    complete(draft, shape, path, required),
  );
  if (shape.kind === "array") return [...own, ...faultsIn(shape.items, joinPath(path, "0"), required)];
  if (shape.kind !== "object") return own;
  const inner = [...shape.fields].flatMap(([name, field]) => {
    const at = joinPath(path, name);
    const nested = faultsIn(field.shape, at, required && field.required);
    if (!field.required) return nested;
    const missing: Draft = { kind: "missing", keyword: "required", gives: "nothing", value: undefined };
    return [complete(missing, field.shape, at, required), ...nested];
  });
  return [...own, ...inner];
}

function complete(draft: Draft, shape: Shape, path: string, required: boolean): Fault {
  const { kind, keyword, gives, value } = draft;
  return {
    id: `${path === "" ? "value" : path}: ${gives}`,
    kind,
    path,
    keyword,
    gives,
    expected: describe(shape),
    rule: kind === "missing" ? "required" : null,
    required,
    coercible: draft.coercible ?? (kind === "null" && !required),
    value,
  };
}

const SAMPLES: readonly { readonly type: string; readonly gives: string; readonly value: Json }[] = [
  { type: "string", gives: "a word", value: "abc" },
  { type: "number", gives: "a number", value: 12 },
  { type: "boolean", gives: "a boolean", value: true },
  { type: "array", gives: "an array", value: ["abc"] },
  { type: "object", gives: "an object", value: { abc: "abc" } },
];

/** Scalars that a lenient reader may take for one another: given type, wanted type. */
const LENIENT = new Set(["number>string", "boolean>string", "boolean>number", "number>boolean"]);

function typeFaults(shape: Shape): Draft[] {
  const types = typesOf(shape);
  if (types === null) return [];
  const wrong = SAMPLES.filter((sample) => !types.has(sample.type)).map((sample): Draft => {
    const coercible =
      shape.kind !== "enum" && [...types].some((type) => LENIENT.has(`${sample.type}>${type}`));
    return { kind: "type", keyword: keywordOf(shape), gives: sample.gives, value: sample.value, coercible };
  });
  if (types.has("number") && !types.has("string")) {
    wrong.push({
      kind: "type",
      keyword: "type",
      gives: "a number in quotes",
      value: "5000",
      coercible: true,
    });
  }
  if (types.has("boolean") && !types.has("string")) {
    wrong.push({
      kind: "type",
      keyword: "type",
      gives: "a boolean in quotes",
      value: "true",
      coercible: true,
    });
  }
  if (!types.has("null")) wrong.push({ kind: "null", keyword: keywordOf(shape), gives: "null", value: null });
  return wrong;
}

function valueFaults(shape: Shape, path: string): Draft[] {
  switch (shape.kind) {
    case "string":
      return stringFaults(shape, path);
    case "number":
      return numberFaults(shape);
    case "enum":
      return enumFaults(shape.values);
    case "array": {
      const few: Draft = { kind: "empty", keyword: "minItems", gives: "an empty array", value: [] };
      return shape.min > 0 ? [few] : [];
    }
    case "choice": {
      const branches = shape.branches.filter((branch) => branch.kind !== "null");
      const [only, ...others] = branches;
      return only === undefined || others.length > 0 ? [] : valueFaults(only, path);
    }
    case "object":
    case "boolean":
    case "null":
    case "any":
      return [];
  }
}

function stringFaults(shape: StringShape, path: string): Draft[] {
  const faults: Draft[] = [];
  const { min, max } = shape;
  const pattern = shape.pattern === null ? null : new RegExp(shape.pattern, "u");
  if (min > 0 || shape.format !== null || (pattern !== null && !pattern.test(""))) {
    const keyword = min > 0 ? "minLength" : shape.format !== null ? "format" : "pattern";
    faults.push({ kind: "empty", keyword, gives: "an empty text", value: "" });
  }
  if (shape.format !== null) {
    for (const { gives, value } of formatOf(shape.format, path).wrong) {
      faults.push({ kind: "format", keyword: "format", gives, value });
    }
  }
  if (pattern !== null) {
    const wrong = ["abc", "!", "~~~"].find((text) => !pattern.test(text));
    if (wrong !== undefined)
      faults.push({ kind: "format", keyword: "pattern", gives: "text of another form", value: wrong });
  }
  if (shape.format !== null || pattern !== null) return faults;
  if (min > 1)
    faults.push({
      kind: "length",
      keyword: "minLength",
      gives: "one character too few",
      value: "a".repeat(min - 1),
    });
  if (max !== null) {
    faults.push({
      kind: "length",
      keyword: "maxLength",
      gives: "one character too many",
      value: "a".repeat(max + 1),
    });
    faults.push({
      kind: "length",
      keyword: "maxLength",
      gives: "far too many characters",
      value: "a".repeat(max * 4 + 16),
    });
  }
  return faults;
}

function numberFaults(shape: NumberShape): Draft[] {
  const { min, max, step } = shape;
  const draft = (keyword: string, gives: string, value: number): Draft => ({
    kind: "range",
    keyword,
    gives,
    value,
  });
  const unit = step ?? 1;
  const faults: Draft[] = [];
  if (min !== null) {
    faults.push(draft(min.keyword, `${nearest(min, -unit)}, just too little`, nearest(min, -unit)));
    faults.push(draft(min.keyword, "far too little", min.value - 1_000 * unit));
  }
  if (max !== null) {
    faults.push(draft(max.keyword, `${nearest(max, unit)}, just too much`, nearest(max, unit)));
    faults.push(draft(max.keyword, "far too much", max.value + 1_000_000 * unit));
  }
  if (step !== null) {
    const value = Math.max(min?.value ?? unit, unit) + step / 2;
    const keyword = shape.integer ? "type" : "multipleOf";
    faults.push({ ...draft(keyword, "a fraction", value), coercible: shape.open });
  }
  return faults;
}

/** The value closest to a bound on its wrong side. */
function nearest(bound: Bound, outward: number): number {
  return bound.exclusive ? bound.value : bound.value + outward;
}

function enumFaults(values: readonly Json[]): Draft[] {
  const words = values.filter((value) => typeof value === "string");
  const [first] = words;
  if (first === undefined) return [];
  const faults: Draft[] = [];
  const draft = (gives: string, value: string): void => {
    if (!words.includes(value)) faults.push({ kind: "enum", keyword: "enum", gives, value });
  };
  draft("a value outside the list", "abc");
  draft("a listed value with a letter more", `${first}x`);
  const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  if (!words.includes(other)) {
    faults.push({
      kind: "enum",
      keyword: "enum",
      gives: "a listed value in other casing",
      value: other,
      coercible: true,
    });
  }
  if (!words.includes("")) faults.push({ kind: "empty", keyword: "enum", gives: "an empty text", value: "" });
  return faults;
}

function keywordOf(shape: Shape): string {
  return shape.kind === "enum" ? "enum" : "type";
}
