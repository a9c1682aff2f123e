import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { openState } from "../emulator/storage/kept-state.ts";
import { measureKinds } from "./growth/kinds.ts";
import { type ActingMerchant, makeMerchant } from "./growth/merchant.ts";
import { accepted, heapBytes, randomFrom, startService } from "./growth/service.ts";

/**
 * Measures how the memory of an emulator grows: `node --expose-gc --import tsx bench/growth.ts [OBJECTS] [OPERATIONS]` (default: 50,000 and
 * 1,000,000). First measures the bytes per object of every kind. Then executes random operations of all kinds on a state with snapshots, by
 * a constant number of merchants, which are deleted after a while and replaced by new ones. The exit code is 1 if a balance ever differs
 * from that of an independent model, the trial balance is not zero, or an object takes more than 1,024 bytes.
 */
const [objects = 50_000, operations = 1_000_000] = process.argv.slice(2).map(Number);
/** The number of merchants at any time, and of operations after which each is replaced. */
const population = { merchants: 20, operations: 3_000 };

async function fixedPopulation(): Promise<{ fault: string | undefined }> {
  const folder = mkdtempSync(join(tmpdir(), "payconform-growth-"));
  const state = openState(folder);
  const service = startService({ state });
  const { emulator, control } = service;
  const random = randomFrom(7);
  const merchants: { readonly acting: ActingMerchant; done: number }[] = [];
  const began = performance.now();
  let compared = 0;
  const step = Math.max(1, Math.floor(operations / 20));
  const judge = async (acting: ActingMerchant): Promise<string | undefined> => {
    compared += 1;
    return acting.differs();
  };
  const run = async (): Promise<string | undefined> => {
    for (let done = 1; done <= operations; done += 1) {
      // The first merchants execute fewer operations, so that not all are replaced at the same time.
      if (merchants.length < population.merchants)
        merchants.push({
          acting: await makeMerchant(service, random),
          done: done <= population.merchants ? done * (population.operations / population.merchants) : 0,
        });
      const at = random(merchants.length);
      const merchant = merchants[at];
      if (merchant === undefined) continue;
      const refused = await merchant.acting.act();
      // Snapshots are written between requests.
      await setImmediate();
      if (refused !== undefined) return `operation ${done}: ${refused}`;
      merchant.done += 1;
      if (done % 50 === 0) {
        const differs = await judge(merchant.acting);
        if (differs !== undefined) return `operation ${done}: ${differs}`;
      }
      if (merchant.done >= population.operations) {
        await merchant.acting.remove();
        merchants.splice(at, 1);
      }
      if (done % step !== 0) continue;
      for (const { acting } of merchants) {
        const differs = await judge(acting);
        if (differs !== undefined) return `operation ${done}: ${differs}`;
      }
      const { trialBalance } = accepted(await control("GET", "/ledger"), "the ledger");
      const totals = Object.values(trialBalance as Record<string, number>);
      if (totals.some((total) => total !== 0))
        return `operation ${done}: a trial balance of ${totals.join()}`;
      const heapMB = Math.round(heapBytes() / 1e5) / 10;
      console.log(
        JSON.stringify({
          operations: done,
          objects: emulator.engine.state.size(),
          commands: state.count,
          heapMB,
          compared,
          seconds: Math.round((performance.now() - began) / 1_000),
        }),
      );
    }
    return undefined;
  };
  try {
    return { fault: await run() };
  } finally {
    await emulator.close();
    state.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

let isLarge = false;
if (objects > 0) {
  for await (const measured of measureKinds(objects)) {
    console.log(JSON.stringify(measured));
    isLarge ||= measured.bytesOfAnObject > 1_024;
  }
}
const { fault } = await fixedPopulation();
if (fault !== undefined) console.error(fault);
process.exitCode = fault === undefined && !isLarge ? 0 : 1;
