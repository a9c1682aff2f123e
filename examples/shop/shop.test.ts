import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { type StartedEmulator, startEmulator } from "payconform/emulator";

const HOUR_MS = 3_600_000;

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

/** A port below 32,768: the system assigns none of those to connections, so the shop gets the same port after each kill. */
async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits at most two minutes for a condition. */
async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 120_000; !(await isTrue()); await after(20))
    if (Date.now() > deadline) throw new Error(`Timed out before ${what}`);
}

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly session?: string;
}

/** Starts the shop in its own process, which can be killed and restarted. */
async function shopFor(emulator: StartedEmulator) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const records = join(mkdtempSync(join(tmpdir(), "shop-")), "shop.jsonl");
  const made = await emulator.control("POST", "/webhook-endpoints", {
    url: `${url}/webhooks`,
    events: ["checkout.session.completed", "connect.transfer.created", "connect.funds.available"],
  });
  const { secret } = await emulator.control("GET", `/webhook-endpoints/${String(made["id"])}/secret`);
  let running: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const child = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "shop.ts")], {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        PAYMENT_URL: emulator.paymentUrl,
        CHECKOUT_URL: emulator.checkoutUrl,
        KEY: emulator.merchant.testKey,
        ACCOUNT_ID: emulator.merchant.accountId,
        WEBHOOK_SECRET: String(secret),
        PORT: String(port),
        RECORDS: records,
        RETRY_MS: "10",
      },
    });
    running = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout.once("data", () => resolve());
      child.once("exit", () => reject(new Error("The shop exited before it listened")));
    });
  };
  const kill = async (): Promise<void> => {
    const child = running;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await exited;
  };
  ending.push(kill);
  /** Sends a request until the shop answers, as a customer does. */
  const ask = async (method: string, path: string, body?: object): Promise<Shown> => {
    for (;;) {
      const response = await fetch(`${url}${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch(() => undefined);
      if (response?.ok === true) return (await response.json()) as Shown;
      await after(20);
    }
  };
  await start();
  return {
    url,
    ask,
    kill,
    start,
    records: () =>
      readFileSync(records, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { type: string; order?: string }),
  };
}

interface LedgerEntry {
  readonly kind: string;
  readonly amount: number;
  readonly details?: Readonly<Record<string, string>>;
}

/** The entries of an account's wallets, and its balance: pending and available together. */
async function ledgerOf(emulator: StartedEmulator, id: string) {
  const answer = await fetch(`${emulator.address.controlUrl}/why/${id}`);
  const { wallets } = (await answer.json()) as {
    wallets: { mode: string; accounts: { account: string; balance: number; entries: LedgerEntry[] }[] }[];
  };
  const accounts = wallets.filter(({ mode }) => mode === "test").flatMap((wallet) => wallet.accounts);
  return {
    entries: accounts.flatMap(({ entries }) => entries),
    balance: accounts.reduce((sum, { balance }) => sum + balance, 0),
  };
}

test("an order is paid, delivered, shared with the vendor and refunded", { timeout: 300_000 }, async () => {
  await using emulator = await startEmulator({ signWebhooks: true });
  const shop = await shopFor(emulator);
  const { acct: vendor } = await emulator.control("POST", "/vendors", { name: "Boutique" });
  const items = [{ productName: "Lamp", quantity: 2, price: 2_500 }];
  const { session } = await shop.ask("PUT", "/orders/1", { items, vendor });
  await emulator.control("POST", `/sessions/${session}/end`, { status: "paid" });
  const is = (status: string) => async () => (await shop.ask("GET", "/orders/1")).status === status;
  await until("the order is delivered", is("delivered"));
  await until(
    "the vendor has its share",
    async () => (await ledgerOf(emulator, String(vendor))).balance === 4_000,
  );
  await shop.ask("POST", "/orders/1/refund");
  await until("the order is refunded", is("refunded"));
  expect((await ledgerOf(emulator, String(vendor))).balance).toBe(0);
});

test(
  "each order is paid and delivered once, despite lost answers, kills, and late, repeated and reordered events",
  { timeout: 300_000 },
  async () => {
    await using emulator = await startEmulator({ seed: 7, signWebhooks: true });
    const shop = await shopFor(emulator);
    const made = await emulator.control("POST", "/vendors", { name: "Boutique" });
    const vendor = String(made["acct"]);
    // The shop must ask for the outcome of this payment after a restart.
    emulator.addFault({ effect: "drop-event", event: "checkout.session.completed", times: 1 });
    emulator.addFault({ effect: "lose-answer", rate: 0.3 });
    emulator.addFault({ effect: "lose-request", rate: 0.1 });
    emulator.addFault({ effect: "delay-event", rate: 0.2, delayMs: 200 });
    emulator.addFault({ effect: "repeat-event", rate: 0.3, delayMs: 50 });
    emulator.addFault({ effect: "reorder-event", rate: 0.3, delayMs: 300 });
    emulator.addFault({ effect: "lose-event", rate: 0.2 });

    const orders = Array.from({ length: 20 }, (_, number) => `order-${number}`);
    const items = [{ productName: "Lamp", quantity: 1, price: 5_000 }];
    const buy = async (id: string): Promise<void> => {
      const { session } = await shop.ask("PUT", `/orders/${id}`, { items, vendor });
      // The customer pays on the hosted page.
      await emulator.control("POST", `/sessions/${session}/end`, { status: "paid" });
    };
    const events = (type: string) =>
      emulator.emulator.engine.feed
        .since(emulator.merchant.accountId, 0)
        .filter((event) => event.type === type).length;
    const bought = Promise.all(orders.map(buy));
    for (const paid of [4, 11]) {
      await until(`${paid} orders are paid`, () => events("checkout.session.completed") >= paid);
      await shop.kill();
      await shop.start();
    }
    await bought;

    const entries = (type: string) => shop.records().filter((entry) => entry.type === type);
    // Failed deliveries are retried when the merchant's clock advances.
    await until("all orders are delivered and shared", async () => {
      await emulator.advance(60_000);
      return [entries("delivered"), entries("allocated")].every((some) => some.length >= orders.length);
    });
    for (const id of orders.slice(0, 5)) await shop.ask("POST", `/orders/${id}/refund`);
    await until("five orders are refunded", async () => {
      await emulator.advance(60_000);
      return entries("refunded").length >= 5;
    });
    await emulator.advance(HOUR_MS);
    await until("the vendor is paid out", async () => {
      await emulator.advance(7 * HOUR_MS);
      return (await ledgerOf(emulator, vendor)).balance === 0;
    });

    for (const type of ["paid", "delivered"])
      expect(
        entries(type)
          .map((entry) => entry.order)
          .sort(),
      ).toEqual([...orders].sort());
    const own = await ledgerOf(emulator, emulator.merchant.accountId);
    const of = (kind: string) => own.entries.filter((entry) => entry.kind === kind);
    expect(of("payment").map(({ amount }) => amount)).toEqual(orders.map(() => 5_000));
    expect(new Set(of("payment").map(({ details }) => details?.["session"])).size).toBe(orders.length);
    expect(of("allocation")).toHaveLength(orders.length);
    expect(of("refund").map(({ amount }) => amount)).toEqual([-5_000, -5_000, -5_000, -5_000, -5_000]);
    expect(events("connect.transfer.reversed")).toBe(5);
    const theirs = await ledgerOf(emulator, vendor);
    const credited = theirs.entries.filter(({ kind }) => kind === "allocation" || kind === "reversal");
    expect(credited.reduce((sum, { amount }) => sum + amount, 0)).toBe(15 * 4_000);
  },
);
