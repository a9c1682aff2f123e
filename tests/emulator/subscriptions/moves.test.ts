import { describe, expect, it } from "vitest";
import { onClock } from "./shop.ts";

const PAID = ["invoice.finalized", "invoice.paid", "payment.completed"];

describe("further transitions", () => {
  it("a pending activation takes effect before the clock moves on", async () => {
    const { shop, id, advanced } = await onClock();
    await shop.decline();
    await advanced("2026-02-28T10:00:00Z");
    await shop.act(id, "retry-payment");
    await shop.newEvents();
    expect(await advanced("2026-03-31T10:00:00Z")).toEqual([
      "subscription.activated (active)",
      ...PAID,
      "subscription.updated (active)",
    ]);
    shop.time.advance(1000);
    expect(await shop.newEvents()).toEqual([]);
  });

  it("voiding the open invoice ends the requests for payment; the next period is billed again", async () => {
    const { shop, id, clock, advanced } = await onClock();
    await shop.decline();
    await shop.advance(clock, "2026-02-28T10:00:00Z");
    const invoice = String((await shop.newEvents())[0]?.data["invoiceId"]);
    await shop.checkout("POST", `/v1/invoices/${invoice}/void`);
    await shop.newEvents();
    expect(await advanced("2026-03-20T10:00:00Z")).toEqual([]);
    expect((await shop.act(id, "retry-payment")).status).toBe(409);
    expect(await advanced("2026-03-31T10:00:00Z")).toEqual([...PAID, "subscription.activated (active)"]);
  });

  it("a pause bills nothing; what became due in the meantime is billed once, at the resumption", async () => {
    const { shop, id, clock, advanced } = await onClock();
    const paused = await shop.act(id, "pause", { pauseUntil: "2026-03-01T00:00:00Z" });
    expect([paused.status, paused.json["status"]]).toEqual([200, "paused"]);
    expect((await shop.act(id, "pause")).status).toBe(409);
    await shop.advance(clock, "2026-05-15T00:00:00Z");
    const [first, ...more] = await shop.newEvents();
    expect([first?.type, first?.data["status"], first?.data["previousStatus"], more]).toEqual([
      "subscription.paused",
      "paused",
      "active",
      [],
    ]);
    expect((await shop.act(id, "resume")).json["status"]).toBe("active");
    expect((await shop.act(id, "resume")).status).toBe(409);
    expect((await shop.newEvents()).map(({ data }) => [data["status"], data["previousStatus"]])).toEqual([
      ["active", "paused"],
    ]);
    expect(await advanced("2026-05-16T00:00:00Z")).toEqual([...PAID, "subscription.updated (active)"]);
    expect(await shop.show(id)).toMatchObject({
      currentPeriodStart: "2026-05-15T00:00:00.000Z",
      currentPeriodEnd: "2026-06-15T00:00:00.000Z",
    });
  });

  it("a past-due subscription that was paused and resumed is past due again, and its retries continue", async () => {
    const { shop, id, advanced } = await onClock();
    await shop.decline();
    expect(await advanced("2026-02-28T10:00:00Z")).toHaveLength(3);
    await shop.act(id, "pause");
    expect((await shop.act(id, "retry-payment")).status).toBe(409);
    await advanced("2026-03-10T00:00:00Z");
    expect((await shop.act(id, "resume")).json["status"]).toBe("past_due");
    await shop.newEvents();
    expect(await advanced("2026-03-11T00:00:00Z")).toEqual([
      "invoice.paid",
      "payment.completed",
      "subscription.activated (active)",
    ]);
  });
});
