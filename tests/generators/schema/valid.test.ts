import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  contract,
  operationsWithBody,
  parameterSchemaOf,
  requestSchemaOf,
} from "../../../generators/contract.ts";
import { getAt, type Json } from "../../../generators/json.ts";
import { UnsupportedSchemaError } from "../../../generators/schema/nodes.ts";
import { validValues } from "../../../generators/schema/valid.ts";
import {
  holdsWhileShrinking,
  isDeterministic,
  judgeOf,
  keepsTheLaws,
  reachesEveryClass,
  smallestOf,
} from "../laws.ts";

const everything = {
  type: "object",
  required: ["name", "amount", "when", "kind"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 255 },
    note: { type: ["string", "null"], maxLength: 12 },
    amount: { type: "number", exclusiveMinimum: 0 },
    limit: { type: "integer", minimum: 1, maximum: 100 },
    when: { type: "string", format: "iso-8601" },
    at: { type: "string", format: "iso-8601-utc" },
    url: { type: "string", format: "uri" },
    kind: { enum: ["daily", "weekly"] },
    code: { type: "string", pattern: "^ctr_[a-z0-9]{4,}$" },
    enabled: { type: "boolean" },
    lines: {
      type: "array",
      minItems: 1,
      items: { allOf: [{ $ref: "#/$defs/Line" }, { required: ["price"] }] },
    },
    metadata: { type: "object" },
  },
  $defs: {
    Line: { type: "object", properties: { price: { type: "integer", minimum: 1 }, sku: { type: "string" } } },
  },
};

const eitherOrBoth = {
  type: "object",
  properties: { subscriptionId: { type: "string" }, customerId: { type: "string" } },
  anyOf: [{ required: ["subscriptionId"] }, { required: ["customerId"] }],
};

describe("values made from a schema", () => {
  const schemas = { everything, eitherOrBoth };
  for (const [name, schema] of Object.entries(schemas)) {
    it(`are valid, deterministic, of every class, and stay valid when shrunk: ${name}`, () => {
      const judge = judgeOf(schema, schema);
      keepsTheLaws(
        () => validValues(schema),
        (value) => judge(value),
      );
    });
  }

  it("are small when shrunk: required fields alone, least values", () => {
    const smallest = [...smallestOf(validValues(everything))].map((text) => JSON.parse(text) as Json);
    for (const value of smallest) {
      expect(Object.keys(value as object).toSorted()).toEqual(["amount", "kind", "name", "when"]);
      expect(getAt(value, "amount")).toBe(1);
      expect(getAt(value, "kind")).toBe("daily");
      expect(getAt(value, "name")).toBe("a");
    }
  });

  it("hold the fields that are asked for, inside arrays and objects too", () => {
    const values = fc.sample(validValues(everything, { present: ["lines.0.sku", "url"] }), {
      numRuns: 50,
      seed: 1,
    });
    expect(values.every((value) => getAt(value, "lines.0.sku") !== undefined)).toBe(true);
    expect(values.every((value) => getAt(value, "url") !== undefined)).toBe(true);
  });

  it("fill an array that may be empty when one of its items is asked for", () => {
    const schema = { type: "object", properties: { tags: { type: "array", items: { type: "boolean" } } } };
    const values = fc.sample(validValues(schema, { present: ["tags.0"] }), { numRuns: 50, seed: 1 });
    expect(values.every((value) => getAt(value, "tags.0") !== undefined)).toBe(true);
  });

  it("take single fields from elsewhere when told", () => {
    const values = fc.sample(
      validValues(everything, { at: { amount: fc.constant(77), "lines.*.price": fc.constant(5) } }),
      50,
    );
    expect(values.every((value) => getAt(value, "amount") === 77)).toBe(true);
    expect(
      values.every((value) => [undefined, 5].includes(getAt(value, "lines.0.price") as number | undefined)),
    ).toBe(true);
  });

  it("keep open fields to their examples, unless the schema is to be taken literally", () => {
    const schema = { type: "string", "x-open": "operator-names", "x-example-values": ["mtn", "airtel"] };
    const closed = new Set(fc.sample(validValues(schema), { numRuns: 50, seed: 1 }));
    expect(closed).toEqual(new Set(["mtn", "airtel"]));
    expect(
      new Set(fc.sample(validValues(schema, { open: "any" }), { numRuns: 50, seed: 1 })).size,
    ).toBeGreaterThan(5);
  });

  it("hold every field of an object whose compulsory fields are open", () => {
    const schema = {
      type: "object",
      "x-open": "x",
      properties: { a: { type: "boolean" }, b: { type: "boolean" } },
    };
    expect(
      fc.sample(validValues(schema), 20).every((value) => Object.keys(value as object).length === 2),
    ).toBe(true);
  });

  it("refuse a schema that they do not understand, naming the place", () => {
    const odd = (part: object) => () => validValues({ type: "object", properties: { a: part } });
    expect(odd({ type: "object", patternProperties: {} })).toThrow(/"a".*"patternProperties"/);
    expect(odd({ type: "string", format: "ipv9" })).toThrow(/"a".*"ipv9"/);
    expect(odd({ $ref: "#/nowhere" })).toThrow(/"a".*#\/nowhere points at nothing/);
    expect(odd({ $ref: "other.yaml" })).toThrow(UnsupportedSchemaError);
    expect(odd({ type: "integer", minimum: 5, maximum: 4 })).toThrow(/no whole number/);
    const loop = { $ref: "#/$defs/A", $defs: { A: { type: "array", items: { $ref: "#/$defs/A" } } } };
    expect(() => validValues(loop)).toThrow(/contains itself/);
  });
});

describe("values made from the contract's own schemas", () => {
  it.each(operationsWithBody())("are valid for %s", (operationId) => {
    const schema = requestSchemaOf(operationId);
    const judge = judgeOf(schema);
    const make = () => validValues(schema, { root: contract });
    isDeterministic(make);
    reachesEveryClass(make());
    fc.assert(
      fc.property(make(), (value) => judge(value)),
      { seed: 5, numRuns: 100 },
    );
    holdsWhileShrinking(make(), (value) => judge(value));
  });

  it("are valid for the query of a list", () => {
    const schema = parameterSchemaOf("listRemittances", "limit");
    const judge = judgeOf(schema);
    keepsTheLaws(
      () => validValues(schema, { root: contract }),
      (value) => judge(value),
    );
  });
});
