/** Sends a recorded mix of requests with undici alone and writes the CPU time of that, ms, start excluded. Arguments: URL, file of the mix, file to write. */
import { readFileSync, writeFileSync } from "node:fs";
import { Agent, request } from "undici";
import type { Recorded } from "./mix.ts";

const [, , url = "", file = "", result = ""] = process.argv;
/** As the suite in a run on the emulator. */
const IN_FLIGHT = 12;

const requests = (JSON.parse(readFileSync(file, "utf8")) as readonly Recorded[]).map((one, index) => ({
  method: one.method as "GET",
  path: one.path,
  headers: { ...one.headers, "x-answer": String(index) },
  body: one.body === null ? null : Buffer.from(one.body, "base64"),
}));
const agent = new Agent({ connections: IN_FLIGHT });
const before = process.cpuUsage();
let next = 0;
const worker = async (): Promise<void> => {
  for (let one = requests[next++]; one !== undefined; one = requests[next++]) {
    const { path, ...options } = one;
    const answer = await request(`${url}${path}`, { ...options, dispatcher: agent });
    await answer.body.json().catch(() => undefined);
  }
};
await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
const { user, system } = process.cpuUsage(before);
writeFileSync(result, JSON.stringify((user + system) / 1000));
await agent.destroy();
