import { describe, expect, it } from "vitest";
import { createBench, session } from "../client.ts";

const checkout = { host: "checkout" } as const;

describe("checkout sessions", () => {
  it("expire after a day", async () => {
    const bench = createBench();
    const made = await bench.call("POST", "/v1/sessions", session(bench.accountId), checkout);
    const path = `/v1/sessions/${String(made.json["id"])}`;
    await bench.control("POST", `/merchants/${bench.accountId}/clock`, { byMs: 24 * 3_600_000 - 1 });
    expect((await bench.call("GET", path)).json["status"]).toBe("open");
    await bench.control("POST", `/merchants/${bench.accountId}/clock`, { byMs: 1 });
    expect((await bench.call("GET", path)).json["status"]).toBe("expired");
  });

  it.each([
    ["total", { total: undefined }],
    ["total", { total: "5000" }],
    ["currency", { currency: undefined }],
    ["accountId", { accountId: undefined }],
    ["accountId", { accountId: "acct_of_somebody" }],
    ["successUrl", { successUrl: undefined }],
    ["successUrl", { successUrl: "not a url" }],
    ["successUrl", { successUrl: "javascript:alert(1)" }],
    ["cancelUrl", { cancelUrl: 5 }],
    ["items", { items: {} }],
    ["items.1", { items: [{}, "x"] }],
    ["items.0.quantity", { items: [{ quantity: "2" }] }],
    ["items.0.productId", { items: [{ productId: 2 }] }],
    ["metadata", { metadata: [] }],
  ])("refuse a wrong %s", async (field, over) => {
    const bench = createBench();
    const refused = await bench.call(
      "POST",
      "/v1/sessions",
      { ...session(bench.accountId), ...over },
      checkout,
    );
    expect(refused.status).toBe(400);
    expect(refused.json.errors?.map((error) => error.field)).toEqual([field]);
  });
});
