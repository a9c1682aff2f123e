import { describe, expect, it } from "vitest";
import { schemaJudges } from "../../harness/judge/schemas.ts";
import { openPoints, openapi } from "../../spec/index.ts";
import { isObject } from "../../spec/json.ts";

type Dict = Record<string, unknown>;

/** Values that the words of an open point permit, by a part of these words. */
const PERMITTED: readonly (readonly [RegExp, readonly unknown[]])[] = [
  [/\bany value\b|any JSON/i, ["text", 1, null, {}]],
  [/texts, numbers and nulls/, ["text", 1, null]],
  [/text, number or null/, ["text", 1, null]],
  [/text or number/, ["text", 1]],
  [/(text|string) or null/, ["text", null]],
  [/a string or an object/, ["text", {}]],
  [/any string|any text/, ["text"]],
  [/any number/, [1, -3]],
  [/any boolean/, [true, false]],
  [/any case|any casing/, ["xaf", "XAF", "Xaf"]],
  [/null for these/, [null]],
];

/** Values where the words of one open point give several fields their types. */
const OWN: Readonly<Record<string, readonly unknown[]>> = {
  "Transaction.id": ["text", 1],
  "Transaction.object": ["text"],
  "Transaction.amount_fee": [1, null],
  "Transaction.created_at": ["text", 1, null],
  "Transaction.available_at": ["text", 1, null],
  "Transaction.matured_at": ["text", 1, null],
};

/** Registered points about a value that the schemas fix for another reason. */
const FIXED: Readonly<Record<string, string>> = {
  "attached-types": "its words are about the kinds of attached objects, which are texts (§4.8)",
};

/** Every property of an answer or event that an open point marks, with the point's id. */
function marked(): { place: string; open: string; schema: Dict }[] {
  const found: { place: string; open: string; schema: Dict }[] = [];
  const { schemas } = openapi["components"] as { schemas: Dict };
  const walk = (value: unknown, place: string): void => {
    if (Array.isArray(value)) value.forEach((entry) => walk(entry, place));
    if (!isObject(value)) return;
    for (const [name, property] of Object.entries((value["properties"] ?? {}) as Record<string, Dict>))
      for (const open of [property["x-open"] ?? []].flat() as string[])
        if (property["x-rule"] !== undefined)
          found.push({ place: `${place}.${name}`, open, schema: property });
    for (const [name, inner] of Object.entries(value))
      walk(inner, name === "properties" ? place : `${place}.${name}`);
  };
  for (const [name, schema] of Object.entries(schemas)) walk(schema, name);
  return found;
}

const judgeOf = schemaJudges(openapi);
const register = new Map<string, string>(openPoints.map(({ id, accepts }) => [id, accepts]));

describe("the register of open points and the schemas", () => {
  const places = marked().filter(({ open }) => !Object.hasOwn(FIXED, open));
  const permitted = ({ open, place }: { open: string; place: string }): readonly unknown[] =>
    OWN[place] ?? PERMITTED.find(([words]) => words.test(register.get(open) ?? ""))?.[1] ?? [];

  it("agree on many values", () => {
    expect(places.filter((marking) => permitted(marking).length > 0).length).toBeGreaterThan(60);
  });

  it("agree: what the register permits, the schema of the field accepts", () => {
    const refused = places.flatMap(({ place, open, schema }) =>
      permitted({ place, open })
        .filter((value) => judgeOf(schema)(value).faults.length > 0)
        .map(
          (value) =>
            `${place} refuses ${JSON.stringify(value)}, which ${open} permits: ${register.get(open)}`,
        ),
    );
    expect(refused).toEqual([]);
  });
});
