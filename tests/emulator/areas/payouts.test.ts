import { describe, expect, it } from "vitest";
import { heldIn, walletIn } from "../../../emulator/areas/account/wallets.ts";
import { createBench, disbursement, momo, remittance } from "../client.ts";

const kinds = [
  { name: "disbursement", create: "/v1/disbursements", body: disbursement },
  { name: "remittance", create: "/v1/remittance", body: remittance },
];

describe.each(kinds)("$name", ({ name, create, body }) => {
  it.each([
    ["amount", { amount: undefined }],
    ["amount", { amount: name === "disbursement" ? "5000" : 5000 }],
    ["amount", { amount: name === "disbursement" ? 0 : "0" }],
    ["amount", { amount: name === "disbursement" ? 1.5 : "1.5" }],
    ["currency", { currency: 1 }],
    ["first_name", { first_name: undefined }],
    ["last_name", { last_name: 7 }],
    ["payment_method_data", { payment_method_data: undefined }],
    ["payment_method_data", { payment_method_data: [] }],
    ["payment_method_data.type", { payment_method_data: { ...momo, type: "card" } }],
    ["payment_method_data.momo", { payment_method_data: { type: "momo" } }],
    [
      "payment_method_data.momo.msisdn",
      { payment_method_data: { type: "momo", momo: { ...momo.momo, msisdn: 242 } } },
    ],
    [
      "payment_method_data.momo.country",
      { payment_method_data: { type: "momo", momo: { ...momo.momo, country: "FR" } } },
    ],
  ])("refuses a wrong %s", async (field, over) => {
    const refused = await createBench().call("POST", create, { ...body, ...over });
    expect(refused.status).toBe(400);
    expect(refused.json.errors?.map((error) => error.field)).toEqual([field]);
  });

  it("takes its amount at its creation and returns it when it fails", async () => {
    const bench = createBench();
    const { state } = bench.emulator.engine;
    const holder = { accountId: bench.accountId, mode: "test" as const, currency: "xaf" };
    const held = () =>
      heldIn(state, walletIn(state, holder.accountId, holder.mode, holder.currency)).available;
    const before = held();
    await bench.control("POST", `/merchants/${bench.accountId}/next-${name}-outcome`, { outcome: "failed" });
    await bench.call("POST", create, body);
    expect(held()).toBe(name === "disbursement" ? before - 5000 : before);
    await bench.control("POST", `/merchants/${bench.accountId}/clock`, { byMs: 3_000 });
    expect(held()).toBe(before);
    await bench.call("POST", create, body);
    expect(held()).toBe(before - 5000);
    await bench.control("POST", `/merchants/${bench.accountId}/clock`, { byMs: 3_000 });
    expect(held()).toBe(before - 5000);
    const operator = state.ledger.balance("outside:mtn:cg", { mode: "test", currency: "xaf" });
    expect(operator).toBe(5000);
  });

  it("is refused beyond the available balance where the merchant's settings say so", async () => {
    const bench = createBench();
    const settings = `/merchants/${bench.accountId}/settings`;
    const larger = { ...body, amount: name === "disbursement" ? 100_000_001 : "100000001" };
    expect((await bench.call("POST", create, larger)).status).toBe(200);
    expect((await bench.control("PUT", settings, { payoutOverdraft: "refused" })).status).toBe(200);
    const refused = await bench.call("POST", create, body);
    expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([400, "amount"]);
  });
});

describe("disbursements", () => {
  it("settle only once: as real time passes, or immediately by control", async () => {
    const bench = createBench();
    const first = await bench.call("POST", "/v1/disbursements", disbursement);
    const second = await bench.call("POST", "/v1/disbursements", disbursement);
    const settle = `/merchants/${bench.accountId}/disbursements/${String(second.json["id"])}/settle`;
    expect((await bench.control("POST", settle, { status: "canceled" })).status).toBe(200);
    expect((await bench.control("POST", settle, { status: "succeeded" })).status).toBe(409);
    await Promise.resolve();
    bench.time.advance(3_000);
    const status = async (id: unknown) =>
      (await bench.call("GET", `/v1/disbursement/${String(id)}`)).json["status"];
    expect(await status(first.json["id"])).toBe("succeeded");
    expect(await status(second.json["id"])).toBe("canceled");
    expect(bench.emulator.engine.state.timeline.clocks()).toEqual([]);
  });

  it("take prepared outcomes in order", async () => {
    const bench = createBench();
    const prepare = `/merchants/${bench.accountId}/next-disbursement-outcome`;
    await bench.control("POST", prepare, { outcome: "failed", times: 2 });
    await bench.control("POST", prepare, { outcome: "canceled" });
    const made = [];
    for (let i = 0; i < 4; i += 1) made.push(await bench.call("POST", "/v1/disbursements", disbursement));
    await bench.control("POST", `/merchants/${bench.accountId}/clock`, { byMs: 3_000 });
    const statuses = [];
    for (const { json } of made) {
      statuses.push((await bench.call("GET", `/v1/disbursement/${String(json["id"])}`)).json["status"]);
    }
    expect(statuses).toEqual(["failed", "failed", "canceled", "succeeded"]);
  });
});

describe("list of remittances", () => {
  const fill = async (count: number) => {
    const bench = createBench();
    for (let i = 0; i < count; i += 1)
      await bench.call("POST", "/v1/remittance", { ...remittance, amount: String(i + 1) });
    const list = async (query = "") => bench.call("GET", `/v1/remittance${query}`);
    return { bench, list };
  };

  it("has ten entries a page, newest first, and the right total", async () => {
    const { list } = await fill(25);
    const first = await list();
    expect(first.json["meta"]).toEqual({ total: 25, page: 1, limit: 10, pages: 3 });
    const amounts = [];
    for (const page of [1, 2, 3, 4]) {
      const { json } = await list(`?page=${page}`);
      amounts.push(...(json["data"] as { amount: number }[]).map(({ amount }) => amount));
    }
    expect(amounts).toEqual(Array.from({ length: 25 }, (_, i) => 25 - i));
  });

  it("takes 100 entries at most and refuses invalid pages", async () => {
    const { list } = await fill(0);
    expect((await list("?limit=100")).json["meta"]).toEqual({ total: 0, page: 1, limit: 100, pages: 0 });
    for (const query of [
      "limit=101",
      "limit=0",
      "limit=-1",
      "limit=ten",
      "limit=1.5",
      "limit=1&limit=2",
      "page=0",
      "page=",
      "page=1e9",
    ]) {
      const refused = await list(`?${query}`);
      expect(refused.status, query).toBe(400);
      expect(refused.json.errors?.[0]?.field).toBe(query.split("=")[0]);
    }
  });
});
