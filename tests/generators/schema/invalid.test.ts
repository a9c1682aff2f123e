import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contract, operationsWithBody, requestSchemaOf } from "../../../generators/contract.ts";
import type { Json } from "../../../generators/json.ts";
import { paymentIntentRequests } from "../../../generators/requests.ts";
import { type Fault, faultsOf } from "../../../generators/schema/faults.ts";
import { invalidByOneFault, withFault } from "../../../generators/schema/invalid.ts";
import { fieldOf, holdsWhileShrinking, isDeterministic, judgeOf, reachesEveryClass } from "../laws.ts";

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

/** A value fails, with errors about the named field alone. */
function failsOnlyAt(judge: ReturnType<typeof judgeOf>, value: Json, fault: Fault): boolean {
  if (judge(value)) return false;
  return (judge.errors ?? []).every((error) => fieldOf(error) === fault.path);
}

describe("values wrong by one fault", () => {
  it("fail for the named field alone, with a twin that passes, also when shrunk", () => {
    const judge = judgeOf(schema, schema);
    const make = () => invalidByOneFault(schema);
    isDeterministic(make);
    reachesEveryClass(make());
    holdsWhileShrinking(make(), ({ value, fault, twin }) => failsOnlyAt(judge, value, fault) && judge(twin));
    fc.assert(
      fc.property(make(), ({ value, fault, twin }) => failsOnlyAt(judge, value, fault) && judge(twin)),
      { seed: 3, numRuns: 300 },
    );
  });

  it("break the keyword that the fault names", () => {
    const judge = judgeOf(schema, schema);
    for (const fault of faultsOf(schema)) {
      const [faulty] = fc.sample(withFault(schema, fault), { numRuns: 1, seed: 9 });
      judge(faulty?.value);
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

  it("tell what a lenient reader may accept", () => {
    const lenient = faultsOf(schema).filter((fault) => fault.coercible);
    const ids = lenient.map((fault) => fault.id);
    expect(ids).toContain("amount: a number in quotes");
    expect(ids).toContain("limit: null");
    expect(ids).toContain("name: a number");
    expect(ids).toContain("cadence: a listed value in other casing");
    expect(ids).not.toContain("amount: null");
    expect(ids).not.toContain("amount: a word");
  });

  it("can be put into values from elsewhere", () => {
    const intent = requestSchemaOf("createPaymentIntent");
    const from = paymentIntentRequests() as fc.Arbitrary<unknown> as fc.Arbitrary<Json>;
    const judge = judgeOf(intent);
    fc.assert(
      fc.property(invalidByOneFault(intent, { root: contract, from }), ({ value, fault, twin }) => {
        return failsOnlyAt(judge, value, fault) && judge(twin);
      }),
      { seed: 4, numRuns: 200 },
    );
  });

  it("are refused when no fault is left to make", () => {
    expect(() => invalidByOneFault(schema, { only: () => false })).toThrow(RangeError);
  });
});

describe("faults of the contract's own requests", () => {
  it.each(operationsWithBody())("each fail %s at their field alone", (operationId) => {
    const body = requestSchemaOf(operationId);
    const judge = judgeOf(body);
    for (const fault of faultsOf(body, { root: contract })) {
      for (const { value, twin } of fc.sample(withFault(body, fault, { root: contract }), {
        numRuns: 5,
        seed: 2,
      })) {
        expect(judge(twin), fault.id).toBe(true);
        expect(failsOnlyAt(judge, value, fault), `${fault.id} in ${JSON.stringify(value)}`).toBe(true);
      }
    }
  });
});
