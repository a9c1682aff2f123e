import { describe, expect, it } from "vitest";
import { createShop } from "./shop.ts";

describe("subscriptions", () => {
  it.each([
    ["customerId", { customerId: undefined }],
    ["customerId", { customerId: 5 }],
    ["items", { items: undefined }],
    ["items", { items: [] }],
    ["items", { items: {} }],
    ["items.0", { items: [null] }],
    ["items.0.priceId", { items: [{}] }],
    ["items.0.priceId", { items: [{ priceId: "price_0" }] }],
    ["trialDays", { trialDays: -1 }],
    ["trialDays", { trialDays: 1.5 }],
  ])("refuse a wrong %s: %j", async (field, over) => {
    const shop = await createShop();
    const refused = await shop.checkout("POST", "/v1/subscriptions", {
      customerId: shop.customerId,
      items: [{ priceId: shop.priceId }],
      ...over,
    });
    expect([refused.status, refused.json.errors?.map((error) => error.field)]).toEqual([422, [field]]);
    expect(await shop.allEvents()).toEqual([]);
  });

  it("refuse quantities beyond any amount, and mixed currencies", async () => {
    const shop = await createShop();
    const order = (items: unknown) =>
      shop.checkout("POST", "/v1/subscriptions", { customerId: shop.customerId, items });
    const price = async (body: unknown) => (await shop.checkout("POST", "/v1/prices", body)).json["id"];
    const dear = await price({ amount: 1_000_000_000_000 });
    expect((await order([{ priceId: dear, quantity: 2 }])).status).toBe(422);
    expect((await order([{ priceId: dear, quantity: 1 }])).status).toBe(201);
    const foreign = await price({ amount: 1, currency: "XOF" });
    expect((await order([{ priceId: foreign }, { priceId: shop.priceId }])).status).toBe(422);
    const id = await shop.subscribe();
    const change = (body: unknown) => shop.checkout("POST", `/v1/subscriptions/${id}`, body);
    for (const body of [{}, { quantity: 0 }, { quantity: "2" }, { quantity: 2, priceId: foreign }])
      expect((await change(body)).status).toBe(422);
    expect((await change({ quantity: 2, priceId: shop.priceId })).status).toBe(200);
    expect(shop.faults).toEqual([]);
  });

  it("are invisible to others, in either environment", async () => {
    const shop = await createShop();
    const id = await shop.subscribe();
    const [first, second] = shop.emulator.merchants;
    const invoice = String(
      ((await shop.checkout("GET", `/v1/invoices?subscriptionId=${id}`)).json["data"] as { id: string }[])[0]
        ?.id,
    );
    for (const key of [first?.keys.live, second?.keys.test]) {
      const authorization = `Bearer ${key ?? ""}`;
      const status = async (method: string, path: string, body?: unknown) =>
        (await shop.checkout(method, path, body, authorization)).status;
      expect(await status("GET", `/v1/subscriptions/${id}`)).toBe(404);
      expect(await status("POST", `/v1/subscriptions/${id}`, { quantity: 2 })).toBe(404);
      for (const what of ["cancel", "pause", "resume", "retry-payment"])
        expect(await status("POST", `/v1/subscriptions/${id}/${what}`)).toBe(404);
      expect(await status("GET", `/v1/invoices/${invoice}`)).toBe(404);
      expect(await status("POST", `/v1/invoices/${invoice}/void`)).toBe(404);
      expect(await status("GET", `/v1/customers/${shop.customerId}`)).toBe(404);
      expect(await status("GET", `/v1/prices/${shop.priceId}`)).toBe(404);
      expect(
        await status("POST", "/v1/subscriptions", {
          customerId: shop.customerId,
          items: [{ priceId: shop.priceId }],
        }),
      ).toBe(404);
    }
    expect((await shop.show(id))["status"]).toBe("active");
  });

  it("ignore unknown fields, and take a missing body as an empty one", async () => {
    const shop = await createShop();
    const id = await shop.subscribe({
      status: "canceled",
      cancelAtPeriodEnd: true,
      pauseUntil: "2026-02-01",
    });
    expect(await shop.show(id)).toMatchObject({ status: "active", cancelAt: null, pausedAt: null });
    expect((await shop.act(id, "pause")).status).toBe(200);
    expect((await shop.act(id, "resume", { unknown: [1] })).status).toBe(200);
    expect((await shop.act(id, "cancel", { cancelImmediately: "yes" })).status).toBe(422);
    expect((await shop.act(id, "cancel", [])).status).toBe(422);
    expect((await shop.act(id, "cancel", { cancelImmediately: false })).json["cancelAt"]).not.toBeNull();
  });

  it("renew in real time as on a clock", async () => {
    const shop = await createShop();
    await shop.subscribe();
    await shop.newEvents();
    await shop.control("POST", `/merchants/${shop.accountId}/clock`, { to: "2026-02-28T10:00:00Z" });
    expect((await shop.newEvents()).map(({ type }) => type)).toEqual([
      "invoice.finalized",
      "invoice.paid",
      "payment.completed",
      "subscription.updated",
    ]);
  });
});
