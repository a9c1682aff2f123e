import { describe, expect, it } from "vitest";
import { createBench, createShop, hour } from "./bench.ts";

const code = (reply: { status: number; json: Record<string, unknown> }) => [reply.status, reply.json["code"]];

describe("allocations", () => {
  it("take the fee from the marketplace if it is the controller", async () => {
    const shop = await createShop(createBench(), { surcharge: { fixed: 10, percent: 1 } });
    const acct = await shop.vendor();
    const { status, json } = await shop.allocate(acct, 10_000);
    expect(status).toBe(201);
    expect(json).toMatchObject({
      object: "connect_allocation",
      destination: acct,
      amount: 10_000,
      fee: 110,
      currency: "xaf",
    });
    expect(await shop.funds()).toBe(1_000_000 - 10_110);
    expect(await shop.held(acct)).toEqual({ pending: 10_000, available: 0 });
  });

  it("take the fee from the vendor of a platform", async () => {
    const shop = await createShop(createBench(), {
      connectMode: "platform",
      surcharge: { fixed: 10, percent: 1 },
    });
    const acct = await shop.vendor();
    expect((await shop.allocate(acct, 10_000)).json).toMatchObject({ amount: 9_890, fee: 110 });
    expect(await shop.funds()).toBe(990_000);
    expect(await shop.held(acct)).toEqual({ pending: 9_890, available: 0 });
    expect(code(await shop.allocate(acct, 10))).toEqual([422, "connect.vendor_net_not_positive"]);
  });
});

describe("withdrawals", () => {
  it("pay out the whole available balance and leave the pending one", async () => {
    const bench = createBench();
    const shop = await createShop(bench);
    const acct = await shop.vendor();
    await shop.allocate(acct, 1_000);
    expect(code(await shop.withdraw(acct, "early"))).toEqual([422, "E_CONNECT_VENDOR_EMPTY_BALANCE"]);
    await shop.move(hour);
    await shop.allocate(acct, 300);
    const first = await shop.withdraw(acct, "one");
    expect(first.status).toBe(201);
    expect(first.json).toMatchObject({ amount: 1_000, account: acct });
    expect(await shop.held(acct)).toEqual({ pending: 300, available: 0 });
    await shop.move(hour);
    expect(code(await shop.withdraw(acct, "two"))).toEqual([422, "E_PENDING_WITHDRAW"]);
    expect((await shop.withdraw(acct, "one")).text).toBe(first.text);
    expect(await shop.held(acct)).toEqual({ pending: 0, available: 300 });
    const settled = await bench.control("POST", `/merchants/${shop.accountId}/vendors/${acct}/withdrawal`, {
      outcome: "failed",
    });
    expect(settled.status).toBe(200);
    expect(await shop.held(acct)).toEqual({ pending: 0, available: 1_300 });
    expect((await shop.withdraw(acct, "two")).json).toMatchObject({ amount: 1_300 });
    await shop.move(24 * hour - 1 - hour);
    expect((await shop.withdraw(acct, "one")).status).toBe(201);
    await shop.move(1);
    expect(code(await shop.withdraw(acct, "one"))).toEqual([409, "E_DUPLICATE_OPERATION"]);
  });
});
