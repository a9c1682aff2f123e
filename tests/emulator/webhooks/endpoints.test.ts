import { describe, expect, it } from "vitest";
import { createShop } from "../subscriptions/shop.ts";

const path = "/v1/webhook-endpoints";

describe("webhook endpoints", () => {
  it("are registered, listed and deleted by merchant and environment", async () => {
    const shop = await createShop();
    const wanted = { url: "https://shop.example.com/hook", events: ["invoice.paid"] };
    const made = await shop.call("POST", path, wanted);
    expect([made.status, made.json]).toMatchObject([201, { ...wanted, liveMode: false }]);
    expect((await shop.call("GET", path)).json["data"]).toEqual([made.json]);
    const [first, second] = shop.emulator.merchants;
    for (const key of [first?.keys.live, second?.keys.test]) {
      const authorization = `Bearer ${key ?? ""}`;
      const foreign = { authorization };
      expect((await shop.call("GET", path, undefined, foreign)).json["data"]).toEqual([]);
      expect(
        (await shop.call("DELETE", `${path}/${String(made.json["id"])}`, undefined, foreign)).status,
      ).toBe(404);
    }
    expect((await shop.call("DELETE", `${path}/${String(made.json["id"])}`)).status).toBe(200);
    expect((await shop.call("GET", path)).json["data"]).toEqual([]);
  });

  it.each([
    {},
    { url: "mailto:a@b", events: [] },
    { url: "https://a.example", events: "invoice.paid" },
    { url: "https://a.example", events: [5] },
  ])("refuse %j", async (body) => {
    const shop = await createShop();
    expect((await shop.call("POST", path, body)).status).toBe(422);
  });
});

describe("the feed", () => {
  it("continues where the last poll ended, and shows no other merchant's events", async () => {
    const shop = await createShop();
    await shop.subscribe();
    const look = async (after: number | string, key?: string) =>
      shop.call(
        "GET",
        `/v1/events?after=${after}`,
        undefined,
        key === undefined ? {} : { authorization: key },
      );
    const first = await look(0);
    expect(first.json["data"]).toHaveLength(3);
    expect((await look(Number(first.json["next"]))).json).toEqual({ data: [], next: first.json["next"] });
    expect((await look(0, `Bearer ${shop.emulator.merchants[1]?.keys.test ?? ""}`)).json["data"]).toEqual([]);
    expect((await look("x")).status).toBe(422);
  });
});
