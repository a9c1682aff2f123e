import { describe, expect, it } from "vitest";
import { schemaJudges } from "../../../harness/passive/schemas.ts";
import { openapi } from "../../../spec/index.ts";
import { createBench, createShop, hour } from "./bench.ts";

interface Media {
  content: { "application/json": { schema: object } };
}

const webhooks = (openapi as unknown as { webhooks: Record<string, { post: { requestBody: Media } }> })
  .webhooks;
const judgeOf = schemaJudges(openapi);

describe("Connect events", () => {
  it("all conform to the contract", async () => {
    const bench = createBench();
    const shop = await createShop(bench, { funds: 100_000 });
    const acct = await shop.vendor();
    const { json: allocation } = await shop.allocate(acct, 1_000);
    await shop.reverse(allocation["id"], 100);
    await shop.move(hour);
    await shop.withdraw(acct, "w");
    await shop.reverse(allocation["id"]);
    const { json: intent } = await shop.call("POST", "/v1/payment-intents", {
      amount: 2_000,
      currency: "XAF",
      on_behalf_of: acct,
      application_fee_rate: 10,
    });
    const path = `/v1/payment-intents/${String(intent["id"])}`;
    await shop.call("POST", `${path}/capture`);
    await shop.call("POST", `${path}/refunds`, { amount: 500 });
    await shop.move(hour);
    await bench.control("POST", `/merchants/${shop.accountId}/vendors/${acct}/withdrawal`, {
      outcome: "succeeded",
    });
    await shop.withdraw(acct, "w2");
    await bench.control("POST", `/merchants/${shop.accountId}/funds`, { amount: -1_000_000 });
    expect((await shop.call("POST", `${path}/refunds`)).status).toBe(402);

    const read = await bench.control("GET", `/merchants/${shop.accountId}/events`);
    const entries = read.json["data"] as { type: string; body: { event: { accountId: string } } }[];
    expect([...new Set(entries.map(({ type }) => type))].sort()).toEqual([
      "connect.application_fee.created",
      "connect.application_fee.refunded",
      "connect.funds.available",
      "connect.refund.blocked_insufficient_funds",
      "connect.reversal.blocked_insufficient_funds",
      "connect.transfer.created",
      "connect.transfer.reversed",
    ]);
    for (const { type, body } of entries) {
      const schema = webhooks[type]?.post.requestBody.content["application/json"].schema;
      expect(schema, type).toBeDefined();
      expect(judgeOf(schema ?? {})(body).faults, type).toEqual([]);
      expect(body.event.accountId, type).toBe(acct);
    }
  });
});
