import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type SecondServer, startSecondServer } from "./index.ts";
import { phones } from "./profile.ts";

type Json = Record<string, unknown> & { id: string; reference: string };

let server: SecondServer;
beforeAll(async () => {
  server = await startSecondServer({ settleMs: 20 });
});
afterAll(() => server.close());

interface Sent {
  body?: unknown;
  key?: string | null;
  headers?: Record<string, string>;
}

async function send(line: string, { body, key = server.testKey, headers = {} }: Sent = {}) {
  const [method = "GET", path = "/"] = line.split(" ");
  const caller = key === null ? {} : { authorization: `Bearer ${key}` };
  const content = body === undefined ? {} : { "content-type": "application/json" };
  const response = await fetch(server.baseUrl + path, {
    method,
    headers: { ...headers, ...caller, ...content },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as Json };
}

const intent = { amount: 5000, currency: "XAF" };
const method = { type: "momo", momo: { msisdn: phones.paying, country: "CG", operator_name: "mtn" } };
const person = { first_name: "Awa", last_name: "Moke", payment_method_data: method };

async function vendor(): Promise<string> {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const body = { trade_name: "Stall", country: "cg", payout_to: phones.paying };
  const made = await send("POST /v1/connect/accounts", { body, headers });
  expect(made.status).toBe(201);
  expect(Object.keys(made.body)).not.toContain("country");
  return made.body.id;
}

async function feed(): Promise<string[]> {
  const { body } = await send("GET /feed");
  const entries = body["entries"] as { type?: string; event?: { type: string } }[];
  return entries.map((entry) => entry.type ?? entry.event?.type ?? "");
}

describe("money", () => {
  it("creates and retrieves an intent", async () => {
    const made = await send("POST /v1/payment-intents", { body: intent });
    expect(made).toMatchObject({ status: 200, body: { amount: 5000, currency: "xaf", liveMode: false } });
    const read = await send(`GET /v1/payment-intents/${made.body.id}`);
    expect(read).toMatchObject({ status: 200, body: { id: made.body.id, client_secret: "" } });
  });

  it("refuses unknown keys in the form of the route", async () => {
    const key = "sk_test_unknown";
    expect(await send("POST /v1/payment-intents", { body: intent, key })).toMatchObject({
      status: 401,
      body: { error: "Unauthorized" },
    });
    expect(await send("GET /v1/remittance", { key: null })).toMatchObject({
      status: 401,
      body: { message: "Unauthorized" },
    });
    expect(await send("GET /v1/connect/overview", { key })).toMatchObject({
      status: 401,
      body: { code: "E_UNAUTHORIZED" },
    });
  });

  it("executes a disbursement after a while", async () => {
    const body = { ...person, amount: 900, currency: "xaf" };
    const made = await send("POST /v1/disbursements", { body });
    expect(made).toMatchObject({ status: 200, body: { status: "processing", country: "cg" } });
    await vi.waitFor(async () => {
      expect((await send(`GET /v1/disbursement/${made.body.id}`)).body["status"]).toBe("succeeded");
    });
  });

  it("lists remittances without metadata", async () => {
    const body = { ...person, amount: "900", currency: "xaf", metadata: { a: "b" } };
    const made = await send("POST /v1/remittance", { body });
    expect(made.body).not.toHaveProperty("metadata");
    const list = await send("GET /v1/remittance?limit=101");
    expect(list.body).toMatchObject({ meta: { total: 1, page: 1, limit: 100, pages: 1 } });
  });
});

describe("Connect", () => {
  it("hides whether a foreign vendor exists", async () => {
    const answers = [];
    for (const id of [
      "nonsense",
      "acct_00000000000000",
      server.otherAccountVendor,
      server.vendors.deleted[0],
    ]) {
      answers.push(await send(`GET /v1/connect/accounts/${id}`));
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual({ status: 403, body: { message: "Forbidden" } });
    expect((await send(`GET /v1/connect/accounts/${server.vendors.live[0]}`)).status).toBe(401);
  });

  it("allocates net of the surcharge, reverses, and withdraws the rest", async () => {
    const destination = await vendor();
    const made = await send("POST /v1/connect/allocations", { body: { destination, amount: 1001 } });
    expect(made).toMatchObject({ status: 201, body: { amount: 980, fee: 21, destination } });
    const path = `/v1/connect/allocations/${made.body.id}/reversals`;
    expect(await send(`POST ${path}`, { body: { amount: 80 } })).toMatchObject({
      status: 201,
      body: { reversed_total: 80 },
    });
    const headers = { "idempotency-key": "once" };
    const out = await send(`POST /v1/connect/accounts/${destination}/withdrawals`, { headers });
    expect(out).toMatchObject({ status: 201, body: { moved: 900 } });
    expect(await send(`POST /v1/connect/accounts/${destination}/withdrawals`, { headers })).toEqual(out);
    expect(await send(`POST ${path}`)).toMatchObject({
      status: 402,
      body: { code: "connect.insufficient_funds_for_reversal", required: 900, shortfall: 900 },
    });
    expect(await feed()).toContain("connect.reversal.blocked_insufficient_funds");
  });

  it("allocates once per key, also for concurrent requests", async () => {
    const destination = await vendor();
    const sent = { body: { destination, amount: 1000 }, headers: { "idempotency-key": "race" } };
    const answers = await Promise.all([1, 2, 3].map(() => send("POST /v1/connect/allocations", sent)));
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(201);
    const entries = (await send(`GET /v1/connect/accounts/${destination}/transactions`)).body["data"];
    expect(entries).toHaveLength(1);
  });
});

describe("subscriptions", () => {
  it("renews, becomes past due, is settled and ends as its clock advances", async () => {
    const customer = await send("POST /v1/subscribers", {
      body: { email: "a@b.example", msisdn: phones.paying },
    });
    const price = await send("POST /v1/tariffs", { body: { unit: 3000, every: "month" } });
    const clocks = "/v1/test-helpers/test-clocks";
    const clock = await send(`POST ${clocks}`, { body: { frozenTime: "2031-01-31T00:00:00Z" } });
    const { reference: customerId } = customer.body;
    await send(`POST ${clocks}/${clock.body.id}/attach`, { body: { customerId } });
    const body = { customer: customerId, price: price.body.reference };
    const sub = await send("POST /v1/subscriptions", { body });
    expect(sub).toMatchObject({ status: 201, body: { paymentStatus: { success: true }, state: "active" } });
    const path = `/v1/agreements/${sub.body.reference}`;
    const reaches = (state: string, period: string) =>
      vi.waitFor(async () => {
        expect((await send(`GET ${path}`)).body).toMatchObject({ state, currentPeriodStart: period });
      });
    const advance = async (frozenTime: string) =>
      (await send(`POST ${clocks}/${clock.body.id}/advance`, { body: { frozenTime } })).body[
        "triggeredEvents"
      ];

    expect(await advance("2031-03-01")).toHaveLength(2);
    await reaches("active", "2031-02-28T01:00:00+01:00");
    await send(`PATCH /v1/subscribers/${customerId}`, { body: { msisdn: phones.refusing } });
    await advance("2031-03-31T12:00:00Z");
    await reaches("past_due", "2031-02-28T01:00:00+01:00");
    await send(`PATCH /v1/subscribers/${customerId}`, { body: { msisdn: phones.paying } });
    const retried = await send(`POST ${path}/retry-payment`);
    expect(retried.body).toMatchObject({ state: "past_due", subscriptionActivationPending: true });
    await reaches("active", "2031-03-31T01:00:00+01:00");
    await send(`POST ${path}/cancel`);
    await advance("2031-05-01");
    await reaches("canceled", "2031-03-31T01:00:00+01:00");
    const ends = (await feed()).filter((type) => type === "subscription.canceled");
    expect(ends.length).toBeGreaterThanOrEqual(2);
  });

  it("refuses live keys on clocks", async () => {
    const sent = { key: server.liveKey };
    expect(await send("GET /v1/test-helpers/test-clocks", sent)).toMatchObject({
      status: 403,
      body: { code: "TEST_CLOCK_NOT_AVAILABLE" },
    });
  });
});
