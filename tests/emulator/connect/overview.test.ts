import { describe, expect, it } from "vitest";
import { periodsAfter } from "../../../emulator/areas/common/calendar.ts";
import { stepsOf, windowOf } from "../../../emulator/areas/connect/periods.ts";
import { createBench, createShop, type Shop } from "./bench.ts";

interface Overview {
  period: Record<string, string>;
  gross_volume: { points: unknown[] };
  new_accounts: Overview["gross_volume"];
}

const read = async (shop: Shop, query = "") => {
  const { status, json } = await shop.call("GET", `/v1/connect/overview${query}`);
  expect(status).toBe(200);
  return json as unknown as Overview;
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
});

describe("calendar arithmetic", () => {
  it("stays at the end of a month", () => {
    expect(new Date(periodsAfter(Date.UTC(2024, 1, 29), -12, "month")).toISOString()).toBe(
      "2023-02-28T00:00:00.000Z",
    );
    expect(new Date(periodsAfter(Date.UTC(2026, 0, 31), 1, "month")).toISOString()).toBe(
      "2026-02-28T00:00:00.000Z",
    );
  });

  it("leaves no gap between steps", () => {
    const window = windowOf({ months: 12 }, Date.UTC(2024, 1, 29, 12));
    expect(stepsOf(window, "month")).toHaveLength(12);
    expect(stepsOf(window, "week")).toHaveLength(53);
    expect(stepsOf(window, "month")[0]).toBe(window.from);
  });
});
