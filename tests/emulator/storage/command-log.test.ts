import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { manualTime } from "../../../emulator/index.ts";
import { openState } from "../../../emulator/storage/kept-state.ts";
import { type Bench, createBench, disbursement, intent, session, start } from "../client.ts";
import { createShop } from "../connect/bench.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payconform-log-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An emulator on the folder, begun again from what is there. */
async function begin(options: Parameters<typeof createBench>[0] = {}) {
  const log = openState(folder);
  const bench = createBench({ state: log, ...options });
  await bench.emulator.restored;
  const stop = async (): Promise<void> => {
    await bench.emulator.close();
    log.close();
  };
  return { bench, log, stop };
}

/** Something of everything: payments, vendors, keys, clocks, a subscription, refusals. */
async function day(bench: Bench): Promise<string[]> {
  const answers: string[] = [];
  const shop = await createShop(bench);
  const call: typeof shop.call = async (...given) => {
    const reply = await shop.call(...given);
    if (given[0] !== "GET") answers.push(reply.text);
    return reply;
  };
  const made = await call("POST", "/v1/payment-intents", intent);
  await bench.control(
    "POST",
    `/merchants/${shop.accountId}/payment-intents/${String(made.json["id"])}/status`,
    {
      status: "succeeded",
    },
  );
  await call("POST", "/v1/payment-intents", { ...intent, amount: -1 });
  const page = await call("POST", "/v1/sessions", session(shop.accountId), { host: "checkout" });
  await bench.control("POST", `/merchants/${shop.accountId}/sessions/${String(page.json["id"])}/end`, {
    status: "paid",
  });
  const destination = await shop.vendor();
  const headers = { "idempotency-key": "a-1" };
  const credit = await call("POST", "/v1/connect/allocations", { destination, amount: 9_000 }, { headers });
  await call("POST", `/v1/connect/allocations/${String(credit.json["id"])}/reversals`, { amount: 500 });
  await call("POST", "/v1/disbursements", disbursement);
  bench.time.advance(5_000);
  await shop.move(7_200_000);
  await call("POST", `/v1/connect/accounts/${destination}/withdrawals`, undefined, {
    headers: { "idempotency-key": "w-1" },
  });
  const host = { host: "checkout" as const };
  const customer = await call("POST", "/v1/customers", { name: "Awa" }, host);
  const price = await call("POST", "/v1/prices", { amount: 5000 }, host);
  const items = [{ priceId: price.json["id"] }];
  await call("POST", "/v1/subscriptions", { customerId: customer.json["id"], items }, host);
  await shop.move(40 * 86_400_000);
  return answers;
}

const everything = ({ emulator: { engine } }: Bench): string =>
  JSON.stringify([
    engine.state.ledger.balances(""),
    engine.state.timeline.clocks().map((clock) => engine.state.timeline.waiting(clock)),
  ]);

it("repeats a day with the same answers, events and state, byte for byte", async () => {
  const first = await begin();
  const given = await day(first.bench);
  const state = everything(first.bench);
  const accounts = (await first.bench.control("GET", "/merchants")).json["data"] as { accountId: string }[];
  const events = async (bench: Bench) =>
    Promise.all(
      accounts.map(
        async ({ accountId }) => (await bench.control("GET", `/merchants/${accountId}/events`)).text,
      ),
    );
  const reported = await events(first.bench);
  await first.stop();

  const repeated: string[] = [];
  const again = await begin({
    time: manualTime(start + 5_000),
    onReplayed: (replayed) => {
      if (replayed.kind !== "answer" || replayed.command.kind !== "request") return;
      const { accountId } = replayed.command.command.caller;
      if (accountId === accounts.at(-1)?.accountId) repeated.push(JSON.stringify(replayed.answer.body));
    },
  });
  expect(given.length).toBeGreaterThanOrEqual(10);
  // A command knows no host: where a page is, it says as a path.
  expect(repeated).toEqual(given.map((text) => text.replace(`"http://checkout.test/pay/`, `"/pay/`)));
  expect(everything(again.bench)).toBe(state);
  expect(await events(again.bench)).toEqual(reported);
  expect(again.bench.emulator.merchants).toEqual(first.bench.emulator.merchants);
  await again.stop();
});

it("goes on after a restart: keys stay used, and a request that was cut off frees its own", async () => {
  const first = await begin();
  const shop = await createShop(first.bench);
  const destination = await shop.vendor();
  await shop.allocate(destination, 1_000, "used");
  await first.bench.control("POST", `/merchants/${shop.accountId}/holds`, {
    operationId: "createAllocation",
    idempotencyKey: "cut-off",
  });
  const held = shop.allocate(destination, 1_000, "cut-off");
  await Promise.resolve();
  const second = await begin();
  const call = (key: string) =>
    second.bench.call(
      "POST",
      "/v1/connect/allocations",
      { destination, amount: 1_000 },
      {
        authorization: `Bearer ${shop.keys.test}`,
        headers: { "idempotency-key": key },
      },
    );
  expect((await call("used")).status).toBe(409);
  expect((await call("cut-off")).status).toBe(201);
  first.bench.emulator.engine.holds.clear();
  await held;
  await first.stop();
  await second.stop();
});

it("drops a record that was cut off, and refuses any other damage", async () => {
  const first = await begin();
  const made = await first.bench.call("POST", "/v1/payment-intents", intent);
  await first.bench.call("POST", "/v1/payment-intents", { ...intent, amount: 7 });
  await first.stop();
  const [name = ""] = readdirSync(folder);
  const file = join(folder, name);
  const whole = readFileSync(file, "utf8");
  appendFileSync(file, '0123456789abcdef {"at":1,"deci');
  const second = await begin();
  expect(second.log.torn).toContain(name);
  const shown = await second.bench.call("GET", `/v1/payment-intents/${String(made.json["id"])}`);
  expect(shown.status).toBe(200);
  await second.stop();
  expect(readFileSync(file, "utf8")).toBe(whole);
  writeFileSync(file, whole.replace('"amount":5000', '"amount":5001'));
  expect(() => openState(folder)).toThrow(/:2 is damaged/);
});

it("is readable by its owner only, and has no key in it", async () => {
  const { bench, stop } = await begin();
  await day(bench);
  await stop();
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).not.toMatch(/sk_(test|live)_|authorization/i);
  }
});
