import { spawn } from "node:child_process";
import { once } from "node:events";
import { Pool } from "undici";
import { createEmulator, manualTime } from "../../../emulator/index.ts";
import { openState } from "../../../emulator/storage/kept-state.ts";

/** What a killed emulator had acknowledged, and what it restored. */
export interface KilledRound {
  /** Operations that were sent, and operations that were answered before the kill. */
  readonly sent: number;
  readonly acknowledged: number;
  /** Acknowledged operations that are missing or differ. */
  readonly lost: number;
  /** Reads that two starts answered with different bytes. */
  readonly otherReads: number;
  readonly trialBalance: Readonly<Record<string, number>>;
  /** The number of records in the state. */
  readonly records: number;
}

interface Started {
  readonly paymentUrl: string;
  readonly merchants: readonly { readonly accountId: string; readonly keys: { readonly test: string } }[];
}

const momo = { type: "momo", momo: { msisdn: "242060000000", country: "CG", operator_name: "mtn" } };

/** The operation with this number, and the path at which its result is read. */
function operation(number: number): { path: string; body: unknown; readPath: (id: string) => string } {
  if (number % 3 === 0)
    return {
      path: "/v1/disbursements",
      body: {
        amount: 100 + number,
        currency: "XAF",
        first_name: "A",
        last_name: "B",
        payment_method_data: momo,
      },
      readPath: (id) => `/v1/disbursement/${id}`,
    };
  return {
    path: "/v1/payment-intents",
    body: { amount: 100 + number, currency: "xaf", metadata: { number } },
    readPath: (id) => `/v1/payment-intents/${id}`,
  };
}

/** Starts `emulate` with its state in a folder. */
async function started(command: readonly string[], folder: string) {
  const [program = "", ...args] = command;
  const child = spawn(program, [...args, "emulate", "--state", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [text] = (await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => {
      throw new Error("the emulator ended before it listened");
    }),
  ])) as [Buffer];
  return { child, address: JSON.parse(text.toString()) as Started };
}

/** Continues from the state in a folder. */
async function found(folder: string, now: number) {
  const state = await openState(folder);
  const send = () => Promise.resolve({ status: 200 });
  const emulator = createEmulator({ state, send, time: manualTime(now) });
  // What became due since the kill.
  emulator.engine.catchUpAll();
  const authorization = `Bearer ${emulator.merchants[0]?.keys.test}`;
  const read = async (path: string): Promise<string> => {
    const answer = await emulator.fetch(
      new Request(`http://emulator${path}`, { headers: { authorization } }),
    );
    return `${answer.status} ${await answer.text()}`;
  };
  const ledger = async (): Promise<string> =>
    (await emulator.controlFetch(new Request("http://emulator/control/ledger"))).text();
  const close = async (): Promise<void> => {
    await emulator.close();
    await state.close();
  };
  return { read, ledger, records: emulator.engine.state.size(), close };
}

/**
 * Sends operations concurrently, kills the emulator with SIGKILL when a share of them is acknowledged, and compares the acknowledged ones with
 * the state that two further starts restore.
 */
export async function killedRound(options: {
  /** The command line of payconform, such as `["node", "dist/cli/main.js"]`. */
  command: readonly string[];
  folder: string;
  operations: number;
  concurrent: number;
  /** The share, above 0 and at most 1. */
  killAfter: number;
}): Promise<KilledRound> {
  const { command, folder, operations, concurrent, killAfter } = options;
  const { child, address } = await started(command, folder);
  const ended = once(child, "exit");
  const pool = new Pool(address.paymentUrl, { connections: concurrent });
  const headers = {
    authorization: `Bearer ${address.merchants[0]?.keys.test}`,
    "content-type": "application/json",
  };
  const acknowledged: { readonly readPath: string; readonly amount: number }[] = [];
  let sent = 0;
  const send = async (number: number): Promise<void> => {
    const { path, body, readPath } = operation(number);
    sent += 1;
    const answer = await pool.request({ path, method: "POST", headers, body: JSON.stringify(body) });
    const { id, amount } = (await answer.body.json()) as { id: string; amount: number };
    if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}`);
    acknowledged.push({ readPath: readPath(id), amount });
    if (acknowledged.length === Math.ceil(operations * killAfter)) child.kill("SIGKILL");
  };
  // The pool limits the number of concurrent requests. Those in flight at the kill fail.
  await Promise.allSettled(Array.from({ length: operations }, (_, number) => send(number)));
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  await ended;
  await pool.destroy();

  const now = Date.now();
  const first = await found(folder, now);
  const ledger = await first.ledger();
  const texts: string[] = [];
  let lost = 0;
  for (const { readPath, amount } of acknowledged) {
    const text = await first.read(readPath);
    if (!text.startsWith("200 ") || !text.includes(`"amount":${amount},`)) lost += 1;
    texts.push(text);
  }
  const { records } = first;
  await first.close();
  const second = await found(folder, now);
  let otherReads = ledger === (await second.ledger()) ? 0 : 1;
  for (const [at, { readPath }] of acknowledged.entries())
    if (texts[at] !== (await second.read(readPath))) otherReads += 1;
  await second.close();
  const { trialBalance } = JSON.parse(ledger) as Pick<KilledRound, "trialBalance">;
  return { sent, acknowledged: acknowledged.length, lost, otherReads, trialBalance, records };
}
