import { describe, expect, it } from "vitest";
import { clocks, createShop, type Shop, start } from "../subscriptions/shop.ts";

const iso = (at: number) => new Date(at).toISOString();
const code = ({ status, json }: { status: number; json: Record<string, unknown> }) => [status, json["code"]];

const other = (shop: Shop) => `Bearer ${shop.emulator.merchants[1]?.keys.test ?? ""}`;

describe("test clocks", () => {
  it("are created, shown, listed and deleted", async () => {
    const shop = await createShop();
    const made = await shop.checkout("POST", clocks, { frozenTime: "2027-02-28T23:00:00-03:00", name: "A" });
    expect(made.status).toBe(201);
    expect(made.json).toEqual({
      id: expect.stringMatching(/^clock_/) as string,
      accountId: shop.accountId,
      name: "A",
      frozenTime: "2027-03-01T02:00:00.000Z",
      status: "ready",
      createdAt: iso(start),
      updatedAt: iso(start),
    });
    const path = `${clocks}/${String(made.json["id"])}`;
    expect((await shop.checkout("GET", path)).json).toEqual(made.json);
    expect((await shop.checkout("GET", clocks)).json["data"]).toEqual([
      { ...made.json, subscriptions: [], customers: [] },
    ]);
    expect((await shop.checkout("DELETE", path)).status).toBe(200);
    expect(code(await shop.checkout("GET", path))).toEqual([404, "TEST_CLOCK_NOT_FOUND"]);
    expect((await shop.checkout("GET", clocks)).json["data"]).toEqual([]);
  });

  it("take names of up to 255 characters", async () => {
    const shop = await createShop();
    const named = async (name: unknown) =>
      (await shop.checkout("POST", clocks, { frozenTime: "2027-01-01", name })).status;
    expect(await named("x".repeat(255))).toBe(201);
    expect(await named("x".repeat(256))).toBe(422);
    expect(await named(null)).toBe(201);
    expect(await named(5)).toBe(422);
  });

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

  it("accept test keys only, on every route, and are unchanged by live ones", async () => {
    const shop = await createShop();
    const id = await shop.clock();
    const live = `Bearer ${shop.emulator.merchants[0]?.keys.live ?? ""}`;
    const routes = [
      ["POST", clocks, {}],
      ["GET", clocks],
      ["GET", `${clocks}/${id}`],
      ["DELETE", `${clocks}/${id}`],
      ["POST", `${clocks}/${id}/attach`, {}],
      ["POST", `${clocks}/${id}/advance`, { frozenTime: "2027-01-01" }],
      ["POST", `${clocks}/simulate`, {}],
    ] as const;
    for (const [method, path, body] of routes) {
      const refused = await shop.checkout(method, path, body, live);
      expect([path, ...code(refused)]).toEqual([path, 403, "TEST_CLOCK_NOT_AVAILABLE"]);
      expect(refused.json["error"]).toBeTypeOf("string");
    }
    expect((await shop.checkout("GET", `${clocks}/${id}`)).json["frozenTime"]).toBe(iso(start));
  });

  it("answer for others' objects as for unknown ones, to the byte", async () => {
    const shop = await createShop();
    const id = await shop.clock();
    const subscriptionId = await shop.subscribe();
    const theirs = other(shop);
    const mine = await shop.checkout("POST", clocks, { frozenTime: "2026-01-31" }, theirs);
    const alike = async (ask: (id: string) => Promise<{ status: number; text: string }>, foreign: string) => {
      const [unknown, owned] = [await ask("nothing_0"), await ask(foreign)];
      expect([owned.status, owned.text]).toEqual([unknown.status, unknown.text]);
      expect(unknown.status).toBe(404);
    };
    const at = (rest: string) => (clock: string) =>
      shop.checkout(
        "POST",
        `${clocks}/${clock}${rest}`,
        { frozenTime: "2027-01-01", subscriptionId },
        theirs,
      );
    await alike((clock) => shop.checkout("GET", `${clocks}/${clock}`, undefined, theirs), id);
    await alike((clock) => shop.checkout("DELETE", `${clocks}/${clock}`, undefined, theirs), id);
    await alike(at("/advance"), id);
    await alike(at("/attach"), id);
    const attach = (body: unknown) =>
      shop.checkout("POST", `${clocks}/${String(mine.json["id"])}/attach`, body, theirs);
    await alike((one) => attach({ subscriptionId: one }), subscriptionId);
    await alike((one) => attach({ customerId: one }), shop.customerId);
    await alike(
      (one) =>
        shop.checkout("POST", `${clocks}/simulate`, { subscriptionId: one, advanceTo: "2027-01-01" }, theirs),
      subscriptionId,
    );
    expect(code(await attach({ subscriptionId: "nothing_0" }))[1]).toBe("SUBSCRIPTION_NOT_FOUND");
    expect(code(await attach({ customerId: "nothing_0" }))[1]).toBe("CUSTOMER_NOT_FOUND");
    expect((await attach({})).status).toBe(422);
    expect((await shop.checkout("GET", clocks, undefined, theirs)).json["data"]).toHaveLength(1);
  });

  it("refuse advances and attachments once they are completed", async () => {
    const shop = await createShop();
    const id = await shop.clock();
    const subscriptionId = await shop.subscribe();
    const control = `/merchants/${shop.accountId}/test-clocks`;
    expect((await shop.control("POST", `${control}/clock_0/complete`)).status).toBe(404);
    expect((await shop.control("POST", `${control}/${id}/complete`)).status).toBe(200);
    expect(code(await shop.advance(id, "2027-01-01"))).toEqual([400, "TEST_CLOCK_COMPLETED"]);
    expect(code(await shop.attach(id, { subscriptionId }))).toEqual([400, "TEST_CLOCK_COMPLETED"]);
    expect((await shop.checkout("GET", `${clocks}/${id}`)).json["status"]).toBe("completed");
    expect((await shop.checkout("DELETE", `${clocks}/${id}`)).status).toBe(200);
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

  it("keep real time from what is attached, until they are deleted", async () => {
    const shop = await createShop();
    const id = await shop.subscribe();
    const clock = await shop.clock();
    await shop.attach(clock, { subscriptionId: id });
    await shop.newEvents();
    const wall = `/merchants/${shop.accountId}/clock`;
    await shop.control("POST", wall, { to: "2026-02-27T00:00:00Z" });
    expect(await shop.newEvents()).toEqual([]);
    await shop.advance(clock, "2026-02-26T00:00:00Z");
    await shop.newEvents();
    await shop.checkout("DELETE", `${clocks}/${clock}`);
    expect(await shop.newEvents()).toEqual([]);
    expect(await shop.show(id)).toMatchObject({ status: "active", testClockId: null });
    await shop.control("POST", wall, { to: "2026-02-28T10:00:00Z" });
    expect((await shop.newEvents()).map(({ type }) => type)).toEqual([
      "invoice.paid",
      "payment.completed",
      "subscription.updated",
    ]);
    const again = await shop.clock("2026-03-01T00:00:00Z");
    expect((await shop.attach(again, { subscriptionId: id, customerId: shop.customerId })).status).toBe(200);
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
