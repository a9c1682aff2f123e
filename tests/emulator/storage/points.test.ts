import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { manualTime } from "../../../emulator/index.ts";
import { openState } from "../../../emulator/storage/kept-state.ts";
import { type Bench, createBench, disbursement, intent, start } from "../client.ts";
import { createShop } from "../connect/bench.ts";

const HOUR = 3_600_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payconform-points-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An emulator that continues in the folder. */
async function begin(options: Parameters<typeof createBench>[0] & { snapshotEvery?: number } = {}) {
  const { snapshotEvery = 1_000_000, ...rest } = options;
  const state = openState(folder, { snapshotEvery });
  const bench = createBench({ state, ...rest });
  const damaged = await bench.emulator.restored;
  const stop = async (): Promise<void> => {
    await bench.emulator.close();
    state.close();
  };
  return { bench, state, damaged, stop };
}

/** Everything that can be read, as bytes. */
async function everything(bench: Bench): Promise<string> {
  const { engine } = bench.emulator;
  const merchants = (await bench.control("GET", "/merchants")).json["data"] as { accountId: string }[];
  const read = await Promise.all(
    merchants.flatMap(({ accountId }) =>
      ["events", "balances?mode=test", "balances?mode=live", "clock"].map(
        async (path) => (await bench.control("GET", `/merchants/${accountId}/${path}`)).text,
      ),
    ),
  );
  // The logs of requests and deliveries are no part of the state.
  const {
    requests: _,
    deliveries: __,
    ...why
  } = (await bench.control("GET", `/why/${bench.accountId}`)).json;
  const { timeline } = engine.state;
  const waiting = timeline.clocks().map((clock) => timeline.waiting(clock));
  return JSON.stringify([read, why, (await bench.control("GET", "/ledger")).text, waiting]);
}

/** Some money, some events, a moved clock, a key that is used. */
async function work(bench: Bench): Promise<void> {
  const shop = await createShop(bench);
  const vendor = await shop.vendor();
  await shop.allocate(vendor, 5_000, "used");
  await bench.call("POST", "/v1/disbursements", disbursement);
  await shop.move(2 * HOUR);
  bench.time.advance(30_000);
  await bench.call("POST", "/v1/payment-intents", intent);
}

const post = (bench: Bench, path: string, body: unknown) => bench.control("POST", path, body);

