import { describe, expect, it } from "vitest";
import { addMonths, stepsOf, windowOf } from "../../../emulator/areas/connect/periods.ts";
import { createBench, createShop, hour, type Shop } from "./bench.ts";

interface Overview {
  period: Record<string, string>;
  gross_volume: {
    total: number;
    previous_total: number;
    points: { date: string; value: number; previous: number }[];
  };
  new_accounts: Overview["gross_volume"];
  top_volume: { account: string; value: number; previous_value: number; delta: number | null }[];
}

const read = async (shop: Shop, query = "") => {
  const { status, json } = await shop.call("GET", `/v1/connect/overview${query}`);
  expect(status).toBe(200);
  return json as unknown as Overview;
};

const sell = async (shop: Shop, acct: string, amount: number): Promise<string> => {
  const { json } = await shop.call("POST", "/v1/payment-intents", {
    amount,
    currency: "xaf",
    on_behalf_of: acct,
    application_fee_rate: 10,
  });
  await shop.call("POST", `/v1/payment-intents/${String(json["id"])}/capture`);
  return json["id"] as string;
};

describe("the overview", () => {
  it("has the documented defaults", async () => {
    const shop = await createShop(createBench());
    const { period, gross_volume } = await read(shop);
    expect(period).toEqual({
      range: "12m",
      granularity: "month",
      comparison: "previous_year",
      from: "2025-02-01T00:00:00.000Z",
      to: "2026-02-01T00:00:00.000Z",
      previous_from: "2024-02-01T00:00:00.000Z",
      previous_to: "2025-02-01T00:00:00.000Z",
    });
    expect(gross_volume.points).toHaveLength(12);
  });

  it.each([
    ["30d", "day", 30],
    ["30d", "week", 5],
    ["6m", "month", 6],
    ["12m", "month", 12],
  ])("divides %s by the %s", async (range, granularity, count) => {
    const shop = await createShop(createBench());
    const { gross_volume, new_accounts, period } = await read(
      shop,
      `?range=${range}&granularity=${granularity}&comparison=previous_period`,
    );
    expect([gross_volume.points.length, new_accounts.points.length]).toEqual([count, count]);
    expect(period["previous_to"]).toBe(period["from"]);
  });

  it("refuses steps that do not fit the range, and unknown words", async () => {
    const shop = await createShop(createBench());
    for (const query of [
      "range=30d",
      "range=30d&granularity=month",
      "range=6m&granularity=day",
      "granularity=day",
    ]) {
      const refused = await shop.call("GET", `/v1/connect/overview?${query}`);
      expect([refused.status, refused.json.errors?.[0]?.rule]).toEqual([422, "compatible_with_range"]);
    }
    for (const query of ["range=1y", "granularity=hour", "comparison=none"]) {
      const refused = await shop.call("GET", `/v1/connect/overview?${query}`);
      expect([refused.status, refused.json.errors?.[0]?.rule]).toEqual([422, "enum"]);
    }
  });

  it("counts captures gross, folds the reference and compares", async () => {
    const shop = await createShop(createBench());
    const acct = await shop.vendor();
    await sell(shop, acct, 4_000);
    await shop.move(30 * 24 * hour);
    const query = "?range=30d&granularity=day&comparison=previous_period";
    const id = await sell(shop, acct, 5_000);
    await shop.call("POST", `/v1/payment-intents/${id}/refunds`, { amount: 100 });
    await shop.call("POST", "/v1/payment-intents", { amount: 9, currency: "xaf" });
    const { gross_volume, top_volume } = await read(shop, query);
    expect(gross_volume).toMatchObject({ total: 5_000, previous_total: 4_000 });
    expect(gross_volume.points.at(-1)).toMatchObject({ value: 5_000, previous: 4_000 });
    expect(top_volume).toMatchObject([{ account: acct, value: 5_000, previous_value: 4_000, delta: 25 }]);
  });

  it("counts new vendors unless they are deleted, and lists four leaders", async () => {
    const bench = createBench();
    const shop = await createShop(bench);
    const accts = await Promise.all([1, 2, 3, 4, 5].map(() => shop.vendor()));
    for (const [at, acct] of accts.entries()) await sell(shop, acct, 1_000 * (at + 1));
    const gone = await shop.vendor();
    expect((await read(shop)).new_accounts.total).toBe(6);
    await shop.call("DELETE", `/v1/connect/accounts/${gone}`);
    const { new_accounts, top_volume } = await read(shop);
    expect(new_accounts.total).toBe(5);
    expect(top_volume.map(({ value, delta }) => [value, delta])).toEqual([
      [5_000, null],
      [4_000, null],
      [3_000, null],
      [2_000, null],
    ]);
  });
});

describe("calendar arithmetic", () => {
  it("stays at the end of a month", () => {
    expect(new Date(addMonths(Date.UTC(2024, 1, 29), -12)).toISOString()).toBe("2023-02-28T00:00:00.000Z");
    expect(new Date(addMonths(Date.UTC(2026, 0, 31), 1)).toISOString()).toBe("2026-02-28T00:00:00.000Z");
  });

  it("leaves no gap between steps", () => {
    const window = windowOf({ months: 12 }, Date.UTC(2024, 1, 29, 12));
    expect(stepsOf(window, "month")).toHaveLength(12);
    expect(stepsOf(window, "week")).toHaveLength(53);
    expect(stepsOf(window, "month")[0]).toBe(window.from);
  });
});
