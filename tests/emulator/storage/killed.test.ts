import { Pool } from "undici";
import { expect, it } from "vitest";
import { manualTime } from "../../../emulator/index.ts";
import { emulating } from "../../cli/command-line.ts";
import { emptyFolder } from "../../empty-folder.ts";
import { disbursement, intent } from "../client.ts";
import { begin } from "./folder.ts";

/** More rounds with more operations: `KILLED_ROUNDS=30 KILLED_OPERATIONS=10000 npx vitest run --project tests tests/emulator/storage/killed.test.ts` */
const rounds = Number(process.env["KILLED_ROUNDS"] ?? 3);
const operations = Number(process.env["KILLED_OPERATIONS"] ?? 600);

/** The operation with this number: where it is sent, what, and where its result is read. */
function operation(number: number) {
  const amount = 100 + number;
  return number % 3 === 0
    ? { path: "/v1/disbursements", body: { ...disbursement, amount }, readAt: "/v1/disbursement" }
    : { path: "/v1/payment-intents", body: { ...intent, amount }, readAt: "/v1/payment-intents" };
}

/** Sends operations concurrently, and kills the emulator when so many are acknowledged. @returns those that were */
async function killed(folder: string, killAfter: number) {
  const { paymentUrl, key, end } = await emulating(["--state", folder]);
  const pool = new Pool(paymentUrl, { connections: 64 });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const acknowledged: { readonly path: string; readonly amount: number }[] = [];
  const send = async (number: number): Promise<void> => {
    const { path, body, readAt } = operation(number);
    const answer = await pool.request({ path, method: "POST", headers, body: JSON.stringify(body) });
    const { id, amount } = (await answer.body.json()) as { id: string; amount: number };
    expect(answer.statusCode, path).toBe(200);
    acknowledged.push({ path: `${readAt}/${id}`, amount });
    if (acknowledged.length === killAfter) await end("SIGKILL");
  };
  // The pool limits the number of concurrent requests. Those in flight at the kill fail.
  await Promise.allSettled(Array.from({ length: operations }, (_, number) => send(number)));
  await end("SIGKILL");
  await pool.destroy();
  return acknowledged;
}

/** What an emulator that continues from the folder at a time answers to these reads, its ledger, and the number of its records. */
async function restored(folder: string, now: number, paths: readonly string[]) {
  const { bench, stop } = await begin(folder, { time: manualTime(now) });
  const { engine } = bench.emulator;
  // What became due since the kill.
  engine.catchUpAll();
  const reads = await Promise.all(paths.map(async (path) => (await bench.call("GET", path)).text));
  const ledger = (await bench.control("GET", "/ledger")).text;
  const records = engine.state.size();
  await stop();
  return { reads, ledger, records };
}

it("has every acknowledged operation after each kill -9 during concurrent ones, always in the same folder", async () => {
  const folder = emptyFolder();
  let before = 0;
  for (let round = 1; round <= rounds; round += 1) {
    // The rounds kill at different points.
    const killAfter = Math.ceil(operations * (0.1 + ((round * 7) % 20) / 25));
    const acknowledged = await killed(folder, killAfter);
    expect(acknowledged.length, `round ${round}`).toBeGreaterThanOrEqual(killAfter);
    expect(acknowledged.length).toBeLessThan(operations);
    const paths = acknowledged.map(({ path }) => path);
    const now = Date.now();
    const found = await restored(folder, now, paths);
    const amounts = found.reads.map((text) => (JSON.parse(text) as { amount: unknown }).amount);
    expect(amounts).toEqual(acknowledged.map(({ amount }) => amount));
    expect(JSON.parse(found.ledger)).toMatchObject({ trialBalance: { xaf: 0 } });
    expect(found.records).toBeGreaterThanOrEqual(before + acknowledged.length);
    before = found.records;
    // Each start restores the same.
    expect(await restored(folder, now, paths)).toEqual(found);
  }
});
