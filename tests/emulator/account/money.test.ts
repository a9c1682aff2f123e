import { describe, expect, it } from "vitest";
import { createBench, intent, session } from "../client.ts";
import { createShop } from "../connect/bench.ts";

const pay = (bench: ReturnType<typeof createBench>, accountId: string, id: unknown, status: string) =>
  bench.control("POST", `/merchants/${accountId}/payment-intents/${String(id)}/status`, { status });

describe("a merchant's account", () => {
  it("is credited by a payment, once, less the fee of its settings", async () => {
    const bench = createBench();
    const shop = await createShop(bench, { settings: { paymentFee: { fixed: 10, percent: 2.5 } } });
    const made = await shop.call("POST", "/v1/payment-intents", intent);
    expect((await pay(bench, shop.accountId, made.json["id"], "succeeded")).status).toBe(200);
    expect(await shop.funds()).toBe(1_000_000 + 5000 - 10 - 125);
    expect((await pay(bench, shop.accountId, made.json["id"], "succeeded")).status).toBe(200);
    expect(await shop.funds()).toBe(1_004_865);
    const { ledger } = bench.emulator.engine.state;
    expect(ledger.balance("service:fees", { mode: "test", currency: "xaf" })).toBe(135);
    expect(ledger.balance("service:fees", { mode: "live", currency: "xaf" })).toBe(0);
  });

  it("has a payment pending until the delay of its settings has passed", async () => {
    const bench = createBench();
    const shop = await createShop(bench, { settings: { paymentDelayMs: 60_000 } });
    const made = await shop.call("POST", "/v1/payment-intents", intent);
    await pay(bench, shop.accountId, made.json["id"], "succeeded");
    const balances = async () =>
      (await bench.control("GET", `/merchants/${shop.accountId}/balances`)).json["marketplace"];
    expect(await balances()).toEqual({ currency: "xaf", pending: 5000, available: 1_000_000 });
    await shop.move(60_000);
    expect(await balances()).toEqual({ currency: "xaf", pending: 0, available: 1_005_000 });
  });

  it("pays a vendor when control lets the payment of a charge succeed", async () => {
    const bench = createBench();
    const shop = await createShop(bench);
    const vendor = await shop.vendor();
    const charge = await shop.call("POST", "/v1/payment-intents", {
      ...intent,
      on_behalf_of: vendor,
      application_fee_rate: 10,
    });
    await pay(bench, shop.accountId, charge.json["id"], "succeeded");
    expect(await shop.held(vendor)).toEqual({ pending: 4500, available: 0 });
    expect(await shop.funds()).toBe(1_000_000 + 500 - 125);
    const again = await shop.call("POST", `/v1/payment-intents/${String(charge.json["id"])}/capture`, {});
    expect([again.status, again.json.message]).toEqual([422, "The charge is captured already"]);
  });
});

describe("a payment", () => {
  it.each([
    ["failed", "succeeded", "The payment has ended: failed"],
    ["canceled", "processing", "The payment has ended: canceled"],
    [
      "processing",
      "requires_confirmation",
      "A payment does not go back from processing to requires_confirmation",
    ],
  ])("that is %s is not brought to %s", async (first, second, reason) => {
    const bench = createBench();
    const made = await bench.call("POST", "/v1/payment-intents", intent);
    expect((await pay(bench, bench.accountId, made.json["id"], first)).status).toBe(200);
    const refused = await pay(bench, bench.accountId, made.json["id"], second);
    expect([refused.status, refused.json.errors?.[0]?.message]).toEqual([422, reason]);
    const shown = await bench.call("GET", `/v1/payment-intents/${String(made.json["id"])}`);
    expect(shown.json["status"]).toBe(first);
  });

  it("on behalf of a vendor is not captured once it has failed", async () => {
    const bench = createBench();
    const shop = await createShop(bench);
    const body = { ...intent, on_behalf_of: await shop.vendor(), application_fee_rate: 10 };
    const charge = await shop.call("POST", "/v1/payment-intents", body);
    await pay(bench, shop.accountId, charge.json["id"], "failed");
    const refused = await shop.call("POST", `/v1/payment-intents/${String(charge.json["id"])}/capture`, {});
    expect([refused.status, refused.json.message]).toEqual([422, "The payment has ended: failed"]);
  });
});

describe("a checkout session", () => {
  const open = async () => {
    const bench = createBench();
    const made = await bench.call("POST", "/v1/sessions", session(bench.accountId), { host: "checkout" });
    const id = String(made.json["id"]);
    const end = (status: string) =>
      bench.control("POST", `/merchants/${bench.accountId}/sessions/${id}/end`, { status });
    const read = async () => (await bench.call("GET", `/v1/sessions/${id}`)).json;
    const events = async () =>
      (await bench.control("GET", `/merchants/${bench.accountId}/events`)).json["data"] as {
        type: string;
        body: { data: Record<string, unknown> };
      }[];
    return { bench, id, orderId: made.json["orderId"], end, read, events };
  };

  it("that is paid has a payment that succeeded, and is reported once", async () => {
    const { bench, id, orderId, end, read, events } = await open();
    const paid = await end("paid");
    const { paymentIntentId } = paid.json;
    expect(paid.json).toEqual({ id, status: "paid", orderId, paymentIntentId });
    expect(await read()).toMatchObject({ status: "paid", paymentIntentId });
    const shown = await bench.call("GET", `/v1/payment-intents/${String(paymentIntentId)}`);
    expect(shown.json).toMatchObject({ status: "succeeded", amount: 5000 });
    const again = await end("canceled");
    expect([again.status, again.json.errors?.[0]?.message]).toEqual([422, "The session has ended: paid"]);
    const reported = await events();
    expect(reported.map(({ type }) => type)).toEqual(["checkout.session.completed"]);
    expect(reported[0]?.body.data).toMatchObject({ sessionId: id, orderId, paymentIntentId, total: 5000 });
  });

  it.each([
    ["declined", "failed"],
    ["canceled", undefined],
    ["expired", undefined],
  ])("that is %s has the payment %s and no event", async (status, payment) => {
    const { bench, end, read, events } = await open();
    const ended = await end(status);
    expect([ended.status, await read()]).toMatchObject([200, { status }]);
    if (payment !== undefined) {
      const shown = await bench.call("GET", `/v1/payment-intents/${String(ended.json["paymentIntentId"])}`);
      expect(shown.json["status"]).toBe(payment);
    } else expect(ended.json["paymentIntentId"]).toBeNull();
    expect(await events()).toEqual([]);
  });
});
