/**
 * Cost of the harness, as ratios within one run: machines differ, so no figure is a limit.
 * `npm run bench`
 */
import { Agent, request } from "undici";
import { createEmulator } from "../emulator/index.ts";
import { createExecution } from "../harness/engine/execution.ts";
import { inProcessTransport } from "../harness/http/in-process.ts";
import { socketTransport } from "../harness/http/socket.ts";
import type { Transport } from "../harness/http/transport.ts";
import { withDefaults } from "../harness/profile/defaults.ts";
import { openSession } from "../harness/session/open.ts";
import { catalogue } from "../spec/index.ts";

const REQUESTS = 2_000;
const IN_FLIGHT = 8;
const BODY = { amount: 5000, currency: "xaf" };

interface Measure {
  readonly what: string;
  readonly perSecond: number;
}

const emulator = createEmulator();
const address = await emulator.listen();
const key = emulator.merchants[0]?.keys.test ?? "";
const agent = new Agent({ connections: IN_FLIGHT });

async function measure(what: string, send: () => Promise<unknown>): Promise<Measure> {
  for (let warm = 0; warm < 100; warm += 1) await send();
  const began = performance.now();
  let left = REQUESTS;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await send();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return { what, perSecond: (REQUESTS / (performance.now() - began)) * 1000 };
}

async function judged(what: string, target: { baseUrl: string }, transport: Transport): Promise<Measure> {
  const session = await openSession({
    profile: withDefaults({ target }),
    keys: { test: key },
    transport,
    seed: 1,
    runs: 1,
    liveKeyAllowed: false,
  });
  const [rule] = catalogue;
  if (rule === undefined) throw new Error("the catalogue is empty");
  const { check } = createExecution({ session, rule, signal: new AbortController().signal, attempt: 1 });
  const result = await measure(what, () => check.api.createPaymentIntent({ body: BODY }));
  await session.close();
  return result;
}

const bare = await measure("undici alone, the answer read as JSON", async () => {
  const answer = await request(`${address.paymentUrl}/v1/payment-intents`, {
    dispatcher: agent,
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(BODY),
  });
  await answer.body.json();
});
const overSocket = await judged(
  "the harness over a socket: recorded and judged passively",
  { baseUrl: address.paymentUrl },
  socketTransport({ connections: IN_FLIGHT }),
);
const inProcess = await judged(
  "the harness in-process",
  { baseUrl: "http://payment.test" },
  inProcessTransport({ "http://payment.test": (incoming) => emulator.fetch(incoming) }),
);

process.stdout.write(
  `POST /v1/payment-intents on the emulator, ${IN_FLIGHT} in flight, ${REQUESTS} requests\n`,
);
for (const { what, perSecond } of [bare, overSocket, inProcess]) {
  const ratio = (perSecond / bare.perSecond).toFixed(2);
  process.stdout.write(`${ratio.padStart(6)}  ${Math.round(perSecond).toString().padStart(6)}/s  ${what}\n`);
}
await agent.destroy();
await address.close();
await emulator.close();
