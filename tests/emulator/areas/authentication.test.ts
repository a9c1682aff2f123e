import { describe, expect, it } from "vitest";
import { createBench, disbursement, intent } from "../client.ts";

const routes = [
  ["POST", "/v1/payment-intents", "payment", "error"],
  ["GET", "/v1/payment-intents/pi_x", "payment", "error"],
  ["POST", "/v1/sessions", "checkout", "message"],
  ["GET", "/v1/sessions/session_x", "payment", "message"],
  ["POST", "/v1/disbursements", "payment", "message"],
  ["GET", "/v1/disbursement/wt_x", "payment", "message"],
  ["POST", "/v1/remittance", "payment", "message"],
  ["GET", "/v1/remittance", "payment", "message"],
  ["GET", "/v1/remittance/rem_x", "payment", "message"],
] as const;

describe("authentication", () => {
  it.each(routes)("%s %s on the %s host answers 401 with {%s}", async (method, path, host, field) => {
    const bench = createBench();
    const key = bench.emulator.merchants[0]?.keys.test ?? "";
    const wrong = [
      null,
      "",
      key,
      "Bearer",
      "Bearer ",
      `Basic ${key}`,
      `Bearer ${key}x`,
      `Bearer ${key} x`,
      `Bearer sk_test_0`,
    ];
    for (const authorization of wrong) {
      const refused = await bench.call(method, path, method === "POST" ? "{" : undefined, {
        host,
        authorization,
      });
      expect([authorization, refused.status, refused.json]).toEqual([
        authorization,
        401,
        { [field]: "Unauthorized" },
      ]);
    }
  });

  it("ends only the old key, immediately, when a new one is created", async () => {
    const bench = createBench();
    const [first] = bench.emulator.merchants;
    const { json } = await bench.control("POST", `/merchants/${bench.accountId}/keys`, { mode: "test" });
    expect(json["key"]).toMatch(/^sk_test_/);
    const status = async (key: unknown) =>
      (await bench.call("POST", "/v1/payment-intents", intent, { authorization: `Bearer ${String(key)}` }))
        .status;
    expect(await status(first?.keys.test)).toBe(401);
    expect(await status(json["key"])).toBe(200);
    expect(await status(first?.keys.live)).toBe(200);
  });

  it("gives a new merchant its own keys and no data of others", async () => {
    const bench = createBench();
    const made = await bench.control("POST", "/merchants", { name: "Third", country: "CM" });
    expect(made.status).toBe(201);
    const merchant = made.json as unknown as { accountId: string; keys: { test: string; live: string } };
    const authorization = `Bearer ${merchant.keys.test}`;
    const mine = await bench.call("POST", "/v1/disbursements", disbursement, { authorization });
    expect(mine.status).toBe(200);
    expect((await bench.call("GET", `/v1/disbursement/${String(mine.json["id"])}`)).status).toBe(404);
  });
});
