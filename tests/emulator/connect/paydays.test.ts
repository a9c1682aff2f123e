import { expect, it } from "vitest";
import { createBench, createShop, hour } from "./bench.ts";

it("pays vendors that have a destination at the cadence of the schedule, while it is enabled", async () => {
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
