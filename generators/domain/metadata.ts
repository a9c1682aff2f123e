import * as fc from "fast-check";
import { isObject } from "../../spec/json.ts";
import { type Classified, classified } from "../classified.ts";
import { type Json, type JsonObject } from "../json.ts";
import { isUnicode, texts } from "./text.ts";

/** Names that careless programs take for a part of the language. */
const PROTOTYPE_LIKE = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];

/** How free the metadata are. */
export interface MetadataOptions {
  /**
   * `flat` (the default): keys with texts, numbers and booleans, which every reading of "key-value data" admits.
   * `any`: also nested values, many keys and names like `__proto__` ("free" data, §2.1).
   */
  readonly shape?: "flat" | "any";
}

/** Metadata objects (§4.1, §4.2, §4.4), the empty one among them. Shrinks towards it. */
export function metadata(options: MetadataOptions = {}): Classified<JsonObject> {
  return options.shape === "any" ? anyMetadata() : flatMetadata();
}

function flatMetadata(): Classified<JsonObject> {
  return classified(objectOf(keys(), scalars(), 5), FLAT_CLASSES);
}

function anyMetadata(): Classified<JsonObject> {
  const odd = fc.constantFrom(...PROTOTYPE_LIKE);
  const values = fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: objectOf(keys(), scalars(), 5) },
    { weight: 2, arbitrary: objectOf(keys(), nested(), 4, 1) },
    { weight: 1, arbitrary: objectOf(fc.oneof(odd, keys()), scalars(), 4, 1) },
    { weight: 1, arbitrary: objectOf(keys(), scalars(), 60, 40) },
  );
  return classified(values, {
    ...FLAT_CLASSES,
    "nested metadata": (value) =>
      Object.values(value).some((entry) => typeof entry === "object" && entry !== null),
    "prototype-like key": (value) => Object.keys(value).some((key) => PROTOTYPE_LIKE.includes(key)),
    "many keys": (value) => Object.keys(value).length >= 40,
  });
}

const FLAT_CLASSES = {
  "empty metadata": (value: JsonObject) => Object.keys(value).length === 0,
  "metadata with text": (value: JsonObject) =>
    Object.values(value).some((entry) => typeof entry === "string"),
  "metadata with a number": (value: JsonObject) =>
    Object.values(value).some((entry) => typeof entry === "number"),
  "unicode metadata": (value: JsonObject) => textsIn(value).some(isUnicode),
};

function keys(): fc.Arbitrary<string> {
  const plain = fc.constantFrom("orderRef", "order_id", "channel", "customer-tier", "k", "clé", "注文");
  const numbered = fc.integer({ min: 0, max: 9_999 }).map((n) => `field${n}`);
  return fc.oneof(plain, numbered, texts({ max: 20 }));
}

function scalars(): fc.Arbitrary<Json> {
  return fc.oneof(texts({ max: 40 }), fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.boolean());
}

function nested(): fc.Arbitrary<Json> {
  const leaf = fc.oneof(scalars(), fc.constant(null));
  return fc.oneof(
    { weight: 2, arbitrary: objectOf(keys(), leaf, 3) },
    { weight: 2, arbitrary: fc.array(leaf, { maxLength: 3 }) },
    { weight: 1, arbitrary: objectOf(keys(), fc.array(objectOf(keys(), leaf, 2), { maxLength: 2 }), 2) },
    { weight: 1, arbitrary: leaf },
  );
}

/** `Object.fromEntries` defines own fields, so a key `__proto__` is data and not the prototype. */
function objectOf(
  key: fc.Arbitrary<string>,
  value: fc.Arbitrary<Json>,
  maxKeys: number,
  minKeys = 0,
): fc.Arbitrary<JsonObject> {
  return fc
    .uniqueArray(fc.tuple(key, value), {
      minLength: minKeys,
      maxLength: maxKeys,
      selector: ([name]) => name,
      size: "max",
    })
    .map((entries) => Object.fromEntries(entries));
}

function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (isObject(value)) return Object.entries(value).flatMap(([key, entry]) => [key, ...textsIn(entry)]);
  return [];
}
