import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBench, intent } from "../client.ts";

describe("payment intents", () => {
  it("are created with the documented fields and shown in the shorter form", async () => {
    const bench = createBench();
    const metadata = { order: "1042", deep: { list: [1, null, "ü"] } };
    const made = await bench.call("POST", "/v1/payment-intents", {
      ...intent,
      currency: "XaF",
      description: "Sacks",
      metadata,
    });
    expect(made.status).toBe(200);
    const id = made.json["id"] as string;
    expect(id).toMatch(/^pi_/);
    expect(made.json).toEqual({
      id,
      label: "payment_intent",
      amount: 5000,
      currency: "xaf",
      description: "Sacks",
      metadata,
      accountId: bench.accountId,
      liveMode: false,
      clientSecret: expect.stringMatching(new RegExp(`^${id}_secret_.+`)) as string,
      createdAt: "2026-01-31T10:00:00.000Z",
      updatedAt: "2026-01-31T10:00:00.000Z",
    });
    const shown = await bench.call("GET", `/v1/payment-intents/${id}`);
    expect(shown.json).toEqual({
      amount: 5000,
      currency: "xaf",
      label: "payment_intent",
      id,
      status: "requires_payment_method",
      client_secret: made.json["clientSecret"],
    });
  });

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

  it("do not exist for other merchants, in the other environment or under other ids", async () => {
    const bench = createBench();
    const { id } = (await bench.call("POST", "/v1/payment-intents", intent)).json as { id: string };
    const [first, second] = bench.emulator.merchants;
    for (const key of [second?.keys.test, first?.keys.live]) {
      const missing = await bench.call("GET", `/v1/payment-intents/${id}`, undefined, {
        authorization: `Bearer ${key}`,
      });
      expect([missing.status, missing.json]).toEqual([404, { message: "Payment intent not found" }]);
    }
    expect((await bench.call("GET", "/v1/payment-intents/pi_unknown")).status).toBe(404);
  });

  it("say that they are live under a live key", async () => {
    const bench = createBench();
    const authorization = `Bearer ${bench.emulator.merchants[0]?.keys.live}`;
    const made = await bench.call("POST", "/v1/payment-intents", intent, { authorization });
    expect(made.json["liveMode"]).toBe(true);
  });

  it("can be put into any state by control", async () => {
    const bench = createBench();
    const { id } = (await bench.call("POST", "/v1/payment-intents", intent)).json as { id: string };
    await bench.control("POST", `/merchants/${bench.accountId}/payment-intents/${id}/status`, {
      status: "canceled",
    });
    expect((await bench.call("GET", `/v1/payment-intents/${id}`)).json["status"]).toBe("canceled");
  });

  it("return the amount and currency of any valid request", async () => {
    const bench = createBench();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000_000_000_000 }),
        fc.mixedCase(fc.constantFrom("xaf", "xof")),
        async (amount, currency) => {
          const made = await bench.call("POST", "/v1/payment-intents", { amount, currency });
          const shown = await bench.call("GET", `/v1/payment-intents/${String(made.json["id"])}`);
          expect(shown.json).toMatchObject({ amount, currency: currency.toLowerCase() });
        },
      ),
      { numRuns: 50 },
    );
  });
});
