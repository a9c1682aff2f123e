/**
 * Costs as ratios to a yardstick of the same run: machines differ, so no figure is a limit.
 * `npm run bench`, `npm run bench -- <file>` to write them as JSON, too. Needs `npm run build`.
 */
import { writeFileSync } from "node:fs";
import { Agent, request } from "undici";
import { createEmulator } from "../emulator/index.ts";
import { createExecution } from "../harness/engine/execution.ts";
import { inProcessTransport } from "../harness/http/in-process.ts";
import { socketTransport } from "../harness/http/socket.ts";
import type { Transport } from "../harness/http/transport.ts";
import { withDefaults } from "../harness/profile/defaults.ts";
import { openSession } from "../harness/session/open.ts";
import { catalogue } from "../spec/index.ts";
import { emulatorMeasures } from "./emulator.ts";
import { sendAll, type Measure, median, ROUNDS } from "./measure.ts";
import { runsMeasures } from "./runs.ts";
import { startMeasures } from "./start.ts";

const REQUESTS = 1_000;
const IN_FLIGHT = 8;
const BODY = { amount: 5000, currency: "xaf" };

type Send = () => Promise<unknown>;

const emulator = createEmulator();
const address = await emulator.listen();
const key = emulator.merchants[0]?.keys.test ?? "";
const agent = new Agent({ connections: IN_FLIGHT });

async function perSecond(send: Send): Promise<number> {
  const began = performance.now();
  await sendAll(send, { requests: REQUESTS, inFlight: IN_FLIGHT });
  return (REQUESTS / (performance.now() - began)) * 1000;
}

async function harnessOver(
  target: { baseUrl: string },
  transport: Transport,
): Promise<{ send: Send; close: () => Promise<void> }> {
  const session = await openSession({
    profile: withDefaults({ target }),
    keys: { test: key },
    transport,
    ...{ seed: 1, runs: 1, liveKeyAllowed: false },
  });
  const [rule] = catalogue;
  if (rule === undefined) throw new Error("the catalogue is empty");
  const { check } = createExecution({ session, rule, signal: new AbortController().signal, attempt: 1 });
  return { send: () => check.api.createPaymentIntent({ body: BODY }), close: session.close };
}

async function bare(): Promise<void> {
  const answer = await request(`${address.paymentUrl}/v1/payment-intents`, {
    dispatcher: agent,
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(BODY),
  });
  await answer.body.json();
}

async function harnessMeasures(): Promise<readonly Measure[]> {
  const overSocket = await harnessOver(
    { baseUrl: address.paymentUrl },
    socketTransport({ connections: IN_FLIGHT }),
  );
  const inProcess = await harnessOver(
    { baseUrl: "http://payment.test" },
    inProcessTransport({ "http://payment.test": (incoming) => emulator.fetch(incoming) }),
  );
  const ways: readonly (readonly [string, Send])[] = [
    ["undici alone, the answer read as JSON", bare],
    ["the harness over a socket: recorded and judged passively", overSocket.send],
    ["the harness in-process", inProcess.send],
  ];
  const rounds: number[][] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rates: number[] = [];
    for (const [, send] of ways) rates.push(await perSecond(send));
    if (round > 0) rounds.push(rates);
  }
  await overSocket.close();
  await inProcess.close();
  return ways.map(([what], index) => ({
    what,
    value: median(rounds.map((rates) => rates[index] ?? 0)),
    unit: "requests/s",
    ratio: median(rounds.map((rates) => (rates[index] ?? 0) / (rates[0] ?? 1))),
  }));
}

const groups = {
  ...(await emulatorMeasures()),
  [`POST /v1/payment-intents on the emulator, ${IN_FLIGHT} in flight`]: await harnessMeasures(),
  "commands, start included": await startMeasures({ url: address.paymentUrl, key }),
  ...(await runsMeasures({ url: address.paymentUrl, key })),
};
for (const [title, measures] of Object.entries(groups)) {
  process.stdout.write(`${title}\n`);
  for (const { what, value, unit, ratio } of measures)
    process.stdout.write(
      `${ratio.toFixed(2).padStart(8)}  ${Math.round(value).toString().padStart(6)} ${unit}  ${what}\n`,
    );
}
const [, , file] = process.argv;
if (file !== undefined)
  writeFileSync(file, `${JSON.stringify({ node: process.version, rounds: ROUNDS, groups }, null, 1)}\n`);
await agent.destroy();
await address.close();
await emulator.close();
