import { describe, expect, it } from "vitest";
import { disbursement } from "../client.ts";
import { createBench, createShop, type Shop } from "./bench.ts";

const charge = async (shop: Shop, acct: string, amount: number, rate = 10) =>
  shop.call("POST", "/v1/payment-intents", {
    amount,
    currency: "xaf",
    on_behalf_of: acct,
    application_fee_rate: rate,
  });

const capture = (shop: Shop, id: unknown) => shop.call("POST", `/v1/payment-intents/${String(id)}/capture`);

const refund = (shop: Shop, id: unknown, amount?: number) =>
  shop.call(
    "POST",
    `/v1/payment-intents/${String(id)}/refunds`,
    amount === undefined ? undefined : { amount },
  );

const captured = async (shop: Shop, acct: string) => {
  const { json } = await charge(shop, acct, 10_000, 10);
  expect((await capture(shop, json["id"])).status).toBe(200);
  return json["id"] as string;
};

const types = async (shop: Shop) => (await shop.events()).map(({ type }) => type);

describe("direct charges", () => {
  it("share the gross amount between vendor, marketplace and service", async () => {
    const shop = await createShop(createBench());
    const acct = await shop.vendor();
    const id = await captured(shop, acct);
    expect(await shop.held(acct)).toEqual({ pending: 9_000, available: 0 });
    expect(await shop.funds()).toBe(1_000_000 + 750);
    const [event] = await shop.events();
    expect(event).toMatchObject({
      type: "connect.application_fee.created",
      accountId: acct,
      data: {
        controllerAccountId: shop.accountId,
        connectedAccountId: acct,
        intentId: id,
        amount: 1_000,
        refundedAmount: 0,
      },
    });
    expect((await capture(shop, id)).status).toBe(422);
    expect((await shop.call("GET", `/v1/payment-intents/${id}`)).json).toMatchObject({ status: "succeeded" });
  });

  it("carry no commission on a platform", async () => {
    const shop = await createShop(createBench(), { connectMode: "platform" });
    const acct = await shop.vendor();
    const id = await captured(shop, acct);
    await refund(shop, id, 100);
    expect(await types(shop)).toEqual([]);
    expect(await shop.held(acct)).toEqual({ pending: 9_650, available: 0 });
    expect(await shop.funds()).toBe(1_000_000);
  });
});

describe("refunds", () => {
  it("give a vendor nothing, whatever an earlier one could not claw back", async () => {
    const bench = createBench();
    const shop = await createShop(bench, { funds: 0 });
    const acct = await shop.vendor();
    const id = await captured(shop, acct);
    const fund = (amount: number) => bench.control("POST", `/merchants/${shop.accountId}/funds`, { amount });
    await fund(-750);
    expect((await refund(shop, id, 5_000)).json).toMatchObject({ application_fee_refunded: 0 });
    await fund(900);
    // 510 of the commission are due by now.
    expect((await refund(shop, id, 100)).json).toMatchObject({ application_fee_refunded: 100 });
    expect(await shop.held(acct)).toEqual({ pending: 4_000, available: 0 });
    expect((await refund(shop, id, 1_000)).json).toMatchObject({ application_fee_refunded: 510 });
    expect(await shop.held(acct)).toEqual({ pending: 3_510, available: 0 });
  });

  it("draw on the vendor alone where payouts have left the marketplace's balance negative", async () => {
    const bench = createBench();
    const shop = await createShop(bench, { funds: 0 });
    const acct = await shop.vendor();
    const id = await captured(shop, acct);
    expect((await shop.call("POST", "/v1/disbursements", { ...disbursement, amount: 1_750 })).status).toBe(
      200,
    );
    expect(await shop.funds()).toBe(-1_000);
    expect((await refund(shop, id, 4_000)).json).toMatchObject({ application_fee_refunded: 0 });
    expect([await shop.funds(), await shop.held(acct)]).toEqual([-1_000, { pending: 5_000, available: 0 }]);
    expect((await refund(shop, id, 5_001)).json).toMatchObject({ shortfall: 1, marketplace_balance: 0 });
    // Removing funds goes down to zero, and adds none.
    await bench.control("POST", `/merchants/${shop.accountId}/funds`, { amount: -500 });
    expect(await shop.funds()).toBe(-1_000);
  });

  it("take the commission back in proportion and add up", async () => {
    const shop = await createShop(createBench());
    const acct = await shop.vendor();
    const id = await captured(shop, acct);
    expect((await refund(shop, id, 3)).json).toMatchObject({ amount: 3, application_fee_refunded: 0 });
    expect((await refund(shop, id, 4_997)).json).toMatchObject({ application_fee_refunded: 500 });
    expect((await refund(shop, id)).json).toMatchObject({ amount: 5_000, application_fee_refunded: 500 });
    expect((await refund(shop, id, 1)).status).toBe(422);
    const clawbacks = (await shop.events()).filter(({ type }) => type === "connect.application_fee.refunded");
    expect(clawbacks.map(({ data }) => [data["amount"], data["refunded_amount"]])).toEqual([
      [500, 500],
      [500, 1_000],
    ]);
    expect(await shop.held(acct)).toEqual({ pending: 0, available: 0 });
    expect(await shop.funds()).toBe(1_000_000 - 250);
  });
});
