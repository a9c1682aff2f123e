import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { control, openapi } from "../../spec/index.ts";
import { root } from "../cli/command-line.ts";

/** At run time schemas are not checked. */
const ajv = new Ajv2020({ strict: false, allErrors: true });

const folder = join(root, "spec/schemas");
test.each(readdirSync(folder))("%s is a valid schema", (name) => {
  const schema = JSON.parse(readFileSync(join(folder, name), "utf8")) as object;
  expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
});

/** Every value of a document that stands under the name `schema`, or below `schemas`, with its place. */
function schemasIn(value: unknown, place: string): { place: string; schema: object }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const at = `${place}/${name}`;
    if (typeof inner !== "object" || inner === null) return [];
    if (name === "schema") return [{ place: at, schema: inner }];
    if (name === "schemas")
      return Object.entries(inner).map(([own, schema]) => ({
        place: `${at}/${own}`,
        schema: schema as object,
      }));
    return schemasIn(inner, at);
  });
}

test.each([
  ["the contract", openapi],
  ["the control protocol", control],
])("every schema of %s is valid", (_what, document) => {
  const found = schemasIn(document, "#");
  expect(found.length).toBeGreaterThan(10);
  const wrong = found.filter(({ schema }) => ajv.validateSchema(schema) !== true);
  expect(wrong.map(({ place }) => place)).toEqual([]);
});
