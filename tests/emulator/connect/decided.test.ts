import { expect, it } from "vitest";
import { createParts } from "../../../emulator/index.ts";
import { part } from "../../../mutants/mutant.ts";
import { createBench, intent } from "../client.ts";
import { createShop, hour } from "./bench.ts";

it("binds a vendor to its compliance file where the settings say so, and onboarding opens it", async () => {
  const bench = createBench();
  const shop = await createShop(bench, { settings: { capabilities: "binding" } });
  const vendor = await shop.vendor();
  await shop.allocate(vendor, 1_000);
  await shop.move(hour);
  const charge = { ...intent, on_behalf_of: vendor, application_fee_rate: 10 };
  expect((await shop.withdraw(vendor, "first")).status).toBe(422);
  expect((await shop.call("POST", "/v1/payment-intents", charge)).status).toBe(422);
  const link = await shop.call("POST", `/v1/connect/accounts/${vendor}/onboarding_links`);
  const end = `/merchants/${shop.accountId}/onboarding/${String(link.json["id"])}/end`;
  expect((await bench.control("POST", end, { status: "in_review" })).json["allowedOperations"]).toEqual([]);
  expect((await shop.withdraw(vendor, "second")).status).toBe(422);
  await bench.control("POST", end, { status: "approved" });
  const file = await shop.call("GET", `/v1/connect/accounts/${vendor}/compliance`);
  expect(file.json).toMatchObject({
    verification_status: "approved",
    allowed_operations: ["collect", "withdraw"],
  });
  expect((await shop.withdraw(vendor, "third")).status).toBe(201);
  expect((await shop.call("POST", "/v1/payment-intents", charge)).status).toBe(200);
});

it("prevents a second reversal by its key where the settings say so, and reports the key", async () => {
  const bench = createBench();
  for (const [reversalKeys, second] of [
    ["honoured", 409],
    ["ignored", 201],
  ] as const) {
    const shop = await createShop(bench, { settings: { reversalKeys } });
    const { json } = await shop.allocate(await shop.vendor(), 1_000);
    const path = `/v1/connect/allocations/${String(json["id"])}/reversals`;
    const headers = { "idempotency-key": "r-1" };
    expect((await shop.call("POST", path, { amount: 100 }, { headers })).status).toBe(201);
    expect((await shop.call("POST", path, { amount: 100 }, { headers })).status, reversalKeys).toBe(second);
    const reported = (await shop.events()).find(({ type }) => type === "connect.transfer.reversed");
    expect(reported?.data["idempotencyReference"]).toBe("r-1");
  }
});

it("frees the key of a request that fails", async () => {
  let isBroken = true;
  const parts = part(["connect", "allocations"], ({ act }) => ({
    act: (...given) => {
      if (isBroken) throw new Error("broken");
      return act(...given);
    },
  }))(createParts());
  const shop = await createShop(createBench({ parts }));
  const vendor = await shop.vendor();
  expect((await shop.allocate(vendor, 1_000, "k")).status).toBe(500);
  isBroken = false;
  expect((await shop.allocate(vendor, 1_000, "k")).status).toBe(201);
});
