import { describe, expect, it } from "vitest";
import { createParts } from "../../emulator/index.ts";
import type { Send } from "../../emulator/kernel/sender.ts";
import { createBench, intent } from "./client.ts";
import { createShop } from "./subscriptions/shop.ts";

/** An emulator whose webhooks are delivered by `send`, and which emits an event for a new subscription. */
async function telling(mostDeliveries: { ofOne: number; ofAll: number }, send: Send) {
  const bench = await createShop({ parts: { ...createParts(), mostDeliveries }, send });
  const endpoint = { url: "http://hook.test/", events: ["subscription.created"] };
  return {
    bench,
    register: () => bench.call("POST", "/v1/webhook-endpoints", endpoint),
    subscribe: async () => {
      await bench.subscribe();
      await new Promise((resolve) => setTimeout(resolve, 2));
    },
  };
}

describe("limits on what unauthenticated clients can create", () => {
  it.each([
    [{ ofOne: 2, ofAll: 100 }, 4],
    [{ ofOne: 100, ofAll: 3 }, 3],
  ])("is a limited number of deliveries to slow endpoints: %j", async (most, kept) => {
    let sent = 0;
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { bench, register, subscribe } = await telling(most, async () => {
      sent += 1;
      await answered;
      return { status: 200 };
    });
    const noRoom: { fault?: string }[] = [];
    bench.emulator.onDelivery((outcome) => void noRoom.push(outcome));
    for (let count = 0; count < 2; count += 1) await register();
    for (let count = 0; count < 6; count += 1) await subscribe();
    expect(noRoom.filter(({ fault }) => fault === "too-many-waiting")).toHaveLength(12 - kept);
    answer();
    await bench.emulator.idle();
    expect(sent).toBe(kept);
    // There is room again.
    await subscribe();
    await bench.emulator.idle();
    expect(sent).toBe(kept + 2);
  });

  it("is a limited number of repeated deliveries", async () => {
    let sent = 0;
    const { bench, register, subscribe } = await telling({ ofOne: 3, ofAll: 100 }, async () => {
      sent += 1;
      return { status: 500 };
    });
    await register();
    for (let count = 0; count < 6; count += 1) await subscribe();
    expect(sent).toBe(6);
    const repeated = async (): Promise<number> => {
      const before = sent;
      bench.time.advance(5_000);
      await new Promise((resolve) => setTimeout(resolve, 5));
      await bench.emulator.idle();
      return sent - before;
    };
    expect(await repeated()).toBe(3);
    await bench.control("POST", "/reset");
    expect(await repeated()).toBe(0);
  });

  it("leaves room for retries when an endpoint is gone", async () => {
    let repeated = 0;
    const { bench, register, subscribe } = await telling({ ofOne: 2, ofAll: 2 }, () =>
      Promise.resolve({ status: 500 }),
    );
    bench.emulator.onDelivery(({ retryMs }) => void (repeated += retryMs === undefined ? 0 : 1));
    for (let count = 0; count < 3; count += 1) {
      const { json } = await register();
      await subscribe();
      await subscribe();
      await bench.call("DELETE", `/v1/webhook-endpoints/${String(json["id"])}`);
    }
    expect(repeated).toBe(6);
  });

  it("is a limited number of merchants", async () => {
    const bench = createBench({ parts: { ...createParts(), mostMerchants: 4 } });
    const make = async () => bench.control("POST", "/merchants", {});
    expect([(await make()).status, (await make()).status]).toEqual([201, 201]);
    const refused = await make();
    expect([refused.status, refused.json]).toEqual([
      409,
      { message: "There are at most 4 merchants: reset the emulator" },
    ]);
    await bench.control("POST", "/reset");
    expect((await make()).status).toBe(201);
  });

  it.each([
    [{ ofOneAccount: 2, ofAll: 100 }, "An account has at most 2 endpoints"],
    [{ ofOneAccount: 100, ofAll: 2 }, "All accounts together have at most 2 endpoints"],
  ])("is a limited number of endpoints: %j", async (most, message) => {
    const parts = createParts();
    const bench = createBench({ parts: { ...parts, webhookEndpoints: { ...parts.webhookEndpoints, most } } });
    const wanted = { url: "http://hook.test/", events: ["invoice.paid"] };
    const path = `/merchants/${bench.accountId}/webhook-endpoints`;
    expect((await bench.control("POST", path, wanted)).status).toBe(201);
    expect((await bench.call("POST", "/v1/webhook-endpoints", wanted)).status).toBe(201);
    for (const refused of [
      await bench.control("POST", path, wanted),
      await bench.call("POST", "/v1/webhook-endpoints", wanted),
    ])
      expect([refused.status, refused.json]).toEqual([409, { message }]);
  });

  it.each([
    { url: `http://hook.test/${"a".repeat(2048)}`, events: [] },
    { url: "http://hook.test/", events: ["a".repeat(256)] },
    { url: "http://hook.test/", events: Array.from({ length: 101 }, () => "invoice.paid") },
  ])("is an endpoint of limited size", async (wanted) => {
    const bench = createBench();
    expect((await bench.call("POST", "/v1/webhook-endpoints", wanted)).status).toBe(422);
    const path = `/merchants/${bench.accountId}/webhook-endpoints`;
    expect((await bench.control("POST", path, wanted)).status).toBe(422);
  });
});

describe("limits on values, which the document does not name", () => {
  it.each([
    [2 ** 53, "integer"],
    [2 ** 53 - 1, "max"],
  ])("refuse a payment of %d by the rule %s", async (amount, rule) => {
    const refused = await createBench().call("POST", "/v1/payment-intents", { ...intent, amount });
    expect([refused.status, refused.json.errors?.[0]]).toMatchObject([422, { field: "amount", rule }]);
  });

  it("refuse an order beyond any amount, and one in several currencies", async () => {
    const shop = await createShop();
    const price = async (body: unknown) => (await shop.checkout("POST", "/v1/prices", body)).json["id"];
    const order = async (items: unknown) =>
      (await shop.checkout("POST", "/v1/subscriptions", { customerId: shop.customerId, items })).status;
    const dear = await price({ amount: 1_000_000_000_000 });
    expect(await order([{ priceId: dear, quantity: 2 }])).toBe(422);
    expect(await order([{ priceId: dear, quantity: 1 }])).toBe(201);
    const foreign = await price({ amount: 1, currency: "XOF" });
    expect(await order([{ priceId: foreign }, { priceId: shop.priceId }])).toBe(422);
  });

  it("keep a test clock between 1970 and 2200, and one advance within ten years", async () => {
    const shop = await createShop();
    const path = "/v1/test-helpers/test-clocks";
    for (const frozenTime of ["0001-01-01T00:00:00Z", "9999-01-01T00:00:00Z"])
      expect((await shop.checkout("POST", path, { frozenTime })).status).toBe(422);
    const id = await shop.clock("2026-03-01T12:00:00Z");
    expect((await shop.advance(id, "9999-01-01T00:00:00Z")).status).toBe(422);
    expect((await shop.advance(id, "2056-03-01T12:00:01Z")).status).toBe(422);
    expect((await shop.advance(id, "2026-03-01T12:00:01Z")).status).toBe(200);
  });
});
