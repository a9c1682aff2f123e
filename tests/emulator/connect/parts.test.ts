import { describe, expect, it } from "vitest";
import { createParts } from "../../../emulator/index.ts";
import { createBench, createShop, hour } from "./bench.ts";

describe("automatic payouts", () => {
  it("withdraw at the cadence while it is enabled", async () => {
    const shop = await createShop(createBench());
    const acct = await shop.vendor();
    const poor = await shop.vendor({ payoutMethod: false });
    const schedule = (body: unknown) => shop.call("POST", "/v1/connect/payout_schedule", body);
    await schedule({ cadence: "daily" });
    await shop.allocate(acct, 1_000);
    await shop.allocate(poor, 1_000);
    await shop.move(14 * hour - 1);
    expect(await shop.held(acct)).toEqual({ pending: 0, available: 1_000 });
    await shop.move(1);
    expect(await shop.held(acct)).toEqual({ pending: 0, available: 0 });
    expect(await shop.held(poor)).toEqual({ pending: 0, available: 1_000 });
    await schedule({ cadence: "weekly", enabled: false });
    await shop.allocate(acct, 500);
    await shop.move(240 * hour);
    expect(await shop.held(acct)).toEqual({ pending: 0, available: 500 });
    await schedule({ cadence: "weekly" });
    await shop.move(168 * hour);
    expect(await shop.held(acct)).toEqual({ pending: 0, available: 0 });
  });
});

describe("parts", () => {
  it("also apply when time passes", async () => {
    const parts = createParts();
    parts.connect.events.fundsAvailable = {
      ...parts.connect.events.fundsAvailable,
      account: ({ vendor }) => vendor.accountId,
    };
    const shop = await createShop(createBench({ parts }));
    await shop.allocate(await shop.vendor(), 1_000);
    await shop.move(hour);
    expect((await shop.events()).at(-1)).toMatchObject({
      type: "connect.funds.available",
      accountId: shop.accountId,
    });
  });

  it("guards work in any order", async () => {
    const parts = createParts();
    const { allocations, withdrawals, reversals } = parts.connect;
    for (const route of [allocations, withdrawals, reversals]) route.guards = [...route.guards].reverse();
    const bench = createBench({ parts });
    const shop = await createShop(bench);
    const acct = await shop.vendor();
    expect((await shop.allocate(acct, -5)).status).toBe(422);
    expect((await shop.allocate("acct_nobody", 5)).status).toBe(403);
    expect((await shop.withdraw("acct_nobody", "k")).status).toBe(403);
    expect((await shop.withdraw(await (await createShop(bench)).vendor(), "k")).status).toBe(403);
    expect((await shop.reverse("ctr_none", -1)).status).toBe(403);
    const { json } = await shop.allocate(acct, 500);
    expect((await shop.reverse(json["id"], 501)).status).toBe(402);
    expect(bench.faults).toEqual([]);
  });
});
