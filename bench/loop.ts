/**
 * Sends a recorded mix of requests with only undici, and writes the CPU time, without startup, ms. Arguments: URL, file of the mix, file to
 * write, and a name of `WAYS`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { Agent, type Dispatcher, fetch, request } from "undici";
import type { Recorded } from "./mix.ts";

interface Sending {
  readonly dispatcher: Dispatcher;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Record<string, string>;
  readonly body: Buffer | null;
}
type Answer = Promise<{ readonly json: () => Promise<unknown> }>;

const requested = async (url: string, sending: Sending): Answer => (await request(url, sending)).body;
const fetched = (url: string, sending: Sending): Answer => fetch(url, sending);

/** Ways to send the requests. The first is that of the suite in a run on the emulator. */
const WAYS = {
  "request, 12 in flight": { inFlight: 12, send: requested },
  "fetch, 12 in flight": { inFlight: 12, send: fetched },
  "fetch, one after another": { inFlight: 1, send: fetched },
};
export type Way = keyof typeof WAYS;

const [, , url = "", file = "", result = "", way = ""] = process.argv;
const { inFlight, send } = WAYS[way as Way];
const agent = new Agent({ connections: inFlight });
const requests = (JSON.parse(readFileSync(file, "utf8")) as readonly Recorded[]).map((one, index) => ({
  url: `${url}${one.path}`,
  dispatcher: agent,
  method: one.method,
  headers: { ...one.headers, "x-answer": String(index) },
  body: one.body === null ? null : Buffer.from(one.body, "base64"),
}));
const before = process.cpuUsage();
let next = 0;
const worker = async (): Promise<void> => {
  for (let one = requests[next++]; one !== undefined; one = requests[next++]) {
    const answer = await send(one.url, one);
    await answer.json().catch(() => undefined);
  }
};
await Promise.all(Array.from({ length: inFlight }, worker));
const { user, system } = process.cpuUsage(before);
writeFileSync(result, JSON.stringify((user + system) / 1000));
await agent.destroy();
