import { describe, expect, it } from "vitest";
import { acceptedBy } from "../../../emulator/hints/accepted.ts";
import { createParts } from "../../../emulator/index.ts";
import { createOperations } from "../../../emulator/operations.ts";
import { startEmulator } from "../../../emulator/start.ts";
import { readPublicContract } from "../../../spec/index.ts";
import { documentedOperations, isObject, resolve } from "../../../spec/json.ts";
import { type Bench, type CallOptions, createBench, disbursement, intent } from "../client.ts";
import { createShop } from "../connect/bench.ts";

/** The hints of control, newest first, as `kind: text`. */
async function hintsOf(bench: Bench, accountId = bench.accountId): Promise<readonly string[]> {
  const { json } = await bench.control("GET", `/hints?accountId=${accountId}`);
  return (json["data"] as { kind: string; text: string }[]).map(({ kind, text }) => `${kind}: ${text}`);
}

/** The hints after one request. */
async function hinted(
  ...[method, path, body, options]: [method: string, path: string, body?: unknown, options?: CallOptions]
): Promise<readonly string[]> {
  const bench = createBench();
  await bench.call(method, path, body, options);
  return hintsOf(bench);
}

const checkout = { host: "checkout" } as const;
const msisdn = (number: string) => ({
  ...disbursement,
  payment_method_data: { type: "momo", momo: { ...disbursement.payment_method_data.momo, msisdn: number } },
});

describe("hints", () => {
  it("name ignored fields and query parameters, with the nearest known one", async () => {
    expect(await hinted("POST", "/v1/payment-intents", { ...intent, descripton: "tea" })).toEqual([
      "ignored-field: the field descripton is ignored; did you mean description?",
    ]);
    expect(await hinted("POST", "/v1/payment-intents", { ...intent, metadata: { any: 1 } })).toEqual([]);
    expect(await hinted("GET", "/v1/remittance?limits=5&page=1")).toEqual([
      "ignored-parameter: the query parameter limits is ignored; did you mean limit?",
    ]);
    expect(await hinted("GET", "/v1/invoices?status=open", undefined, checkout)).toEqual([
      "ignored-parameter: the query parameter status is ignored",
    ]);
  });

  it("say what a refused value must be, and which form of it is valid", async () => {
    expect(await hinted("POST", "/v1/disbursements", msisdn("+242 06 000 00 00"))).toEqual([
      'refused-value: payment_method_data.momo.msisdn must be 6 to 15 digits; did you mean "242060000000"?',
    ]);
    expect(await hinted("POST", "/v1/payment-intents", { ...intent, amount: "5000" })).toEqual([
      "refused-value: amount must be a number; did you mean 5000?",
    ]);
    const [operator] = await hinted("POST", "/v1/disbursements", {
      ...disbursement,
      payment_method_data: {
        type: "momo",
        momo: { ...disbursement.payment_method_data.momo, operator_name: "mtnn" },
      },
    });
    expect(operator).toMatch(/operator_name must be one of .*; did you mean "mtn"\?$/);
  });

  it("say why a key was refused", async () => {
    const bench = createBench();
    const reasonOf = async (authorization: string | null) => {
      expect((await bench.call("POST", "/v1/payment-intents", intent, { authorization })).status).toBe(401);
      return (await hintsOf(bench))[0];
    };
    const { test = "" } = bench.emulator.merchants[0]?.keys ?? {};
    expect(await reasonOf(null)).toBe("refused-key: there is no Authorization header");
    expect(await reasonOf(test)).toMatch(/the key only: write `Bearer` before it$/);
    expect(await reasonOf(`Basic ${test}`)).toMatch(/must be Bearer$/);
    expect(await reasonOf("Bearer pk_test_1")).toMatch(/begin with sk_test_ or sk_live_$/);
    expect(await reasonOf(`Bearer ${test}x`)).toBe("refused-key: no merchant has this key");
    await bench.control("POST", `/merchants/${bench.accountId}/keys`, { mode: "test" });
    expect(await reasonOf(`Bearer ${test}`)).toBe("refused-key: the key was replaced by a new one");
    expect(JSON.stringify((await bench.control("GET", "/requests")).json)).not.toContain(test);
  });

  it("say that a vendor belongs to the other environment", async () => {
    const bench = createBench();
    const shop = await createShop(bench);
    const live = await shop.vendor({ mode: "live" });
    expect((await shop.allocate(live, 1_000)).status).toBe(401);
    expect(await hintsOf(bench, shop.accountId)).toEqual([
      "refused-key: the key is for test, and the vendor belongs to the other environment",
    ]);
  });

  it("name the route that was probably meant", async () => {
    for (const [method, path, meant] of [
      ["GET", "/v1/disbursements/wt_1", "GET /v1/disbursement/{id} of the payment host?"],
      ["POST", "/v1/remittances", "POST /v1/remittance of the payment host?"],
      ["POST", "/v1/payment_intents", "POST /v1/payment-intents of the payment host?"],
      ["POST", "/payment-intents/", "POST /v1/payment-intents of the payment host?"],
      ["GET", "/v1/connect/payout-schedule?x=1", "GET /v1/connect/payout_schedule of the payment host?"],
      ["POST", "/v1/subscription", "POST /v1/subscriptions of the checkout host?"],
    ] as const)
      expect(await hinted(method, path)).toEqual([
        `unknown-route: there is no such route; did you mean ${meant}`,
      ]);
    expect(await hinted("GET", "/v2/unrelated")).toEqual([]);
  });

  it("name events that nobody emits, of endpoints that a key or control registered", async () => {
    const bench = createBench();
    const wanted = { url: "http://shop.test/", events: ["invoice.payed", "invoice.paid"] };
    await bench.call("POST", "/v1/webhook-endpoints", wanted);
    await bench.control("POST", `/merchants/${bench.accountId}/webhook-endpoints`, {
      ...wanted,
      events: ["x", "invoice.*"],
    });
    expect(await hintsOf(bench)).toEqual([
      "unknown-event: no event is called invoice.payed; did you mean invoice.paid?",
      "unknown-event: no event is called x",
      "unknown-event: no event is called invoice.*, and no name stands for several: list each one",
    ]);
  });

  it("report money that the same request moved twice, unless it had a key or was another one", async () => {
    const bench = createBench();
    const shop = await createShop(bench);
    const vendor = await shop.vendor();
    await shop.allocate(vendor, 1_000);
    await shop.allocate(vendor, 2_000);
    await shop.allocate(vendor, 3_000, "k-1");
    await shop.allocate(vendor, 3_000, "k-2");
    expect(await hintsOf(bench, shop.accountId)).toEqual([]);
    await shop.allocate(vendor, 1_000);
    expect(await hintsOf(bench, shop.accountId)).toEqual([
      "moved-twice: the same request moved money a moment ago, as req_1; with an Idempotency-Key, it would have moved once",
    ]);
    bench.time.advance(61_000);
    await shop.allocate(vendor, 1_000);
    expect(await hintsOf(bench, shop.accountId)).toHaveLength(1);
  });

  it("report a request that does not wait as a 429 asked", async () => {
    const bench = createBench();
    const create = async (name: string) =>
      bench.call("POST", "/v1/connect/accounts", { name }, { headers: { "idempotency-key": `k-${name}` } });
    let number = 0;
    while ((await create(`v${(number += 1)}`)).status !== 429) expect(number).toBeLessThan(30);
    expect(await hintsOf(bench)).toEqual([]);
    bench.time.advance(5_000);
    await create("early");
    expect((await hintsOf(bench))[0]).toMatch(
      /^too-early: req_21 was refused with 429 and asked to wait \d+ s, of which 5 have/,
    );
    bench.time.advance(120_000);
    await create("late");
    expect(await hintsOf(bench)).toHaveLength(1);
  });

  it("are never in an answer of the documented routes", async () => {
    const bench = createBench();
    const answer = await bench.call("POST", "/v1/payment-intents", { ...intent, amount: "5000", x: 1 });
    expect(answer.text).toBe(
      '{"errors":[{"rule":"number","field":"amount","message":"number validation failed"}]}',
    );
  });
});