describe("a snapshot", () => {
  it("is where a start begins, which repeats only the commands after it", async () => {
    const first = await begin();
    await work(first.bench);
    expect((await post(first.bench, "/snapshots", {})).status).toBe(201);
    await work(first.bench);
    const before = await everything(first.bench);
    await first.stop();
    // The commands before the snapshot are not read: they could not be.
    const [oldest = ""] = readdirSync(folder).filter((name) => name.startsWith("commands-"));
    const text = readFileSync(join(folder, oldest), "utf8");
    const lines = text.split("\n");
    writeFileSync(join(folder, oldest), [lines[0], "damaged", ...lines.slice(2)].join("\n"));
    const second = await begin({ time: manualTime(start + 60_000) });
    expect(await everything(second.bench)).toBe(before);
    expect(second.damaged).toEqual([]);
    await second.stop();
  });

  it("that is damaged is skipped: the one before it and the commands since give the same state", async () => {
    const first = await begin();
    await work(first.bench);
    await post(first.bench, "/snapshots", {});
    await work(first.bench);
    await post(first.bench, "/snapshots", {});
    await work(first.bench);
    const before = await everything(first.bench);
    await first.stop();
    const snapshots = readdirSync(folder).filter((name) => name.startsWith("snapshot-"));
    expect(snapshots).toHaveLength(2);
    for (const name of [...readdirSync(folder)])
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const newest = join(folder, snapshots.at(-1) ?? "");
    truncateSync(newest, statSync(newest).size - 10);
    const second = await begin({ time: manualTime(start + 90_000) });
    expect(await everything(second.bench)).toBe(before);
    expect(second.damaged).toHaveLength(1);
    await second.stop();
    for (const name of snapshots) writeFileSync(join(folder, name), "");
    const third = await begin({ time: manualTime(start + 90_000) });
    expect(await everything(third.bench)).toBe(before);
    await third.stop();
  });

  it("is taken by itself after so many commands, and only the newest two stay", async () => {
    const first = await begin({ snapshotEvery: 40 });
    for (let made = 0; made < 200; made += 1) {
      await first.bench.call("POST", "/v1/payment-intents", intent);
      // It is written while requests are answered.
      await new Promise((resolve) => void setImmediate(resolve));
    }
    await expect
      .poll(async () => (await first.bench.control("GET", "/snapshots")).json["data"])
      .toHaveLength(2);
    const taken = (await first.bench.control("GET", "/snapshots")).json as unknown as {
      commands: number;
      data: { commands: number }[];
    };
    expect(taken.data).toHaveLength(2);
    expect(taken.commands - (taken.data.at(-1)?.commands ?? 0)).toBeLessThan(130);
    await first.stop();
  });

  it("that cannot be written is reported and stops nothing, and none is taken after the end", async () => {
    const faults: unknown[] = [];
    const state = openState(folder, { snapshotEvery: 5 });
    const broken = {
      ...{ snapshots: { ...state.snapshots, save: () => expect.fail("the disk is full") } },
      ...{ first: undefined, hasCommands: true, snapshotEvery: 5, count: 1_000 },
      ...{ read: () => [], append: state.append, rotate: () => undefined },
    };
    const bench = createBench({ state: broken, onFault: (fault) => void faults.push(fault) });
    for (let made = 0; made < 3; made += 1) await bench.call("POST", "/v1/payment-intents", intent);
    await Promise.resolve();
    expect(faults.length).toBeGreaterThan(0);
    const made = bench.call("POST", "/v1/payment-intents", intent);
    await bench.emulator.close();
    const before = faults.length;
    expect((await made).status).toBe(200);
    await new Promise((resolve) => void setImmediate(resolve));
    expect(faults).toHaveLength(before);
    state.close();
  });

  it("has no key and no secret of a merchant that its folder should not have", async () => {
    const { bench, stop } = await begin();
    await work(bench);
    await post(bench, "/snapshots", {});
    await stop();
    for (const name of readdirSync(folder))
      expect(readFileSync(join(folder, name), "utf8")).not.toMatch(/sk_(test|live)_/);
  });
});

