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

/** From now on, a write reaches the disk in part, as the last one before a disk is full does. */
function fillDisk({ isTruncatable = true } = {}): void {
  const full = (): never => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  };
  fs.writeSync = ((file: number, bytes: Buffer, from = 0) =>
    from === 0 ? writeSync(file, bytes, 0, 20) : full()) as typeof writeSync;
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

it("lets the same key be used again for a request that could not be kept", async () => {
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

it("waits before it tries again what is due and cannot be kept", async () => {
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
