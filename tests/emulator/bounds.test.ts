import { describe, expect, it } from "vitest";
import { createParts } from "../../emulator/index.ts";
import { createBench } from "./client.ts";

describe("what strangers can pile up", () => {
  it("is no more than so many merchants", async () => {
    const bench = createBench({ parts: { ...createParts(), mostMerchants: 4 } });
    const make = async () => bench.control("POST", "/merchants", {});
    expect([(await make()).status, (await make()).status]).toEqual([201, 201]);
    const refused = await make();
    expect([refused.status, refused.json]).toEqual([
      409,
      { message: "There are at most 4 merchants: reset the emulator" },
    ]);
    await bench.control("POST", "/reset");
    expect((await make()).status).toBe(201);
  });

  it.each([
    [{ ofOneAccount: 2, ofAll: 100 }, "An account has at most 2 endpoints"],
    [{ ofOneAccount: 100, ofAll: 2 }, "All accounts together have at most 2 endpoints"],
  ])("is no more than so many endpoints: %j", async (most, message) => {
    const parts = createParts();
    const bench = createBench({ parts: { ...parts, webhookEndpoints: { ...parts.webhookEndpoints, most } } });
    const wanted = { url: "http://hook.test/", events: ["invoice.paid"] };
    const path = `/merchants/${bench.accountId}/webhook-endpoints`;
    expect((await bench.control("POST", path, wanted)).status).toBe(201);
    expect((await bench.call("POST", "/v1/webhook-endpoints", wanted)).status).toBe(201);
    for (const refused of [
      await bench.control("POST", path, wanted),
      await bench.call("POST", "/v1/webhook-endpoints", wanted),
    ])
      expect([refused.status, refused.json]).toEqual([409, { message }]);
  });

  it.each([
    { url: `http://hook.test/${"a".repeat(2048)}`, events: [] },
    { url: "http://hook.test/", events: ["a".repeat(256)] },
    { url: "http://hook.test/", events: Array.from({ length: 101 }, () => "invoice.paid") },
  ])("is no endpoint of any size", async (wanted) => {
    const bench = createBench();
    expect((await bench.call("POST", "/v1/webhook-endpoints", wanted)).status).toBe(422);
    const path = `/merchants/${bench.accountId}/webhook-endpoints`;
    expect((await bench.control("POST", path, wanted)).status).toBe(422);
  });
});