it("a test fails on hints if it asks for that", async () => {
  const emulator = await startEmulator({ failOnHints: true });
  await fetch(`${emulator.paymentUrl}/v1/remittances`);
  expect(emulator.hints()).toMatchObject([{ kind: "unknown-route", about: "req_1" }]);
  await expect(emulator.close()).rejects.toThrow(
    "the emulator has hints\nreq_1: there is no such route; did you mean GET /v1/remittance of the payment host?",
  );
  await (await startEmulator({ failOnHints: true })).close();
});

it("what operations read is known of each route, and includes what the contract shows", () => {
  const parts = createParts();
  const accepted = acceptedBy(parts);
  const posts = createOperations(parts).filter(({ method }) => method === "POST");
  expect(posts.filter(({ operationId }) => accepted[operationId] === undefined)).toEqual([]);
  const contract = readPublicContract();
  let compared = 0;
  for (const { operation } of documentedOperations(contract)) {
    const {
      operationId,
      requestBody,
      parameters = [],
    } = operation as {
      operationId: string;
      requestBody?: { content: { "application/json": { schema: Record<string, unknown> } } };
      parameters?: readonly Record<string, unknown>[];
    };
    const { fields = [], query = [] } = accepted[operationId] ?? {};
    const schema =
      requestBody === undefined ? {} : resolve(contract, requestBody.content["application/json"].schema);
    const shown = isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
    const known = fields.map(({ field }) => field);
    expect([operationId, shown.filter((name) => !known.includes(name))]).toEqual([operationId, []]);
    const inQuery = parameters.map((one) => resolve(contract, one)).filter((one) => one["in"] === "query");
    expect([operationId, inQuery.filter(({ name }) => !query.includes(String(name)))]).toEqual([
      operationId,
      [],
    ]);
    compared += shown.length + inQuery.length;
  }
  expect(compared).toBeGreaterThan(40);
});
