import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator, type Emulator, manualTime } from "../emulator/index.ts";
import { openState } from "../emulator/storage/kept-state.ts";

/**
 * How the memory of an emulator grows: `node --expose-gc --import tsx bench/growth.ts [OBJECTS] [OPERATIONS]`, 100,000 and 1,000,000 if left
 * out. First the bytes of each live object; then random operations over a fixed population, on a folder with snapshots. A model of its
 * own has the same balances throughout, or it ends with 1.
 */
const [objects = 100_000, operations = 1_000_000] = process.argv.slice(2).map(Number);
/** Decisions and entries are kept up to here; what comes later takes their place. */
const FULL = 60_000;

function heapBytes(): number {
  if (globalThis.gc === undefined) throw new Error("start it with node --expose-gc");
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** The same numbers each time. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const send = async (emulator: Emulator, path: string, method: string, body: unknown): Promise<unknown> => {
  const isControl = path.startsWith("/control");
  const key = emulator.merchants[0]?.keys.test ?? "";
  const request = new Request(`http://emulator${path}`, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await (isControl ? emulator.controlFetch(request) : emulator.fetch(request));
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

async function bytesOfAnObject(): Promise<number> {
  const emulator = createEmulator({ time: manualTime(0), send: () => Promise.resolve(true) });
  const create = (amount: number) =>
    send(emulator, "/v1/payment-intents", "POST", { amount, currency: "xaf" });
  // What is kept of the newest decisions is full before the count begins.
  for (let made = 1; made <= FULL; made += 1) await create(made);
  const before = heapBytes();
  for (let made = 1; made <= objects; made += 1) await create(made);
  const bytes = (heapBytes() - before) / objects;
  await emulator.close();
  return Math.round(bytes);
}

async function fixedPopulation(): Promise<{ heapMB: number[]; isAgreed: boolean; seconds: number }> {
  const folder = mkdtempSync(join(tmpdir(), "payconform-growth-"));
  const state = openState(folder);
  const emulator = createEmulator({ state, send: () => Promise.resolve(true) });
  const random = randomFrom(7);
  const accounts = emulator.merchants.map(({ accountId }) => accountId);
  const model = new Map(accounts.map((accountId) => [accountId, 100_000_000]));
  const vendors = new Map<string, string[]>();
  for (const accountId of accounts) {
    const made: string[] = [];
    for (let number = 0; number < 20; number += 1) {
      const { acct } = (await send(emulator, `/control/merchants/${accountId}/vendors`, "POST", {})) as {
        acct: string;
      };
      made.push(acct);
    }
    vendors.set(accountId, made);
  }
  const heapMB: number[] = [];
  let isAgreed = true;
  const began = performance.now();
  const step = Math.max(1, Math.floor(operations / 10));
  for (let done = 1; done <= operations; done += 1) {
    const accountId = accounts[random(accounts.length)] ?? "";
    const path = `/control/merchants/${accountId}`;
    if (random(3) > 0) {
      const amount = random(20_000) - 10_000;
      const held = model.get(accountId) ?? 0;
      model.set(accountId, Math.max(0, held + amount));
      await send(emulator, `${path}/funds`, "POST", { amount });
    } else {
      const vendor = vendors.get(accountId)?.[random(20)] ?? "";
      await send(emulator, `${path}/vendors/${vendor}/payout-method`, "PUT", { available: random(2) === 0 });
    }
    if (done % step !== 0) continue;
    for (const [account, available] of model) {
      const { marketplace } = (await send(
        emulator,
        `/control/merchants/${account}/balances`,
        "GET",
        undefined,
      )) as {
        marketplace: { available: number };
      };
      isAgreed &&= marketplace.available === available;
    }
    const { trialBalance } = (await send(emulator, "/control/ledger", "GET", undefined)) as {
      trialBalance: Record<string, number>;
    };
    isAgreed &&= Object.values(trialBalance).every((total) => total === 0);
    heapMB.push(Math.round(heapBytes() / 1e5) / 10);
  }
  const seconds = Math.round((performance.now() - began) / 1_000);
  await emulator.close();
  state.close();
  rmSync(folder, { recursive: true, force: true });
  return { heapMB, isAgreed, seconds };
}

console.log(JSON.stringify({ objects, bytesOfAnObject: await bytesOfAnObject() }));
const grown = await fixedPopulation();
console.log(JSON.stringify({ operations, ...grown }));
process.exitCode = grown.isAgreed ? 0 : 1;
