import { expect, it } from "vitest";
import { createBench, disbursement, intent, session } from "./client.ts";
import { createShop } from "./connect/bench.ts";

interface Statement {
  account: string;
  balance: number;
  entries: { amount: number; balance: number; kind: string }[];
}

interface Explained {
  is: { table: string; record: Record<string, unknown> }[];
  because: {
    cause: { kind: string; name: string };
    entries: { kind: string }[];
    events: { id: string; type: string }[];
    changed: { table: string }[];
    timers: Record<string, unknown>[];
  }[];
  wallets: { holder: string; accounts: Statement[] }[];
  waiting: { kind: string; dueAt: string }[];
}

/** Payments with fees, a paid session, a charge with its commission, a refund, a payout, and one that failed. */
async function month() {
  const bench = createBench();
  const shop = await createShop(bench, { funds: 0, settings: { paymentFee: { percent: 2 } } });
  const base = `/merchants/${shop.accountId}`;
  const why = async (id: unknown) =>
    (await bench.control("GET", `/why/${String(id)}`)).json as unknown as Explained;
  const plain = await shop.call("POST", "/v1/payment-intents", { ...intent, amount: 100_000 });
  await bench.control("POST", `${base}/payment-intents/${String(plain.json["id"])}/status`, {
    status: "succeeded",
  });
  const page = await shop.call("POST", "/v1/sessions", session(shop.accountId), { host: "checkout" });
  const paid = await bench.control("POST", `${base}/sessions/${String(page.json["id"])}/end`, {
    status: "paid",
  });
  const vendor = await shop.vendor();
  const body = { ...intent, amount: 20_000, on_behalf_of: vendor, application_fee_rate: 10 };
  const charge = await shop.call("POST", "/v1/payment-intents", body);
  await shop.call("POST", `/v1/payment-intents/${String(charge.json["id"])}/capture`, {});
  await shop.call("POST", `/v1/payment-intents/${String(charge.json["id"])}/refunds`, { amount: 5_000 });
  const payout = await shop.call("POST", "/v1/disbursements", { ...disbursement, amount: 30_000 });
  await bench.control("POST", `${base}/next-disbursement-outcome`, { outcome: "failed" });
  await shop.move(3_000);
  const failed = await shop.call("POST", "/v1/disbursements", { ...disbursement, amount: 7_000 });
  await shop.move(3_000);
  return { bench, shop, vendor, why, plain, paid, charge, payout, failed };
}

it("has every balance as the sum of its entries, and the month in them", async () => {
  const { bench, shop, vendor, why } = await month();
  const kinds = new Set<string>();
  for (const holder of [shop.accountId, vendor]) {
    const { wallets } = await why(holder);
    expect(wallets.length).toBeGreaterThan(0);
    for (const { accounts } of wallets) {
      for (const { balance, entries } of accounts) {
        expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance);
        expect(entries.at(-1)?.balance ?? 0).toBe(balance);
        for (const { kind } of entries) kinds.add(kind);
      }
    }
  }
  expect([...kinds].sort()).toEqual([
    "charge",
    "disbursement.begun",
    "disbursement.returned",
    "disbursement.succeeded",
    "payment",
    "refund",
  ]);
  // 98,000 + 4,900 of payments, 2,000 of commission less 500 for the service and 500 for the refund, 30,000 paid out.
  expect(await shop.funds()).toBe(98_000 + 4_900 + 2_000 - 500 - 500 - 30_000);
  const ledger = await bench.control("GET", "/ledger?mode=test");
  expect(ledger.json["trialBalance"]).toEqual({ xaf: 0 });
});

it("explains objects, events and what is waiting", async () => {
  const { why, plain, paid, failed, charge, vendor } = await month();
  const causes = async (id: unknown) =>
    (await why(id)).because.map(({ cause }) => `${cause.kind} ${cause.name}`);
  expect(await causes(plain.json["id"])).toEqual([
    "request createPaymentIntent",
    "control setPaymentIntentStatus",
  ]);
  expect(await causes(failed.json["id"])).toEqual([
    "request createDisbursement",
    "timer disbursement.settle",
  ]);
  const ended = await why(paid.json["orderId"]);
  expect(ended.is).toMatchObject([{ table: "orders", record: { status: "paid" } }]);
  const event = ended.because.at(-1)?.events[0];
  expect(event?.type).toBe("checkout.session.completed");
  expect(await causes(event?.id)).toEqual(["control endSession"]);
  const captured = (await why(charge.json["charge"])).because.flatMap(({ timers }) => timers);
  expect(captured).toMatchObject([
    { do: "schedule", kind: "connect.mature", dueAt: expect.any(String) as string },
  ]);
  const subject = (captured as unknown as { subject: string }[])[0]?.subject;
  expect((await why(subject)).waiting).toMatchObject([{ kind: "connect.mature" }]);
  expect((await why(vendor)).is).toMatchObject([{ table: "vendors" }]);
});

it("shows neither keys nor secrets, and answers 404 for an unknown id", async () => {
  const { bench, shop, plain, why } = await month();
  expect(JSON.stringify(await why(plain.json["id"]))).not.toContain(plain.json["clientSecret"]);
  expect(JSON.stringify(await why(shop.accountId))).not.toMatch(/sk_(test|live)_/);
  expect((await bench.control("GET", `/why/${shop.keys.test}`)).status).toBe(404);
  expect((await bench.control("GET", "/why/pi_never")).status).toBe(404);
});
