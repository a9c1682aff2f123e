import { describe, expect, it } from "vitest";
import { manualTime } from "../../../emulator/index.ts";
import { type Bench, createBench, intent, start } from "../client.ts";
import { createShop, shopOf } from "../connect/bench.ts";
import { emptyFolder } from "../../empty-folder.ts";
import { begin, day, everything } from "./folder.ts";

const HOUR = 3_600_000;

const exported = async (bench: Bench): Promise<string> => {
  const { status, text } = await bench.control("GET", "/snapshot");
  expect(status).toBe(200);
  return text;
};

/** A day of a new merchant. */
async function work(bench: Bench) {
  const shop = await createShop(bench);
  const made = new Map<string, string>();
  for (const step of day) await step(shop, bench, made);
  return shop;
}

describe("a snapshot", () => {
  it.each(["memory", "a folder"])("leads back to its state and time, in %s", async (where) => {
    const folder = emptyFolder();
    const first = where === "memory" ? undefined : await begin(folder);
    const bench = first?.bench ?? createBench();
    await work(bench);
    const snapshot = await exported(bench);
    const before = await everything(bench);
    const answer = (await bench.call("POST", "/v1/payment-intents", intent)).text;
    bench.time.advance(10 * HOUR);
    await work(bench);
    expect(await everything(bench)).not.toBe(before);
    const imported = await bench.control("PUT", "/snapshot", snapshot);
    expect([imported.status, imported.json]).toEqual([
      200,
      { now: new Date((JSON.parse(snapshot) as { now: number }).now).toISOString() },
    ]);
    expect(await everything(bench)).toBe(before);
    expect(await exported(bench)).toBe(snapshot);
    // The same request gets the same answer.
    expect((await bench.call("POST", "/v1/payment-intents", intent)).text).toBe(answer);
    expect(bench.faults).toEqual([]);
    if (first === undefined) return;
    const last = await everything(bench);
    await first.stop();
    const second = await begin(folder, { time: manualTime(bench.time.now()) });
    expect(await everything(second.bench)).toBe(last);
    await second.stop();
  });

  it.each(["PUT", "POST"])("is not changed by a request that was in progress (%s)", async (method) => {
    const bench = createBench();
    const shop = await createShop(bench);
    const vendor = await shop.vendor();
    const snapshot = await exported(bench);
    const hold = { operationId: "createAllocation", idempotencyKey: "k" };
    await bench.control("POST", `/merchants/${shop.accountId}/holds`, hold);
    const held = shop.allocate(vendor, 1_000, "k");
    await Promise.resolve();
    const during = await exported(bench);
    if (method === "PUT") await bench.control("PUT", "/snapshot", snapshot);
    else await bench.control("POST", "/reset");
    const before = await everything(bench);
    expect((await held).status).toBe(500);
    expect(await everything(bench)).toBe(before);
    expect(String(bench.faults[0])).toContain(
      "The state was replaced while createAllocation was in progress",
    );
    // A snapshot of a request in progress has its key free.
    await bench.control("PUT", "/snapshot", during);
    expect((await shop.allocate(vendor, 1_000, "k")).status).toBe(201);
  });

  it("has no key of a merchant", async () => {
    const bench = createBench();
    await work(bench);
    expect(await exported(bench)).not.toMatch(/sk_(test|live)_/);
  });

  it("may be larger than other bodies", async () => {
    const bench = createBench();
    const metadata = { text: "x".repeat(30_000) };
    for (let made = 0; made < 40; made += 1)
      await bench.call("POST", "/v1/payment-intents", { ...intent, metadata });
    const snapshot = await exported(bench);
    expect(snapshot.length).toBeGreaterThan(1_048_576);
    expect((await bench.control("PUT", "/snapshot", snapshot)).status).toBe(200);
  });

  const snapshotWith = async (change: (snapshot: Record<string, object>) => unknown): Promise<string> => {
    const snapshot = JSON.parse(await exported(createBench())) as Record<string, object>;
    return JSON.stringify(change(snapshot) ?? snapshot);
  };

  it.each<[string, (snapshot: Record<string, object>) => unknown, string]>([
    ["another document", () => ({ anything: 1 }), "This is not a snapshot"],
    ["another form", (given) => ({ ...given, payconformSnapshot: 2 }), "This is not a snapshot"],
    [
      "an unknown table",
      ({ state, ...rest }) => ({ ...rest, state: { ...(state as object), "records things": [] } }),
      "The snapshot cannot be read: No table is called things",
    ],
    [
      "a ledger that does not add up",
      ({ state, ...rest }) => ({
        ...rest,
        state: { ...(state as object), "opening balances": [["test xaf a", "5"]] },
      }),
      "The snapshot cannot be read: Ledger: the trial balance in test xaf is 5, not 0",
    ],
  ])("is refused without any change if it is %s", async (_what, change, message) => {
    const bench = createBench();
    await work(bench);
    const before = await everything(bench);
    const refused = await bench.control("PUT", "/snapshot", await snapshotWith(change));
    expect([refused.status, refused.json.message]).toEqual([422, expect.stringContaining(message)]);
    expect(await everything(bench)).toBe(before);
  });

  it("brings its seed, from which ids and keys follow, until a reset", async () => {
    const bench = createBench();
    const made = await work(bench);
    const folder = emptyFolder();
    const { bench: other, stop } = await begin(folder, { seed: 8 });
    const own = await other.control("GET", `/merchants/${other.accountId}/keys`);
    await other.control("PUT", "/snapshot", await exported(bench));
    expect(await everything(other)).toBe(await everything(bench));
    const create = (on: Bench) => shopOf(on, made).call("POST", "/v1/payment-intents", intent);
    expect((await create(other)).text).toBe((await create(bench)).text);
    const keysOf = async (on: Bench) => (await on.control("GET", `/merchants/${bench.accountId}/keys`)).json;
    expect(await keysOf(other)).toEqual(await keysOf(bench));
    expect(await exported(other)).toBe(await exported(bench));
    await stop();
    // The folder has the seed of the snapshot.
    const second = await begin(folder, { seed: 9, time: manualTime(start) });
    expect(await everything(second.bench)).toBe(await everything(bench));
    await second.stop();
    const third = createBench({ seed: 8 });
    await third.control("PUT", "/snapshot", await exported(bench));
    await third.control("POST", "/reset");
    expect((await third.control("GET", `/merchants/${third.accountId}/keys`)).json).toEqual(own.json);
  });

  it("is where an emulator begins, in memory or in a new folder", async () => {
    const bench = createBench({ seed: 5 });
    await work(bench);
    const snapshot = JSON.parse(await exported(bench)) as object;
    const { bench: other, stop } = await begin(emptyFolder(), { snapshot });
    expect(await everything(other)).toBe(await everything(bench));
    expect(other.emulator.merchants.map(({ keys }) => keys)).toEqual(
      bench.emulator.merchants.map(({ keys }) => keys),
    );
    await stop();
    expect(() => createBench({ snapshot: { ...snapshot, given: { merchants: 1 } } })).toThrow(
      "The snapshot cannot be read",
    );
  });
});

it.each([
  ["GET", "/snapshots"],
  ["POST", "/snapshots"],
  ["POST", "/back"],
  ["GET", "/forks"],
  ["POST", "/forks"],
  ["DELETE", "/forks/fork_1"],
])("answers the removed %s %s with what replaces it", async (method, path) => {
  const { status, json } = await createBench().control(method, path);
  expect([status, json.message]).toEqual([410, expect.stringContaining("PUT /control/snapshot")]);
});
