import { describe, expect, it } from "vitest";
import { createBench, intent } from "../client.ts";
import { createShop } from "../connect/bench.ts";

/** A shop with 1,000,000 francs, and a payment of 5,000 to it that succeeded. */
async function paidShop(settings: object = {}) {
  const bench = createBench();
  const shop = await createShop(bench, { settings });
  const { json } = await shop.call("POST", "/v1/payment-intents", intent);
  const id = String(json["id"]);
  const end = (status: string) =>
    bench.control("POST", `/merchants/${shop.accountId}/payment-intents/${id}/status`, { status });
  const refund = (body: object = {}) => shop.call("POST", `/v1/payment-intents/${id}/refunds`, body);
  return { ...shop, bench, id, end, refund };
}

describe("a refund of a plain payment", () => {
  it("is paid by the merchant, and not beyond the payment", async () => {
    const { end, refund, funds, bench, id } = await paidShop();
    await end("succeeded");
    const part = await refund({ amount: 2000 });
    expect([part.status, part.json]).toMatchObject([
      201,
      { object: "refund", payment_intent: id, amount: 2000, currency: "xaf", status: "succeeded" },
    ]);
    expect(await funds()).toBe(1_003_000);
    const beyond = await refund({ amount: 3001 });
    expect([beyond.status, beyond.json.errors?.[0]]).toMatchObject([422, { rule: "max", field: "amount" }]);
    expect((await refund()).json["amount"]).toBe(3000);
    expect((await refund()).status).toBe(422);
    expect(await funds()).toBe(1_000_000);
    const why = await bench.control("GET", `/why/${String(part.json["id"])}`);
    expect(why.json["because"]).toMatchObject([{ entries: [{ kind: "refund", details: { intent: id } }] }]);
  });

  it("is refused before the payment succeeded", async () => {
    const { refund, funds } = await paidShop();
    expect((await refund()).json.message).toBe("Only a payment that succeeded can be refunded");
    expect(await funds()).toBe(1_000_000);
  });

  it("is refused for lack of funds if the merchant allows no overdraft", async () => {
    const { refund, end, funds, bench, accountId } = await paidShop({ payoutOverdraft: "refused" });
    await end("succeeded");
    await bench.control("POST", `/merchants/${accountId}/funds`, { amount: -1_000_001 });
    const refused = await refund();
    expect([refused.status, refused.json]).toMatchObject([
      402,
      { code: "connect.insufficient_funds_for_refund", required: 5000, available: 4999, shortfall: 1 },
    ]);
    expect(await funds()).toBe(4_999);
  });

  it("does not exist for another merchant", async () => {
    const { end, id, bench } = await paidShop();
    await end("succeeded");
    expect((await bench.call("POST", `/v1/payment-intents/${id}/refunds`, {})).status).toBe(404);
  });
});
