import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readSeedFile } from "../../../cli/emulate/seed-file.ts";
import { manualTime, type SeedDocument } from "../../../emulator/index.ts";
import { type Bench, createBench, disbursement, start } from "../client.ts";
import { emptyFolder } from "../../empty-folder.ts";
import { begin } from "../storage/folder.ts";

const shop = readSeedFile("examples/emulator/shop.yaml");
const DAY = 86_400_000;

type Listed = { data: Record<string, unknown>[] };

const list = async (bench: Bench, path: string, host: "payment" | "checkout" = "checkout") =>
  ((await bench.call("GET", path, undefined, { host })).json as unknown as Listed).data;

it("makes what the file names, in the states that it names, with a ledger that adds up", async () => {
  const bench = createBench({ given: shop });
  const merchant = bench.emulator.merchants[0]?.accountId ?? "";
  const balances = (await bench.control("GET", `/merchants/${merchant}/balances`)).json;
  expect(balances["marketplace"]).toEqual({ currency: "xaf", pending: 0, available: 250_000 });
  expect(balances["vendors"]).toMatchObject([
    { wallets: [{ pending: 2_000, available: 40_000 }] },
    { wallets: [{ pending: 0, available: 0 }] },
  ]);
  const customers = new Map((await list(bench, "/v1/customers")).map(({ id, name }) => [id, name]));
  const states = (await list(bench, "/v1/subscriptions")).map(({ customerId, status, cancelAt }) => [
    customers.get(customerId),
    cancelAt === null || status === "canceled" ? status : `${String(status)} until its end`,
  ]);
  expect(Object.fromEntries(states)).toEqual({
    Active: "active",
    Trying: "trialing",
    "Never paid": "unpaid",
    Behind: "past_due",
    "Behind by a day": "past_due",
    Paused: "paused",
    Gone: "canceled",
    Leaving: "active until its end",
  });
  const [vendor] = await list(bench, "/v1/connect/accounts", "payment");
  const found = await bench.call("GET", "/v1/connect/overview?range=6m&granularity=month");
  expect(found.json["gross_volume"]).toMatchObject({ total: 21_000 });
  expect(vendor).toBeDefined();
  expect((await bench.control("GET", "/ledger")).json["trialBalance"]).toEqual({ xaf: 0 });
  const { ledger } = bench.emulator.engine.state;
  for (const { account, amount, ...book } of ledger.balances("")) {
    const lines = ledger
      .entries(account)
      .filter(({ mode, currency }) => mode === book.mode && currency === book.currency)
      .flatMap((entry) => entry.lines.filter((line) => line.account === account));
    expect([account, lines.reduce((sum, line) => sum + line.amount, 0)]).toEqual([account, amount]);
  }
  expect((await bench.control("GET", `/merchants/${merchant}/clock`)).json["now"]).toBe(
    new Date(start).toISOString(),
  );
  expect(bench.faults).toEqual([]);
});

it("approves payments again after the start", async () => {
  const bench = createBench({ given: shop });
  const behind = (await list(bench, "/v1/subscriptions")).find(({ status }) => status === "past_due");
  const paid = await bench.call(
    "POST",
    `/v1/subscriptions/${String(behind?.["id"])}/retry-payment`,
    undefined,
    {
      host: "checkout",
    },
  );
  expect(paid.json["paymentStatus"]).toMatchObject({ success: true });
});

it("is the same after a restart and after a reset", async () => {
  const folder = emptyFolder();
  const first = await begin(folder, { given: shop });
  const shown = async (some: Bench) => [
    some.emulator.merchants,
    await list(some, "/v1/subscriptions"),
    await list(some, "/v1/connect/accounts", "payment"),
  ];
  const before = await shown(first.bench);
  await first.stop();
  const { bench, stop } = await begin(folder);
  expect(await shown(bench)).toEqual(before);
  await bench.call("POST", "/v1/payment-intents", { amount: 1, currency: "xaf" });
  await bench.control("POST", "/reset");
  expect(await shown(bench)).toEqual(before);
  await stop();
});

it("begins at a time, which can stand still", async () => {
  const now = Date.UTC(2031, 4, 6);
  const bench = createBench({ clock: { now, isStill: true }, given: shop });
  const clock = async () =>
    (await bench.control("GET", `/merchants/${bench.accountId}/clock`)).json["now"] as string;
  const made = await bench.call("POST", "/v1/disbursements", disbursement);
  bench.time.advance(10 * DAY);
  expect([await clock(), made.json["shouldExecutedAt"]]).toEqual(Array(2).fill("2031-05-06T00:00:00.000Z"));
  const status = async () =>
    (await bench.call("GET", `/v1/disbursement/${String(made.json["id"])}`)).json["status"];
  expect(await status()).toBe("processing");
  await bench.control("POST", `/merchants/${bench.accountId}/clock`, { byMs: DAY });
  expect([await clock(), await status()]).toEqual(["2031-05-07T00:00:00.000Z", "succeeded"]);
  const running = createBench({ clock: { now }, time: manualTime(start) });
  expect((await running.control("GET", `/merchants/${running.accountId}/clock`)).json["now"]).toContain(
    "2031",
  );
});

