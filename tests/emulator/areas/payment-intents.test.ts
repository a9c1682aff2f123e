import { describe, expect, it } from "vitest";
import { createBench, intent } from "../client.ts";

describe("payment intents", () => {
  it("keep metadata with any names of keys", async () => {
    const bench = createBench();
    const text =
      '{"amount":1,"currency":"xaf","metadata":{"__proto__":{"polluted":true},"constructor":1,"":2}}';
    const made = await bench.call("POST", "/v1/payment-intents", text);
    expect(made.text).toContain('"metadata":{"__proto__":{"polluted":true},"constructor":1,"":2}');
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it.each([
    ["amount", "required", { currency: "xaf" }],
    ["amount", "required", { ...intent, amount: null }],
    ["amount", "number", { ...intent, amount: "5000" }],
    ["amount", "integer", { ...intent, amount: 1.5 }],
    ["amount", "positive", { ...intent, amount: 0 }],
    ["amount", "positive", { ...intent, amount: -1 }],
    ["amount", "integer", { ...intent, amount: 2 ** 53 }],
    ["amount", "max", { ...intent, amount: 2 ** 53 - 1 }],
    ["amount", "number", '{"amount":1e400,"currency":"xaf"}'],
    ["amount", "number", { ...intent, amount: true }],
    ["amount", "number", { ...intent, amount: [5000] }],
    ["currency", "required", { amount: 5000 }],
    ["currency", "required", { ...intent, currency: "" }],
    ["currency", "string", { ...intent, currency: 950 }],
    ["currency", "enum", { ...intent, currency: "zzz" }],
    ["description", "string", { ...intent, description: 5 }],
    ["metadata", "object", { ...intent, metadata: [] }],
    ["metadata", "object", { ...intent, metadata: "x" }],
    ["body", "object", "[]"],
    ["body", "object", '"text"'],
    ["body", "object", "null"],
    ["body", "json", "{"],
    ["body", "json", "NaN"],
  ])("refuse a wrong %s by the rule %s", async (field, rule, body) => {
    const bench = createBench();
    const refused = await bench.call("POST", "/v1/payment-intents", body);
    expect(refused.status).toBe(422);
    expect(refused.json.errors?.[0]).toMatchObject({ field, rule });
    expect(typeof refused.json.errors?.[0]?.message).toBe("string");
  });

  it("list every faulty field", async () => {
    const refused = await createBench().call("POST", "/v1/payment-intents");
    expect(refused.json).toEqual({
      errors: [
        { rule: "required", field: "amount", message: "required validation failed" },
        { rule: "required", field: "currency", message: "required validation failed" },
      ],
    });
  });

  it("can be put into any state by control", async () => {
    const bench = createBench();
    const { id } = (await bench.call("POST", "/v1/payment-intents", intent)).json as { id: string };
    await bench.control("POST", `/merchants/${bench.accountId}/payment-intents/${id}/status`, {
      status: "canceled",
    });
    expect((await bench.call("GET", `/v1/payment-intents/${id}`)).json["status"]).toBe("canceled");
  });
});
