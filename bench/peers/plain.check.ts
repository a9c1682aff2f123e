/**
 * The tests that an engineer writes in a day with only vitest and AJV. They call each documented operation with the contract's example,
 * without a key, without its fields, and with an unknown id, and compare status, content type, schema and the values that were sent.
 */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { type Dict, walk } from "./walk.ts";

const { PEERS_CONTRACT = "", PEERS_URL = "", PEERS_CONTROL_URL = "" } = process.env;
const contract = JSON.parse(readFileSync(PEERS_CONTRACT, "utf8")) as Dict;
const ajv = new Ajv2020({ strict: false, allErrors: true });
(formats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema(contract, "contract");

interface Place {
  readonly pointer: string;
  readonly responses: Record<string, { readonly content?: Dict }>;
}

const places = new Map<string, Place>();
for (const [path, methods] of Object.entries(contract["paths"] as Record<string, Record<string, Dict>>))
  for (const [method, operation] of Object.entries(methods))
    places.set(String(operation["operationId"]), {
      pointer: `/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}`,
      responses: operation["responses"] as Place["responses"],
    });

const { exchanges } = await walk(contract, { url: PEERS_URL, controlUrl: PEERS_CONTROL_URL });

test.each(exchanges)("$name", ({ operationId, expected, sent, status, headers, body }) => {
  const { pointer, responses } = places.get(operationId) as Place;
  if (expected === null) expect(status).toBeGreaterThanOrEqual(400);
  else expect(status).toBe(expected);
  expect(Object.keys(responses)).toContain(String(status));
  if (responses[String(status)]?.content === undefined) return;
  expect(headers.get("content-type")).toMatch(/^application\/json/);
  const schema = `contract#${pointer.replaceAll("{", "%7B").replaceAll("}", "%7D")}/responses/${status}/content/application~1json/schema`;
  const isValid = ajv.compile({ $ref: schema });
  expect(isValid(body), ajv.errorsText(isValid.errors)).toBe(true);
  if (status >= 300 || sent === undefined) return;
  const answered = body as Dict;
  for (const [field, value] of Object.entries(sent))
    if (typeof value === "number" && field in answered) expect(answered[field], field).toBe(value);
});
