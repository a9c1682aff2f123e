import { describe, expect, it } from "vitest";
import { names, onClock } from "./shop.ts";

describe("the typical sequences", () => {
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
});
