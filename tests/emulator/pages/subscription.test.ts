import { describe, expect, it } from "vitest";
import { createShop, type Shop } from "../subscriptions/shop.ts";
import { pageIn, payer, visitorOf } from "./visit.ts";

async function opened(shop: Shop, over: Record<string, unknown> = {}) {
  const made = await shop.checkout("POST", "/v1/subscription-sessions", {
    customerId: shop.customerId,
    items: [{ priceId: shop.priceId }],
    ...over,
  });
  return { id: String(made.json["id"]), url: pageIn(made) };
}

const invoiceOf = async (shop: Shop, subscriptionId: string) => {
  const { json } = await shop.checkout("GET", `/v1/invoices?subscriptionId=${subscriptionId}`);
  return (json as unknown as { data: { id: string; url: string; status: string }[] }).data[0];
};

describe("the page of a subscription session", () => {
  it("subscribes with the session's name, and leads to the success URL", async () => {
    const shop = await createShop();
    const successUrl = "https://shop.example.com/welcome";
    const { id, url } = await opened(shop, { successUrl });
    const { open, send } = visitorOf(shop);
    expect((await open(url)).text).toContain("Subscribe to First merchant");
    expect((await send(url, { ...payer, step: "confirm" })).text).toContain("Confirm on your phone");
    expect((await send(url, { ...payer, step: "approved" })).location).toBe(successUrl);
    const news = await shop.newEvents();
    expect(news.map(({ type }) => type)).toEqual([
      "subscription.created",
      "invoice.paid",
      "payment.completed",
    ]);
    expect(news[0]?.data).toMatchObject({ status: "active", checkoutSessionId: id });
    expect((await open(url)).text).toContain("You are subscribed");
  });

  it("leaves the subscription unpaid when the first payment is declined", async () => {
    const shop = await createShop();
    const { url } = await opened(shop);
    const { open, send } = visitorOf(shop);
    expect((await send(url, { ...payer, step: "declined" })).location).toBe(
      `${new URL(url).pathname}?lang=en`,
    );
    expect((await shop.newEvents())[0]).toMatchObject({
      type: "subscription.created",
      data: { status: "unpaid" },
    });
    expect((await open(url)).text).toContain("is waiting for payment");
  });

  it.each([
    ["week", "per week", "Then every week"],
    ["year", "per year", "Then every year"],
  ])("says how often a price by the %s is paid", async (interval, per, then) => {
    const shop = await createShop();
    const price = await shop.checkout("POST", "/v1/prices", { amount: 2000, interval });
    const { url } = await opened(shop, { items: [{ priceId: price.json["id"] }] });
    const { text } = await visitorOf(shop).open(url);
    expect([text.includes(per), text.includes(then), text.includes("month")]).toEqual([true, true, false]);
  });

  it("begins a trial without a payment", async () => {
    const shop = await createShop();
    const { url } = await opened(shop, { trialDays: 14 });
    const { open, send } = visitorOf(shop);
    expect((await open(url)).text).toContain("14 days free");
    await send(url, { ...payer, step: "approved" });
    expect((await open(url)).text).toContain("Your free trial has begun");
  });

  it("is canceled, and cannot be completed afterwards; an invalid redirect URL is ignored", async () => {
    const shop = await createShop();
    const { id, url } = await opened(shop, { successUrl: 5, cancelUrl: "javascript:alert(1)" });
    const { open, send } = visitorOf(shop);
    expect((await send(url, { step: "canceled" })).location).toBe(`/pay/${id}?lang=en`);
    expect((await open(url)).text).toContain("Payment canceled");
    expect((await shop.checkout("POST", `/v1/subscription-sessions/${id}/complete`)).status).toBe(409);
  });
});

describe("the page of an invoice", () => {
  it("pays an invoice whose payment was declined, and shows it as paid afterwards", async () => {
    const shop = await createShop();
    await shop.decline();
    const subscriptionId = await shop.subscribe();
    const invoice = await invoiceOf(shop, subscriptionId);
    const url = String(invoice?.url);
    expect(url).toBe(`http://checkout.test/invoice/${String(invoice?.id)}`);
    const { open, send } = visitorOf(shop);
    expect((await send(url, { ...payer, step: "declined" })).location).toContain("note=declined");
    expect((await invoiceOf(shop, subscriptionId))?.status).toBe("open");
    await shop.newEvents();
    await send(url, { ...payer, step: "approved" });
    expect((await invoiceOf(shop, subscriptionId))?.status).toBe("paid");
    expect((await shop.newEvents()).map(({ type }) => type)).toContain("invoice.paid");
    expect((await open(url)).text).toContain("This invoice is paid");
  });
});
