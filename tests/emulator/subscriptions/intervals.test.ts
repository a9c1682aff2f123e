import { expect, it } from "vitest";
import { createShop } from "./shop.ts";

it.each([
  ["day", "2026-02-01T10:00:00.000Z", "2026-02-03T10:00:00.000Z"],
  ["week", "2026-02-07T10:00:00.000Z", "2026-02-21T10:00:00.000Z"],
  ["month", "2026-02-28T10:00:00.000Z", "2026-04-30T10:00:00.000Z"],
  ["year", "2027-01-31T10:00:00.000Z", "2029-01-31T10:00:00.000Z"],
])("bills by the %s, and ends a cancellation with it", async (interval, first, third) => {
  const shop = await createShop();
  const price = await shop.checkout("POST", "/v1/prices", { amount: 300, interval });
  expect(price.json["interval"]).toBe(interval);
  const id = await shop.subscribe({ items: [{ priceId: price.json["id"] }] });
  expect((await shop.show(id))["currentPeriodEnd"]).toBe(first);
  const clock = await shop.clock();
  await shop.attach(clock, { subscriptionId: id });
  await shop.advance(clock, first);
  const renewed = (await shop.show(id))["currentPeriodEnd"];
  expect(Date.parse(String(renewed))).toBeGreaterThan(Date.parse(first));
  await shop.advance(clock, String(renewed));
  expect((await shop.show(id))["currentPeriodEnd"]).toBe(third);
  await shop.act(id, "cancel");
  await shop.advance(clock, third);
  expect((await shop.show(id))["status"]).toBe("canceled");
  const paid = (await shop.allEvents()).filter(({ type }) => type === "invoice.paid");
  expect(new Set(paid.map(({ data }) => data["amount"]))).toEqual(new Set([300]));
  expect(new Set(paid.map(({ data }) => data["invoiceId"])).size).toBe(3);
});

it("refuses an unknown interval, and items of several", async () => {
  const shop = await createShop();
  const refused = await shop.checkout("POST", "/v1/prices", { amount: 300, interval: "decade" });
  expect([refused.status, refused.json.errors?.[0]]).toMatchObject([
    422,
    { rule: "enum", field: "interval" },
  ]);
  const weekly = await shop.checkout("POST", "/v1/prices", { amount: 300, interval: "WEEK" });
  const items = [{ priceId: shop.priceId }, { priceId: weekly.json["id"] }];
  const mixed = await shop.checkout("POST", "/v1/subscriptions", { customerId: shop.customerId, items });
  expect([mixed.status, mixed.json.errors?.[0]]).toMatchObject([
    422,
    { rule: "sameInterval", field: "items" },
  ]);
});
