import { describe, expect, it } from "vitest";
import { createBench, disbursement, remittance } from "../client.ts";

const kinds = [
  { name: "disbursement", create: "/v1/disbursements", body: disbursement },
  { name: "remittance", create: "/v1/remittance", body: remittance },
];

describe.each(kinds)("$name", ({ name, create, body }) => {
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
