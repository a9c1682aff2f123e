import { describe, expect, it } from "vitest";
import { createBench, createShop, type Shop } from "./bench.ts";

let turn = 0;
const create = (shop: Shop, body: unknown = { name: "Stall" }, headers: Record<string, string> = {}) => {
  turn += 1;
  return shop.call("POST", "/v1/connect/accounts", body, {
    headers: { "idempotency-key": `v${turn}`, ...headers },
  });
};

describe("vendors", () => {
  it("are created twenty times a minute at most", async () => {
    const shop = await createShop(createBench());
    for (let count = 0; count < 20; count += 1) expect((await create(shop)).status).toBe(201);
    const refused = await create(shop);
    expect([refused.status, refused.json["code"]]).toEqual([429, "E_TOO_MANY_REQUESTS"]);
    expect(refused.headers.get("retry-after")).toBe("60");
    await shop.move(60_000);
    expect((await create(shop)).status).toBe(201);
  });

  it("are listed by cursor and their transactions by page, each once", async () => {
    const shop = await createShop(createBench());
    const accts = [];
    for (let count = 0; count < 7; count += 1) accts.push(await shop.vendor());
    const seen: string[] = [];
    for (let cursor: string | null = "", turns = 0; cursor !== null && turns < 9; turns += 1) {
      const page = await shop.call(
        "GET",
        `/v1/connect/accounts?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      seen.push(...(page.json["data"] as { id: string }[]).map(({ id }) => id));
      cursor = page.json["next_cursor"] as string | null;
      expect(page.json["has_more"]).toBe(cursor !== null);
    }
    expect(seen).toEqual([...accts].reverse());
    const [acct = ""] = accts;
    for (let count = 0; count < 5; count += 1) await shop.allocate(acct, 100 + count);
    const amounts: number[] = [];
    for (let page = 1, more = true; more; page += 1) {
      const { json } = await shop.call(
        "GET",
        `/v1/connect/accounts/${acct}/transactions?page=${page}&limit=2`,
      );
      expect(json).not.toHaveProperty("next_cursor");
      amounts.push(...(json["data"] as { amount: number }[]).map(({ amount }) => amount));
      more = json["has_more"] as boolean;
    }
    expect(amounts).toEqual([104, 103, 102, 101, 100]);
  });

  it("answer others with the same bytes as unknown vendors", async () => {
    const bench = createBench();
    const shop = await createShop(bench);
    const foreign = await (await createShop(bench)).vendor();
    const deleted = await shop.vendor();
    await bench.control("DELETE", `/merchants/${shop.accountId}/vendors/${deleted}`);
    const live = await shop.vendor({ mode: "live" });
    for (const [method, tail] of [
      ["GET", ""],
      ["GET", "/transactions"],
      ["GET", "/compliance"],
      ["POST", "/withdrawals"],
      ["POST", "/onboarding_links"],
    ] as const) {
      const ask = (acct: string) =>
        shop.call(method, `/v1/connect/accounts/${acct}${tail}`, undefined, {
          headers: { "idempotency-key": "k" },
        });
      for (const acct of [foreign, deleted, "acct_AAAAAAAAAAAAAAAAAAAAAAAA", "nonsense", "%E0%A4%A"]) {
        const refused = await ask(acct);
        expect([refused.status, refused.text]).toEqual([403, '{"message":"Forbidden"}']);
      }
      expect(await ask(live)).toMatchObject({ status: 401, text: '{"message":"Unauthorized"}' });
    }
    expect(bench.faults).toEqual([]);
  });
});

describe("compliance and onboarding", () => {
  it("resume a session by its key and derive what a request must not contain", async () => {
    const shop = await createShop(createBench());
    const link = (acct: string, body?: unknown, key?: string) =>
      shop.call("POST", `/v1/connect/accounts/${acct}/onboarding_links`, body, {
        headers: key === undefined ? {} : { "idempotency-key": key },
      });
    const acct = await shop.vendor();
    const first = await link(acct, undefined, "k");
    expect(first.status).toBe(201);
    expect(await link(acct, undefined, "k")).toMatchObject({ status: 201, text: first.text });
    expect((await link(acct)).json["id"]).not.toBe(first.json["id"]);
    for (const field of ["country", "kycLevel"]) {
      expect((await link(acct, { [field]: 1 })).json.errors?.[0]).toMatchObject({ rule: "derived", field });
    }
    expect((await link(await shop.vendor({ country: "zz" }))).json["code"]).toBe(
      "E_REFERENTIAL_COUNTRY_MISSING",
    );
    expect((await link(await shop.vendor({ country: "fr" }))).json["code"]).toBe(
      "E_CONNECT_ONBOARDING_UNSUPPORTED",
    );
    await shop.down("country-referential");
    expect((await link(acct)).status).toBe(502);
  });
});

describe("the singletons", () => {
  it("answer before anything is configured, and keep what is written", async () => {
    const shop = await createShop(createBench(), { connectMode: null });
    const path = "/v1/connect/payout_schedule";
    expect((await shop.call("GET", path)).json).toEqual({
      object: "connect_payout_schedule",
      account: shop.accountId,
      cadence: null,
      enabled: false,
    });
    expect((await shop.call("POST", path, { cadence: "daily" })).json).toMatchObject({
      cadence: "daily",
      enabled: true,
    });
    expect((await shop.call("POST", path, { cadence: "weekly", enabled: false })).status).toBe(200);
    expect((await shop.call("GET", path)).json).toMatchObject({ cadence: "weekly", enabled: false });
    for (const cadence of [undefined, null, "hourly", "DAILY", 1]) {
      const refused = await shop.call("POST", path, { cadence });
      expect(refused.status).toBe(422);
      expect(refused.json["meta"]).toEqual({ choices: ["daily", "weekly"] });
      expect(refused.json).not.toHaveProperty("code");
    }
    expect((await shop.call("POST", path, { cadence: "daily", enabled: "yes" })).status).toBe(422);
  });

  it("accept one Connect mode, once", async () => {
    const shop = await createShop(createBench(), { connectMode: null });
    const path = "/v1/connect/activations";
    expect((await shop.call("GET", path)).json).toEqual({
      id: shop.accountId,
      object: "connect_activation",
      connect_mode: null,
    });
    const refused = await shop.call("POST", `/dashboard${path.slice(3)}`, { connect_mode: "shop" });
    expect([refused.status, refused.json["meta"]]).toEqual([422, { choices: ["marketplace", "platform"] }]);
    expect((await shop.call("POST", `/dashboard${path.slice(3)}`, { connect_mode: "platform" })).status).toBe(
      200,
    );
    expect(
      (await shop.call("POST", `/dashboard${path.slice(3)}`, { connect_mode: "marketplace" })).status,
    ).toBe(422);
    expect((await shop.call("GET", path)).json).toMatchObject({ connect_mode: "platform" });
  });

  it("refuse a missing key with a code, and the reserved header before it", async () => {
    const bench = createBench();
    const shop = await createShop(bench);
    const path = "/v1/connect/overview";
    expect(await shop.call("GET", path, undefined, { authorization: null })).toMatchObject({
      status: 401,
      json: { code: "E_UNAUTHORIZED" },
    });
    const headers = { "service-account": "x" };
    expect((await shop.call("GET", path, undefined, { headers })).json["message"]).toMatch(
      /not supported on this/,
    );
    const other = await shop.call("GET", path, undefined, { headers, authorization: "Bearer pk_test_1" });
    expect([other.status, other.json["message"]]).toEqual([400, expect.stringMatching(/partner secret key/)]);
    expect((await shop.call("GET", "/v1/remittance", undefined, { headers })).status).toBe(200);
  });
});