describe("going back", () => {
  it.each(["a folder", "memory"])("leads to a snapshot and on from there, in %s", async (where) => {
    const { bench, stop } =
      where === "memory" ? { bench: createBench(), stop: async () => undefined } : await begin();
    await work(bench);
    const taken = await post(bench, "/snapshots", { name: "before" });
    expect(taken.json).toMatchObject({ name: "before", at: new Date(start + 30_000).toISOString() });
    const before = await everything(bench);
    const first = await bench.call("POST", "/v1/payment-intents", intent);
    bench.time.advance(10 * HOUR);
    await work(bench);
    const back = await post(bench, "/back", { to: "before" });
    expect([back.status, back.json["to"], back.json["now"]]).toEqual([
      200,
      taken.json["commands"],
      taken.json["at"],
    ]);
    expect(await everything(bench)).toBe(before);
    // The same request at the same place gets the same answer.
    expect((await bench.call("POST", "/v1/payment-intents", intent)).text).toBe(first.text);
    expect(bench.faults).toEqual([]);
    await stop();
  });

  it("reaches every command of a folder, and lasts over a restart", async () => {
    const first = await begin();
    await work(first.bench);
    const states = new Map<number, string>();
    for (let made = 0; made < 4; made += 1) {
      await first.bench.call("POST", "/v1/payment-intents", { ...intent, amount: made + 1 });
      await post(first.bench, `/merchants/${first.bench.accountId}/clock`, { byMs: HOUR });
      states.set(first.state.count, await everything(first.bench));
    }
    const [one = 0, two = 0, three = 0] = [...states.keys()];
    for (const to of [two, one]) {
      expect((await post(first.bench, "/back", { to })).status).toBe(200);
      expect(await everything(first.bench)).toBe(states.get(to));
    }
    // An undone state can be reached, too.
    await post(first.bench, "/back", { to: three });
    await first.bench.call("POST", "/v1/payment-intents", intent);
    const last = await everything(first.bench);
    await first.stop();
    const second = await begin({ time: manualTime(start + 30_000) });
    expect(await everything(second.bench)).toBe(last);
    await second.stop();
  });

  it("frees keys that were used since, and keeps those that were used before", async () => {
    const bench = createBench();
    const shop = await createShop(bench);
    const vendor = await shop.vendor();
    await shop.allocate(vendor, 1_000, "old");
    await post(bench, "/snapshots", { name: "here" });
    expect((await shop.allocate(vendor, 1_000, "new")).status).toBe(201);
    await post(bench, "/back", { to: "here" });
    expect((await shop.allocate(vendor, 1_000, "old")).status).toBe(409);
    expect((await shop.allocate(vendor, 1_000, "new")).status).toBe(201);
  });

  it("to a point that is not kept is refused with a list of those that are", async () => {
    const bench = createBench();
    await post(bench, "/snapshots", { name: "here" });
    await work(bench);
    const refused = await post(bench, "/back", { to: 2 });
    expect([refused.status, refused.json.message]).toEqual([
      404,
      expect.stringMatching(
        /No state is kept for 2 \(snapshots: here; commands: \d+\); take snapshots, or start with --state/,
      ),
    ]);
    expect((await post(bench, "/back", {})).status).toBe(422);
  });
});

describe("a fork", () => {
  it("begins with the state of a point, and then changes independently", async () => {
    const bench = createBench();
    await work(bench);
    await post(bench, "/snapshots", { name: "here" });
    const key = bench.emulator.merchants[0]?.keys.test ?? "";
    const kept = await bench.call("POST", "/v1/payment-intents", intent);
    const made = await post(bench, "/forks", { to: "here" });
    expect(made.status).toBe(201);
    const { paymentUrl, controlUrl, id, merchants } = made.json as Record<string, string>;
    expect(merchants).toEqual(bench.emulator.merchants);
    const ask = async (method: string, path: string, body?: unknown) => {
      const answer = await fetch(`${paymentUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, text: await answer.text() };
    };
    // At the same place the same request has the same answer, but for the time.
    const own = JSON.parse((await ask("POST", "/v1/payment-intents", intent)).text) as { id: string };
    expect(own.id).toBe(kept.json["id"]);
    const next = await bench.call("POST", "/v1/payment-intents", intent);
    expect((await ask("GET", `/v1/payment-intents/${String(next.json["id"])}`)).status).toBe(404);
    await ask("POST", "/v1/payment-intents", intent);
    const ledger = (await (await fetch(`${controlUrl}/ledger`)).json()) as { trialBalance: unknown };
    expect(ledger.trialBalance).toEqual({ xaf: 0 });
    expect((await bench.control("GET", "/forks")).json["data"]).toMatchObject([{ id, paymentUrl }]);
    expect((await bench.control("DELETE", `/forks/${id}`)).status).toBe(200);
    await expect(fetch(`${paymentUrl}/`)).rejects.toThrow();
    await bench.emulator.close();
  });

  it("can begin with the present, and ends with its emulator", async () => {
    const bench = createBench();
    await work(bench);
    const { paymentUrl } = (await post(bench, "/forks", {})).json as Record<string, string>;
    expect((await fetch(`${paymentUrl}/v1/payment-intents/none`)).status).toBe(401);
    await bench.emulator.close();
    await expect(fetch(`${paymentUrl}/`)).rejects.toThrow();
  });
});
