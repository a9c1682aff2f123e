import { describe, expect, it } from "vitest";
import { createShop, names, onClock } from "./shop.ts";

describe("the typical sequences", () => {
  it("creation, payment approved", async () => {
    const shop = await createShop();
    const made = await shop.checkout("POST", "/v1/subscriptions", {
      customerId: shop.customerId,
      items: [{ priceId: shop.priceId, quantity: 3 }],
      trial_days: 30,
      cancelAtPeriodEnd: true,
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      status: "active",
      currentPeriodStart: "2026-01-31T10:00:00.000Z",
      currentPeriodEnd: "2026-02-28T10:00:00.000Z",
      cancelAt: null,
      paymentStatus: { success: true },
    });
    const events = await shop.allEvents();
    expect(names(events)).toEqual(["subscription.created (active)", "invoice.paid", "payment.completed"]);
    expect(events[0]?.data).toMatchObject({
      customerEmail: "awa@example.com",
      items: [{ priceId: shop.priceId, quantity: 3 }],
      trialStart: null,
    });
    expect(events[0]?.data).not.toHaveProperty("checkoutSessionId");
    expect(events[1]?.data).toMatchObject({ amount: 15000, orderId: events[2]?.data["orderId"] });
    const intent = await shop.call(
      "GET",
      `/v1/payment-intents/${String(events[2]?.data["paymentIntentId"])}`,
    );
    expect(intent.json).toMatchObject({ status: "succeeded", amount: 15000 });
  });

  it("creation, payment declined", async () => {
    const shop = await createShop();
    await shop.decline();
    const made = await shop.checkout("POST", "/v1/subscriptions", {
      customerId: shop.customerId,
      items: [{ priceId: shop.priceId }],
    });
    expect([made.status, made.json["status"], made.json["paymentStatus"]]).toMatchObject([
      201,
      "unpaid",
      { success: false },
    ]);
    expect(names(await shop.allEvents())).toEqual(["subscription.created (unpaid)", "payment.failed"]);
  });

  it("renewal: the invoice three days ahead, the payment on the day", async () => {
    const { shop, id, clock } = await onClock();
    await shop.advance(clock, "2026-02-25T09:59:59Z");
    expect(await shop.newEvents()).toEqual([]);
    const reminded = await shop.advance(clock, "2026-02-25T10:00:00Z");
    expect(reminded.json["triggeredEvents"]).toEqual([
      { event: "subscription/billing.upcoming", subscriptionId: id },
    ]);
    const [finalized] = await shop.newEvents();
    expect(finalized).toMatchObject({
      type: "invoice.finalized",
      created_at: "2026-02-25T10:00:00.000Z",
      data: { total: 5000, appliedBalance: 0, amountDue: 5000, currency: "xaf" },
    });
    await shop.advance(clock, "2026-02-28T09:59:59Z");
    expect(await shop.newEvents()).toEqual([]);
    const billed = await shop.advance(clock, "2026-02-28T10:00:00Z");
    expect(billed.json).toMatchObject({
      testClock: { status: "ready", frozenTime: "2026-02-28T10:00:00.000Z" },
      triggeredEvents: [{ event: "subscription/billing.due", subscriptionId: id }],
      advancedFrom: "2026-02-28T09:59:59.000Z",
      advancedTo: "2026-02-28T10:00:00.000Z",
    });
    const events = await shop.newEvents();
    expect(names(events)).toEqual(["invoice.paid", "payment.completed", "subscription.updated (active)"]);
    expect(events[0]?.data["invoiceId"]).toBe(finalized?.data["invoiceId"]);
    expect(events[2]?.data).toMatchObject({
      currentPeriodStart: "2026-02-28T10:00:00.000Z",
      currentPeriodEnd: "2026-03-31T10:00:00.000Z",
      nextBillingDate: "2026-03-31T10:00:00.000Z",
    });
  });

  it("renewal declined, settled by the retry of the next day", async () => {
    const { shop, id, clock } = await onClock();
    await shop.decline();
    await shop.advance(clock, "2026-02-28T10:00:00Z");
    const events = await shop.newEvents();
    expect(names(events)).toEqual([
      "invoice.finalized",
      "payment.failed",
      "subscription.past_due (past_due)",
    ]);
    expect(events[2]?.data).toMatchObject({ previousStatus: "active", reason: "insufficient_funds" });
    expect((await shop.show(id))["status"]).toBe("past_due");
    await shop.advance(clock, "2026-03-01T10:00:00Z");
    expect(names(await shop.newEvents())).toEqual([
      "invoice.paid",
      "payment.completed",
      "subscription.activated (active)",
    ]);
    expect(await shop.show(id)).toMatchObject({
      status: "active",
      currentPeriodStart: "2026-02-28T10:00:00.000Z",
      currentPeriodEnd: "2026-03-31T10:00:00.000Z",
    });
    await shop.advance(clock, "2026-03-31T10:00:00Z");
    expect(names(await shop.newEvents())).toEqual([
      "invoice.finalized",
      "invoice.paid",
      "payment.completed",
      "subscription.updated (active)",
    ]);
  });

  it("cancellation at the end of the period", async () => {
    const { shop, id, clock } = await onClock();
    await shop.advance(clock, "2026-02-26T00:00:00Z");
    const invoice = (await shop.newEvents())[0]?.data["invoiceId"];
    const canceled = await shop.act(id, "cancel", { cancelAtPeriodEnd: false });
    expect([canceled.status, canceled.json]).toMatchObject([
      200,
      { status: "active", cancelAt: "2026-02-28T10:00:00.000Z" },
    ]);
    const [scheduled, gone] = await shop.newEvents();
    expect(scheduled).toMatchObject({
      type: "subscription.canceled",
      created_at: "2026-02-26T00:00:00.000Z",
      data: { status: "active", effectiveDate: "2026-02-28T10:00:00.000Z" },
    });
    expect(gone).toMatchObject({ type: "invoice.voided", data: { invoiceId: invoice } });
    expect((await shop.act(id, "cancel")).json["cancelAt"]).toBe("2026-02-28T10:00:00.000Z");
    expect(await shop.newEvents()).toEqual([]);
    const due = await shop.advance(clock, "2026-06-01T00:00:00Z");
    expect(due.json["triggeredEvents"]).toEqual([
      { event: "subscription/cancellation.due", subscriptionId: id },
    ]);
    const events = await shop.newEvents();
    expect(names(events)).toEqual(["subscription.canceled (canceled)"]);
    expect(events[0]?.data).toMatchObject({
      previousStatus: "active",
      completedAt: "2026-02-28T10:00:00.000Z",
      canceledAt: "2026-02-26T00:00:00.000Z",
    });
    expect(events[0]?.data).not.toHaveProperty("effectiveDate");
  });
});
