import fs, { mkdtempSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Durability } from "../../../emulator/storage/command-log.ts";
import { openState } from "../../../emulator/storage/kept-state.ts";
import { createBench, disbursement, intent } from "../client.ts";
import { createShop } from "../connect/bench.ts";

const { writeSync, ftruncateSync } = fs;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payconform-full-"));
});
afterEach(() => {
  endFullDisk();
  rmSync(folder, { recursive: true, force: true });
});

/** After so many writes, one reaches the disk in part, as the last one before a disk is full does. */
function fillDisk({ isTruncatable = true, after = 0 } = {}): void {
  let left = after;
  const full = (): never => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  };
  fs.writeSync = ((file: number, bytes: Buffer, from = 0) => {
    left -= 1;
    if (left >= 0) return writeSync(file, bytes, from);
    return from === 0 ? writeSync(file, bytes, 0, 20) : full();
  }) as typeof writeSync;
  if (!isTruncatable) fs.ftruncateSync = full;
  syncBuiltinESMExports();
}

function endFullDisk(): void {
  Object.assign(fs, { writeSync, ftruncateSync });
  syncBuiltinESMExports();
}

async function begin(durability: Durability = "interval") {
  const faults: unknown[] = [];
  const log = openState(folder, { durability });
  const bench = createBench({ state: log, onFault: (fault) => void faults.push(fault) });
  await bench.emulator.restored;
  const stop = async (): Promise<void> => {
    await bench.emulator.close();
    log.close();
  };
  return { bench, stop, faults, torn: log.torn };
}

it.each([
  { durability: "interval", isTruncatable: true },
  { durability: "always", isTruncatable: true },
  { durability: "interval", isTruncatable: false },
] as const)(
  "keeps what it acknowledged before and after the disk was full ($durability, truncatable: $isTruncatable)",
  async ({ durability, isTruncatable }) => {
    const first = await begin(durability);
    const create = () => first.bench.call("POST", "/v1/payment-intents", intent);
    const before = await create();
    fillDisk({ isTruncatable });
    const refused = await create();
    expect(refused.status).toBe(500);
    expect(refused.json["message"]).toContain(
      `Cannot write to --state ${folder} (ENOSPC: no space left on device, write): nothing was changed`,
    );
    expect(first.faults).toHaveLength(1);
    endFullDisk();
    const after = await create();
    await first.stop();

    const again = await begin();
    expect(again.torn).toBeUndefined();
    for (const { json } of [before, after]) {
      const path = `/v1/payment-intents/${String(json["id"])}`;
      expect((await again.bench.call("GET", path)).json["amount"]).toBe(intent.amount);
    }
    await again.stop();
  },
);

it("frees the key of a request that could not be logged", async () => {
  const { bench, stop } = await begin();
  const shop = await createShop(bench);
  const destination = await shop.vendor();
  const allocate = () =>
    shop.call(
      "POST",
      "/v1/connect/allocations",
      { destination, amount: 1_000 },
      { headers: { "idempotency-key": "k-1" } },
    );
  // The reservation of the key is kept, the request is not.
  let writes = 0;
  fs.writeSync = ((file: number, bytes: Buffer, from: number) => {
    writes += 1;
    if (writes === 1) return writeSync(file, bytes, from);
    throw new Error("ENOSPC: no space left on device, write");
  }) as typeof writeSync;
  syncBuiltinESMExports();
  expect((await allocate()).status).toBe(500);
  expect(writes).toBe(3);
  endFullDisk();
  expect((await allocate()).status).toBe(201);
  await stop();
});

it("pauses before it retries a timer that cannot be logged", async () => {
  const { bench, stop, faults } = await begin();
  const { json } = await bench.call("POST", "/v1/disbursements", disbursement);
  fillDisk();
  bench.time.advance(3_000);
  expect(faults).toHaveLength(1);
  bench.time.advance(999);
  expect(faults).toHaveLength(1);
  endFullDisk();
  bench.time.advance(1);
  const read = await bench.call("GET", `/v1/disbursement/${String(json["id"])}`);
  expect(read.json["status"]).toBe("succeeded");
  await stop();
});

/** A merchant whose clock takes several slices to move by a year: a subscription is renewed each day. */
async function beginYear({ bench }: Awaited<ReturnType<typeof begin>>) {
  const host = { host: "checkout" } as const;
  const { json: customer } = await bench.call("POST", "/v1/customers", {}, host);
  const { json: price } = await bench.call("POST", "/v1/prices", { amount: 100, interval: "day" }, host);
  const items = [{ priceId: price["id"] }];
  await bench.call("POST", "/v1/subscriptions", { customerId: customer["id"], items }, host);
  const at = (await bench.control("GET", `/merchants/${bench.accountId}/clock`)).json["now"];
  const year = 365 * 86_400_000;
  const move = () => bench.control("POST", `/merchants/${bench.accountId}/clock`, { byMs: year });
  return { move, due: new Date(Date.parse(String(at)) + year).toISOString() };
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

it("finishes a long move of a clock when the disk has space again", async () => {
  const first = await begin();
  const { move, due } = await beginYear(first);
  // The command is kept, and the first of its slices is not.
  fillDisk({ after: 1 });
  let hasEnded = false;
  const moved = move().finally(() => (hasEnded = true));
  await turns(50);
  expect(hasEnded).toBe(false);
  endFullDisk();
  first.bench.time.advance(1_000);
  expect((await moved).json["now"]).toBe(due);
  const ledger = (await first.bench.control("GET", "/ledger")).text;
  await first.stop();
  const again = await begin();
  expect((await again.bench.control("GET", "/ledger")).text).toBe(ledger);
  await again.stop();
});

it("closes during a long move of a clock, which the next start ends", async () => {
  const first = await begin();
  const { move, due } = await beginYear(first);
  const moved = move();
  void moved.catch(() => undefined);
  await first.stop();
  await turns(20);
  const again = await begin();
  const shown = await again.bench.control("GET", `/merchants/${again.bench.accountId}/clock`);
  expect(shown.json["now"]).toBe(due);
  await again.stop();
});
