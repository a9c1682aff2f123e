/**
 * Measures the CPU time of a request through `payconform proxy`, as a ratio to a plain proxy of undici. `npm run bench:proxy`. Needs
 * `npm run build`.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Agent, request } from "undici";
import { root } from "../other-tools.ts";
import { inTurn, openMeter, sendAll } from "./measure.ts";
import { startServer } from "./server.ts";

const MAIN = join(root, "dist/cli/main.js");
if (!existsSync(MAIN)) throw new Error("dist/ is missing; run `npm run build` first");
const PLAIN = ["--import", import.meta.resolve("tsx"), join(root, "scripts/bench/proxy/plain.ts")];

/** Requests of the short and the long measurement. Their difference excludes the startup and the warm-up. */
const REQUESTS = [2_000, 12_000] as const;

using meter = openMeter();
const emulator = await startServer("emulator");
const agent = new Agent({ connections: 16 });
const headers = {
  authorization: `Bearer ${emulator.keys[0]?.test ?? ""}`,
  "content-type": "application/json",
};

/** A creation and a retrieval. */
async function pay(url: string): Promise<void> {
  const path = `${url}/v1/payment-intents`;
  const body = '{"amount":5000,"currency":"xaf"}';
  const created = await request(path, { dispatcher: agent, method: "POST", headers, body });
  const { id } = (await created.body.json()) as { readonly id: string };
  const read = await request(`${path}/${id}`, { dispatcher: agent, headers });
  await read.body.dump();
  if (read.statusCode !== 200) throw new Error(`the retrieval was answered ${read.statusCode}`);
}

/** The CPU time of a proxy that passes so many requests, startup included, ms. */
async function cpuOf(args: readonly string[], requests: number): Promise<number> {
  const child = meter.start(args);
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (text: Buffer) => {
      printed += text.toString();
      const [own] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
      if (own !== undefined) resolve(own);
    });
    child.once("exit", () => reject(new Error(`node ${args.join(" ")} ended`)));
  });
  await sendAll(() => pay(url), { requests: requests / 2, inFlight: 8 });
  const over = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await over;
  return meter.used().cpu;
}

/** µs of CPU of one request. */
async function cost(args: readonly string[]): Promise<number> {
  const [few, many] = REQUESTS;
  return (((await cpuOf(args, many)) - (await cpuOf(args, few))) / (many - few)) * 1000;
}

const target = ["--target", emulator.url, "--checkout-url", emulator.url];
const measures = await inTurn("µs of CPU for a request", [
  ["a plain proxy of undici", () => cost([...PLAIN, emulator.url])],
  ["payconform proxy: passed and judged", () => cost([MAIN, "proxy", ...target, "--port", "0"])],
]);
for (const { what, value, unit, ratio } of measures)
  console.log(
    `${ratio.toFixed(2).padStart(6)}  ${Math.round(value).toString().padStart(5)} ${unit}  ${what}`,
  );
emulator.close();
await agent.destroy();
