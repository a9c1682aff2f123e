import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openState } from "../../emulator/storage/kept-state.ts";
import { emptyFolder, inThisProcess, root } from "../cli/command-line.ts";
import { createBench, disbursement, intent } from "../emulator/client.ts";
import { createShop } from "../emulator/connect/bench.ts";

interface Line {
  readonly command: number;
  readonly operationId?: string;
  readonly event?: string;
  readonly status?: number;
  readonly accountId: string;
  readonly body: unknown;
}

/** A day of a marketplace: what its requests were answered, and its events. */
async function recorded(folder: string): Promise<{ answers: string[]; events: string[] }> {
  const state = openState(folder, { snapshotEvery: 20 });
  let sent = 0;
  // Deliveries that fail are repeated, and take nothing from what a log leads to.
  const webhooks = () => Promise.resolve((sent += 1) % 2 > 0);
  const bench = createBench({ state, send: webhooks, signWebhooks: true, recordReads: true });
  const shop = await createShop(bench);
  const answers: string[] = [];
  const note = (reply: Awaited<ReturnType<typeof shop.call>>) => {
    answers.push(`${reply.status} ${reply.text}`);
    return reply;
  };
  const send: typeof shop.call = async (...given) => note(await shop.call(...given));
  const move = async (byMs: number) => {
    await bench.emulator.idle();
    note(await bench.control("POST", `/merchants/${shop.accountId}/clock`, { byMs }));
  };
  const destination = await shop.vendor();
  const hook = { url: "http://shop.test/", events: ["connect.transfer.created", "connect.funds.available"] };
  note(await bench.control("POST", `/merchants/${shop.accountId}/webhook-endpoints`, hook));
  const headers = { "idempotency-key": "a-1" };
  await send("POST", "/v1/connect/allocations", { destination, amount: 9_000 }, { headers });
  await send("POST", "/v1/connect/allocations", { destination, amount: 9_000 }, { headers });
  await send("POST", "/v1/disbursements", disbursement);
  await send("GET", `/v1/connect/accounts/${destination}`);
  await move(7_200_000);
  await send("GET", "/v1/remittance");
  bench.time.advance(60_000);
  const gone = await bench.control("POST", "/snapshots", { name: "noon" });
  await send("POST", "/v1/payment-intents", intent);
  await bench.control("POST", "/back", { to: gone.json["commands"] });
  await send("POST", "/v1/payment-intents", { ...intent, amount: -5 });
  const host = { host: "checkout" as const };
  const customer = await send("POST", "/v1/customers", { name: "Awa" }, host);
  const price = await send("POST", "/v1/prices", { amount: 5_000 }, host);
  const items = [{ priceId: price.json["id"] }];
  await send("POST", "/v1/subscriptions", { customerId: customer.json["id"], items }, host);
  await move(40 * 86_400_000);
  const feed = (await bench.control("GET", `/merchants/${shop.accountId}/events`)).json["data"] as {
    body: unknown;
  }[];
  await bench.emulator.close();
  state.close();
  return { answers, events: feed.map(({ body }) => JSON.stringify(body)) };
}

test("docs/emulator/state.md: a replay has the answers and events of the recorded day, and leaves the folder alone", async () => {
  const folder = join(emptyFolder(), "state");
  mkdirSync(folder);
  const day = await recorded(folder);
  const files = () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]);
  const before = files();
  const { code, stdout } = await inThisProcess(["emulate", "--replay", folder]);
  expect(code).toBe(0);
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  const own = lines.filter(({ accountId }) => accountId === lines.at(-1)?.accountId);
  const answered = own.filter(
    ({ operationId }) => operationId !== undefined && operationId !== "createVendor",
  );
  expect(answered.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).toEqual(day.answers);
  const emitted = own.flatMap(({ event, body }) => (event === undefined ? [] : [JSON.stringify(body)]));
  expect(emitted).toEqual(day.events);
  expect(day.events.length).toBeGreaterThan(5);
  expect(files()).toEqual(before);
  expect((await inThisProcess(["emulate", "--replay", folder])).stdout).toBe(stdout);
});

test("a folder without commands cannot be replayed", async () => {
  const { code, stderr } = await inThisProcess(["emulate", "--replay", emptyFolder()]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("there are no commands in it")]);
});

test("every route that the page names is served", () => {
  const page = readFileSync(join(root, "docs/emulator/state.md"), "utf8");
  const named = [...page.matchAll(/`(?:GET|POST|DELETE) \/control(\/(?:snapshots|back|forks)[^`]*)`/g)].map(
    ([, path]) => path,
  );
  expect(new Set(named)).toEqual(new Set(["/snapshots", "/back", "/forks", "/forks/{id}"]));
});
