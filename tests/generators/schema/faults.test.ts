import { describe, expect, it } from "vitest";
import { type Json, setAt } from "../../../generators/json.ts";
import { type Fault, faultsOf } from "../../../generators/schema/faults.ts";
import { fieldOf, judgeOf } from "../laws.ts";

const schema = {
  type: "object",
  required: ["amount", "cadence", "name", "lines"],
  properties: {
    amount: { type: "number", exclusiveMinimum: 0 },
    limit: { type: "integer", minimum: 1, maximum: 100 },
    cadence: { type: "string", enum: ["daily", "weekly"] },
    name: { type: "string", minLength: 2, maxLength: 255 },
    enabled: { type: "boolean" },
    when: { type: "string", format: "iso-8601" },
    url: { type: ["string", "null"], format: "uri" },
    code: { type: "string", pattern: "^ctr_[a-z0-9]+$" },
    lines: {
      type: "array",
      minItems: 1,
      items: { type: "object", required: ["price"], properties: { price: { type: "number" } } },
    },
    metadata: { type: "object" },
  },
};

const valid: Json = {
  amount: 1,
  limit: 10,
  cadence: "daily",
  name: "ab",
  enabled: true,
  when: "2027-01-31T12:00:00Z",
  url: "https://shop.example",
  code: "ctr_a",
  lines: [{ price: 1 }],
  metadata: {},
};

/** A value fails, with errors about the named field alone. */
function failsOnlyAt(judge: ReturnType<typeof judgeOf>, value: Json, fault: Fault): boolean {
  if (judge(value)) return false;
  return (judge.errors ?? []).every((error) => fieldOf(error) === fault.path);
}

describe("faults of a schema", () => {
  it("fail for the named field alone, by the keyword that the fault names", () => {
    const judge = judgeOf(schema, schema);
    expect(judge(valid)).toBe(true);
    for (const fault of faultsOf(schema)) {
      const faulty = setAt(valid, fault.path, fault.value);
      expect(failsOnlyAt(judge, faulty, fault), fault.id).toBe(true);
      expect(
        judge.errors?.map((error) => error.keyword),
        fault.id,
      ).toContain(fault.keyword);
    }
  });

  it("are enumerable, each with an id of its own", () => {
    const faults = faultsOf(schema);
    const ids = faults.map((fault) => fault.id);
    expect(new Set(ids).size).toBe(ids.length);
    const kinds = new Set(faults.map((fault) => fault.kind));
    expect(kinds).toEqual(new Set(["missing", "type", "null", "empty", "range", "length", "enum", "format"]));
    const missing = faults.filter((fault) => fault.kind === "missing");
    expect(missing.map((fault) => fault.path)).toEqual([
      "amount",
      "cadence",
      "name",
      "lines",
      "lines.0.price",
    ]);
  });

  it("name a rule only where one is documented", () => {
    for (const fault of faultsOf(schema))
      expect(fault.rule).toBe(fault.kind === "missing" ? "required" : null);
  });

  it("name what a lenient reader may accept", () => {
    const lenient = faultsOf(schema).filter((fault) => fault.coercible);
    const ids = lenient.map((fault) => fault.id);
    expect(ids).toContain("amount: a number in quotes");
    expect(ids).toContain("limit: null");
    expect(ids).toContain("name: a number");
    expect(ids).toContain("cadence: a listed value in other casing");
    expect(ids).not.toContain("amount: null");
    expect(ids).not.toContain("amount: a word");
  });
});
