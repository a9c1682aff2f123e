import { expect, it } from "vitest";
import { createBench } from "../client.ts";
import { createShop } from "../connect/bench.ts";

it("deletes a merchant with all its objects, and closes its books", async () => {
  const bench = createBench();
  const shop = await createShop(bench);
  const vendor = await shop.vendor();
  const other = await bench.control("GET", `/merchants/${bench.accountId}/balances`);
  await shop.allocate(vendor, 5_000, "used");
  await bench.control("POST", `/merchants/${shop.accountId}/clock`, { byMs: 60_000 });
  const removed = await bench.control("DELETE", `/merchants/${shop.accountId}`);
  expect([removed.status, removed.json]).toEqual([200, { accountId: shop.accountId, deleted: true }]);
  expect((await shop.call("GET", "/v1/remittance")).status).toBe(401);
  expect((await bench.control("GET", `/merchants/${shop.accountId}/balances`)).status).toBe(404);
  const listed = (await bench.control("GET", "/merchants")).text;
  expect(listed).toContain(bench.accountId);
  expect(listed).not.toContain(shop.accountId);
  expect((await bench.control("GET", `/merchants/${bench.accountId}/balances`)).text).toBe(other.text);
  const { json } = await bench.control("GET", "/ledger");
  expect(json["trialBalance"]).toEqual({ xaf: 0 });
  const why = await bench.control("GET", `/why/${vendor}`);
  expect(JSON.stringify(why.json["because"])).toContain('"kind":"closing"');
});

it("waits for a request that is held", async () => {
  const bench = createBench();
  const shop = await createShop(bench);
  const vendor = await shop.vendor();
  const hold = await bench.control("POST", `/merchants/${shop.accountId}/holds`, {
    operationId: "createAllocation",
    idempotencyKey: "held",
  });
  const held = shop.allocate(vendor, 5_000, "held");
  const path = `/merchants/${shop.accountId}`;
  await expect
    .poll(async () => (await bench.control("GET", `${path}/holds/${String(hold.json["holdId"])}`)).text)
    .toContain("true");
  expect((await bench.control("DELETE", path)).status).toBe(409);
  await bench.control("DELETE", `${path}/holds/${String(hold.json["holdId"])}`);
  await held;
  expect((await bench.control("DELETE", path)).status).toBe(200);
});

it("holds a request for a minute at most", async () => {
  const bench = createBench();
  const shop = await createShop(bench);
  const vendor = await shop.vendor();
  const hold = { operationId: "createAllocation", idempotencyKey: "held" };
  await bench.control("POST", `/merchants/${shop.accountId}/holds`, hold);
  const held = shop.allocate(vendor, 5_000, "held");
  await new Promise((resolve) => setImmediate(resolve));
  bench.time.advance(60_000);
  expect((await held).status).toBe(201);
});
