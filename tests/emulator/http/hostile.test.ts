import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBench, disbursement, intent, remittance, session } from "../client.ts";

const bench = createBench();
const routes = [
  { path: "/v1/payment-intents", host: "payment", valid: intent, status: 422 },
  { path: "/v1/sessions", host: "checkout", valid: session(bench.accountId), status: 400 },
  { path: "/v1/disbursements", host: "payment", valid: disbursement, status: 400 },
  { path: "/v1/remittance", host: "payment", valid: remittance, status: 400 },
] as const;
const route = fc.constantFrom(...routes);
const fine = (status: number, faults: unknown[]) => {
  expect(faults).toEqual([]);
  expect(status).toBeLessThan(500);
};

describe("hostile input", () => {
  it("never fails on any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(
        route,
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        async ({ path, host }, bytes) => {
          const reply = await bench.call("POST", path, bytes, { host });
          fine(reply.status, bench.faults);
          expect(reply.json).toBeDefined();
        },
      ),
      { numRuns: 300 },
    );
  });

  it("never fails on any JSON instead of any field", async () => {
    await fc.assert(
      fc.asyncProperty(
        route,
        fc.nat(10),
        fc.jsonValue(),
        async ({ path, host, valid, status }, place, value) => {
          const fields = Object.keys(valid);
          const field = fields[place % fields.length] ?? "";
          const reply = await bench.call("POST", path, { ...valid, [field]: value }, { host });
          fine(reply.status, bench.faults);
          expect([200, status]).toContain(reply.status);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("keeps metadata with any names of keys", async () => {
    const text =
      '{"amount":1,"currency":"xaf","metadata":{"__proto__":{"polluted":true},"constructor":1,"":2}}';
    const made = await bench.call("POST", "/v1/payment-intents", text);
    expect(made.text).toContain('"metadata":{"__proto__":{"polluted":true},"constructor":1,"":2}');
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it.each(["javascript:alert(1)", "not a url"])(
    "refuses %s as an address to which the page of a session sends its payer",
    async (successUrl) => {
      const body = { ...session(bench.accountId), successUrl };
      const refused = await bench.call("POST", "/v1/sessions", body, { host: "checkout" });
      expect(refused.status).toBe(400);
      expect(refused.json.errors?.map(({ field }) => field)).toEqual(["successUrl"]);
    },
  );

  it("never fails on any path or query", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("GET", "POST", "DELETE", "PUT", "PATCH"),
        fc.constantFrom("/v1/remittance", "/v1/payment-intents", "/v1/sessions", "/v1/disbursement", "/"),
        fc.webPath(),
        fc.webQueryParameters(),
        async (method, path, rest, query) => {
          const reply = await bench.call(method, `${path}${rest}?${query}`);
          fine(reply.status, bench.faults);
          expect(reply.json).toBeDefined();
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each(routes)(
    "refuses unreadable bodies of $path in the documented shape",
    async ({ path, host, status }) => {
      const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
      const bodies = [
        "{",
        "{]",
        "nope",
        "\u0000",
        '{"a":1}}',
        nested,
        `{"a":${nested}}`,
        new Uint8Array([0x7b, 0xff, 0x7d]),
      ];
      for (const body of bodies) {
        const reply = await bench.call("POST", path, body, { host });
        expect(reply.status).toBe(status);
        expect(reply.json.errors?.[0]).toEqual({
          rule: expect.any(String) as string,
          field: expect.any(String) as string,
          message: expect.any(String) as string,
        });
      }
    },
  );

  it("accepts a mebibyte and refuses more, with or without a length", async () => {
    const fill = (size: number) => {
      const shell = JSON.stringify({ ...intent, description: "" });
      return JSON.stringify({ ...intent, description: "x".repeat(size - shell.length) });
    };
    expect((await bench.call("POST", "/v1/payment-intents", fill(1_048_576))).status).toBe(200);
    expect((await bench.call("POST", "/v1/payment-intents", fill(1_048_577))).status).toBe(413);
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
    });
    const endless = new Request("http://payment.test/v1/payment-intents", {
      method: "POST",
      headers: { authorization: `Bearer ${bench.emulator.merchants[0]?.keys.test}` },
      body: stream,
      duplex: "half",
    });
    expect((await bench.emulator.fetch(endless)).status).toBe(413);
  });

  it("does not wait forever for a body", async () => {
    const slow = createBench();
    const request = new Request("http://payment.test/v1/payment-intents", {
      method: "POST",
      headers: { authorization: `Bearer ${slow.emulator.merchants[0]?.keys.test}` },
      body: new ReadableStream(),
      duplex: "half",
    });
    const answer = slow.emulator.fetch(request);
    await new Promise((resolve) => setImmediate(resolve));
    slow.time.advance(20_000);
    expect((await answer).status).toBe(408);
  });

  it("names the media type, the route and the method that it takes", async () => {
    const form = await bench.call("POST", "/v1/payment-intents", "amount=1", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect([form.status, form.json.errors?.[0]?.rule]).toEqual([415, "content-type"]);
    expect((await bench.call("GET", "/v2/nothing")).json).toEqual({ message: "Route not found" });
    const wrongHost = await bench.call("GET", "/v1/sessions/session_1", undefined, { host: "checkout" });
    expect([wrongHost.status, wrongHost.json.message]).toEqual([
      404,
      "Route not found: the payment host has it",
    ]);
    const method = await bench.call("DELETE", "/v1/remittance");
    expect([method.status, method.headers.get("allow")]).toEqual([405, "POST, GET"]);
  });
});
