import { describe, expect, it } from "vitest";
import { clocks, createShop, type Shop, start } from "../subscriptions/shop.ts";

const iso = (at: number) => new Date(at).toISOString();

describe("test clocks", () => {
  it.each([
    undefined,
    null,
    "",
    "soon",
    "2026-02-30",
    "2026-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-01-01T25:00:00Z",
    "2026-01-01 00:00:00Z",
    1_800_000_000_000,
    {},
    "0001-01-01T00:00:00Z",
    "9999-01-01T00:00:00Z",
  ])("refuse %j as a time", async (frozenTime) => {
    const shop = await createShop();
    expect((await shop.checkout("POST", clocks, { frozenTime })).status).toBe(422);
    const id = await shop.clock();
    expect((await shop.checkout("POST", `${clocks}/${id}/advance`, { frozenTime })).status).toBe(422);
    expect((await shop.checkout("GET", `${clocks}/${id}`)).json["frozenTime"]).toBe(iso(start));
  });

  it("only move forward, by any amount", async () => {
    const shop = await createShop();
    const id = await shop.clock("2026-03-01T12:00:00Z");
    for (const to of ["2026-03-01T12:00:00Z", "2026-03-01T13:00:00+01:00", "2026-03-01T11:59:59Z"]) {
      const refused = await shop.advance(id, to);
      expect([refused.status, Object.keys(refused.json)]).toEqual([400, ["error"]]);
    }
    const moved = await shop.advance(id, "2026-03-01T12:00:01Z");
    expect([moved.status, moved.json["triggeredEvents"]]).toEqual([200, []]);
    expect((await shop.advance(id, "2056-03-01T12:00:01Z")).status).toBe(422);
  });

  it("attach all of a customer's subscriptions, later ones too, and no others", async () => {
    const shop = await createShop();
    const [one, two] = [await shop.subscribe(), await shop.subscribe()];
    const neighbour = await shop.checkout("POST", "/v1/customers", {});
    const theirs = await shop.subscribe({ customerId: neighbour.json["id"] });
    const id = await shop.clock();
    const attached = await shop.attach(id, { customerId: shop.customerId, subscriptionId: one });
    expect(attached.json["attached"]).toEqual([
      { type: "customer", id: shop.customerId },
      { type: "subscription", id: one },
      { type: "subscription", id: two },
    ]);
    await shop.advance(id, "2026-02-10T00:00:00Z");
    const later = await shop.subscribe();
    expect((await shop.show(later))["currentPeriodStart"]).toBe("2026-02-10T00:00:00.000Z");
    const listed = (await shop.checkout("GET", clocks)).json["data"] as {
      subscriptions: { id: string }[];
      customers: { id: string }[];
    }[];
    expect(listed[0]?.subscriptions.map((each) => each.id)).toEqual([one, two, later]);
    expect(listed[0]?.customers.map((each) => each.id)).toEqual([shop.customerId]);
    await shop.newEvents();
    await shop.advance(id, "2026-03-01T00:00:00Z");
    const renewed = (await shop.newEvents())
      .filter(({ type }) => type === "subscription.updated")
      .map(({ data }) => data["subscriptionId"]);
    expect(renewed).toEqual([one, two]);
    expect((await shop.show(theirs))["currentPeriodStart"]).toBe(iso(start));
  });
});

describe("simulation", () => {
  const simulate = (shop: Shop, body: unknown) => shop.checkout("POST", `${clocks}/simulate`, body);

  it("creates a clock at the start of the period, attaches and advances", async () => {
    const shop = await createShop();
    const subscriptionId = await shop.subscribe();
    const done = await simulate(shop, { subscriptionId, advanceTo: "2026-03-31T10:00:00Z", name: "Spring" });
    expect(done.status).toBe(200);
    expect(done.json).toMatchObject({
      testClock: { name: "Spring", frozenTime: "2026-03-31T10:00:00.000Z", status: "ready" },
      advancedFrom: iso(start),
      advancedTo: "2026-03-31T10:00:00.000Z",
    });
    expect((done.json["triggeredEvents"] as { event: string }[]).map(({ event }) => event)).toEqual([
      "subscription/billing.upcoming",
      "subscription/billing.due",
      "subscription/billing.upcoming",
      "subscription/billing.due",
    ]);
    const [listed] = (await shop.checkout("GET", clocks)).json["data"] as {
      subscriptions: { id: string }[];
    }[];
    expect(listed?.subscriptions.map(({ id }) => id)).toEqual([subscriptionId]);
  });

  it("starts at the given time, refuses a target that is not later, and then leaves no clock", async () => {
    const shop = await createShop();
    const subscriptionId = await shop.subscribe();
    const startFrom = "2026-02-01T00:00:00Z";
    for (const body of [
      { subscriptionId, startFrom, advanceTo: "2026-02-01T01:00:00+01:00" },
      { subscriptionId, startFrom, advanceTo: "2026-01-31T12:00:00Z" },
      { subscriptionId, advanceTo: iso(start) },
    ]) {
      const refused = await simulate(shop, body);
      expect([refused.status, Object.keys(refused.json)]).toEqual([400, ["error"]]);
    }
    for (const body of [
      { advanceTo: "2027-01-01" },
      { subscriptionId },
      { subscriptionId, advanceTo: "never" },
      { subscriptionId, advanceTo: "2027-01-01", startFrom: "once" },
    ]) {
      expect((await simulate(shop, body)).status).toBe(422);
    }
    expect((await shop.checkout("GET", clocks)).json["data"]).toEqual([]);
    expect(await shop.show(subscriptionId)).toMatchObject({ testClockId: null });
    const done = await simulate(shop, { subscriptionId, startFrom, advanceTo: "2026-02-02" });
    expect(done.json["advancedFrom"]).toBe("2026-02-01T00:00:00.000Z");
  });
});