const merchantWith = (more: object): SeedDocument => ({ merchants: [{ name: "One", ...more }] });

it.each([
  [
    { vendors: [{ name: "V", balance: { available: 1 }, sales: [{ amount: 5000, daysAgo: 3 }] }] },
    "merchants.0.vendors.0.balance.available: 1 is less than the 4500 that the sales leave",
  ],
  [
    { vendors: [{ name: "V", daysAgo: 1, sales: [{ amount: 5000, daysAgo: 3 }] }] },
    "merchants.0.vendors.0.daysAgo: its first sale or allocation was 3 days ago; state 3 or more",
  ],
  [
    { customers: [{ subscriptions: [{ price: "none", status: "active" }] }] },
    "merchants.0.customers.0.subscriptions.0.price: the merchant has no price none",
  ],
  [
    {
      prices: [{ name: "p", amount: 5 }],
      customers: [{ subscriptions: [{ price: "p", status: "past_due", daysAgo: 3 }] }],
    },
    "merchants.0.customers.0.subscriptions.0.status: it would be active, not past_due: change daysAgo, which is 3",
  ],
  [
    { vendors: [{ name: "V", sales: [{ amount: 5000, refunded: 6000 }] }] },
    "merchants.0.vendors.0.sales.0.refunded: refundCharge refuses this with 422",
  ],
  [
    { settings: { payoutOverdraft: "perhaps" } },
    "merchants.0.settings.payoutOverdraft: must be one of allowed, refused",
  ],
  [{ settings: { overdraft: "allowed" } }, "merchants.0.settings.overdraft: There is no such member"],
])("refuses %j", (more, message) => {
  expect(() => createBench({ given: merchantWith(more) })).toThrow(message);
});

it("has a schema that the example names", () => {
  const [first = ""] = readFileSync("examples/emulator/shop.yaml", "utf8").split("\n");
  expect(first).toContain("spec/schemas/seed-file.schema.json");
});

it("makes allocations, disbursements and test clocks, in the environment that the file names", async () => {
  const given: SeedDocument = {
    merchants: [
      {
        name: "Live",
        mode: "live",
        vendors: [{ name: "Boutique", allocations: [{ amount: 10_000, daysAgo: 3, reversed: 4_000 }] }],
        payments: [{ amount: 60_000, daysAgo: 5 }],
        disbursements: [
          { amount: 7_000, daysAgo: 2 },
          { amount: 9_000, daysAgo: 2, status: "failed", firstName: "Moussa" },
        ],
      },
      {
        name: "On a clock",
        prices: [{ name: "Weekly", amount: 500, interval: "week" }],
        customers: [
          { name: "Awa", testClock: "Billing", subscriptions: [{ price: "Weekly", status: "active" }] },
          { name: "Moussa", testClock: "Billing" },
        ],
      },
    ],
  };
  const bench = createBench({ given });
  const [live, clocked] = bench.emulator.merchants;
  const read = async (mode: string) =>
    (await bench.control("GET", `/merchants/${live?.accountId}/balances?mode=${mode}`)).json;
  expect(await read("test")).toMatchObject({ marketplace: { available: 0 }, vendors: [] });
  // 60,000 less 10,125 with the fee of the allocation, 4,000 back, and 7,000 paid out.
  expect(await read("live")).toMatchObject({
    marketplace: { available: 60_000 - 10_125 + 4_000 - 7_000 },
    vendors: [{ wallets: [{ available: 6_000 }] }],
  });
  const authorization = `Bearer ${clocked?.keys.test}`;
  const path = "/v1/test-helpers/test-clocks";
  const { json } = await bench.call("GET", path, undefined, { host: "checkout", authorization });
  expect(json["data"] ?? json).toMatchObject([
    { name: "Billing", frozenTime: new Date(start).toISOString(), subscriptions: [{}], customers: [{}, {}] },
  ]);
  const { trialBalance } = (await bench.control("GET", "/ledger?mode=live")).json;
  expect(trialBalance).toEqual({ xaf: 0 });
});

it("reports the location in the file of a live merchant's test clock", () => {
  const customers = [{ name: "Awa", testClock: "Billing" }];
  const given: SeedDocument = { merchants: [{ name: "Live", mode: "live", customers }] };
  expect(() => createBench({ given })).toThrow(
    /merchants\.0\.customers\.0\.testClock: createTestClock refuses/,
  );
});
