/**
 * The tests that an engineer writes in a day with only vitest and AJV. They call each documented operation with the contract's example,
 * without a key, without its fields, and with an unknown id, and compare status, content type, schema and the values that were sent.
 */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { type Dict, operationsOf, walk } from "./walk.ts";

const { PEERS_CONTRACT = "", PEERS_URL = "", PEERS_CONTROL_URL = "" } = process.env;
const contract = JSON.parse(readFileSync(PEERS_CONTRACT, "utf8")) as Dict;
const operations = operationsOf(contract);
const ajv = new Ajv2020({ strict: false, allErrors: true });
(formats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema(contract, "contract");

const exchanges = await walk(contract, { url: PEERS_URL, controlUrl: PEERS_CONTROL_URL });

test.each(exchanges)("$name", ({ operationId, expected, sent, status, headers, body }) => {
  const { path = "", method = "", responses = {} } = operations.get(operationId) ?? {};
  if (expected === null) expect(status).toBeGreaterThanOrEqual(400);
  else expect(status).toBe(expected);
  expect(Object.keys(responses)).toContain(String(status));
  if ((responses[status] as Dict)["content"] === undefined) return;
  expect(headers.get("content-type")).toMatch(/^application\/json/);
  const place = [
    "paths",
    path,
    method.toLowerCase(),
    "responses",
    status,
    "content",
    "application/json",
    "schema",
  ];
  const pointer = place.map((part) => encodeURIComponent(String(part).replaceAll("/", "~1"))).join("/");
  const isValid = ajv.compile({ $ref: `contract#/${pointer}` });
  expect(isValid(body), ajv.errorsText(isValid.errors)).toBe(true);
  if (status >= 300 || sent === undefined) return;
  for (const [field, value] of Object.entries(sent))
    if (typeof value === "number" && field in (body as Dict))
      expect((body as Dict)[field], field).toBe(value);
});
