import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import { type Meter, openMeter } from "./cpu.ts";
import { type Measure, median, ROUNDS } from "./measure.ts";
import type { Way } from "./loop.ts";
import { type Recorded, recordingHost } from "./mix.ts";
import { builtCommand } from "./start.ts";
import { type Server, startServer } from "./start-server.ts";

/** The rule whose run measures the startup, which is subtracted from the cost of a whole run. */
const ONE_RULE = "payment-intents/unknown-id-is-404";
const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const PROFILE = new URL("../emulator/profile.yaml", import.meta.url);
const LOOP = join(import.meta.dirname, "loop.ts");

interface Urls {
  readonly baseUrl: string;
  readonly checkoutUrl: string;
}

/** Runs the suite of the package on an emulator in another process, with its whole profile. */
async function suiteRun(
  meter: Meter,
  server: Server,
  { urls, rules = [] }: { urls?: Urls; rules?: readonly string[] },
): Promise<{ readonly cpu: number; readonly memory: number; readonly requests: number }> {
  const { url, emulator } = server;
  if (emulator === undefined) throw new Error("this server is no emulator");
  const { keys, checkoutUrl, controlUrl } = emulator;
  const target = { baseUrl: url, checkoutUrl, controlUrl, ...urls };
  const profile = { ...(parse(readFileSync(PROFILE, "utf8")) as object), target };
  writeFileSync(join(meter.folder, "profile.json"), JSON.stringify(profile));
  const flags = ["--no-allure", "--quiet", "--allow-live-key", "--profile", "profile.json", "--out", "out"];
  const only = rules.length === 0 ? [] : ["--rules", ...rules];
  const used = await meter.measure([builtCommand(), "run", ...flags, ...only], {
    PAYCONFORM_KEY: keys.test ?? "",
    PAYCONFORM_LIVE_KEY: keys.live ?? "",
    PAYCONFORM_OTHER_KEY: keys.otherTest ?? "",
    PAYCONFORM_OTHER_LIVE_KEY: keys.otherLive ?? "",
  });
  const text = readFileSync(join(meter.folder, "out/conformance.json"), "utf8");
  return { ...used, requests: (JSON.parse(text) as { readonly requests: number }).requests };
}

async function withEmulator<T>(work: (server: Server) => Promise<T>): Promise<T> {
  const server = await startServer("emulator");
  try {
    return await work(server);
  } finally {
    server.close();
  }
}

/** Records the requests of a whole run and their answers. */
async function recordedMix(meter: Meter): Promise<readonly Recorded[]> {
  const mix: Recorded[] = [];
  await withEmulator(async (server) => {
    const record = (one: Recorded): void => void mix.push(one);
    const payment = await recordingHost(server.url, record);
    const checkout = await recordingHost(server.emulator?.checkoutUrl ?? "", record);
    await suiteRun(meter, server, { urls: { baseUrl: payment.url, checkoutUrl: checkout.url } });
    await Promise.all([payment.close(), checkout.close()]);
  });
  return mix;
}

/** The yardsticks: undici's own function, and the function that most programs call. */
const WAYS: readonly Way[] = ["request, 12 in flight", "fetch, 12 in flight", "fetch, one after another"];

/**
 * Requests of a whole run per second of the suite's CPU time, without startup, with the target in another process. The yardsticks are loops
 * that send the same requests and read the same answers with only undici.
 */
export async function suiteMeasures(): Promise<Record<string, readonly Measure[]>> {
  using meter = openMeter();
  const mix = await recordedMix(meter);
  const file = join(meter.folder, "mix.json");
  writeFileSync(file, JSON.stringify(mix));
  const rounds: { readonly suite: number; readonly loops: readonly number[] }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const repeating = await startServer("repeating", file);
    const result = join(meter.folder, "loop.json");
    const loops: number[] = [];
    for (const way of WAYS) {
      await meter.measure(["--import", TSX, LOOP, repeating.url, file, result, way]);
      loops.push((mix.length / (JSON.parse(readFileSync(result, "utf8")) as number)) * 1000);
    }
    repeating.close();
    const [whole, start] = await withEmulator(async (server) => [
      await suiteRun(meter, server, {}),
      await suiteRun(meter, server, { rules: [ONE_RULE] }),
    ]);
    const suite = ((whole.requests - start.requests) / (whole.cpu - start.cpu)) * 1000;
    rounds.push({ suite, loops });
  }
  const unit = "requests/s of CPU";
  return Object.fromEntries(
    WAYS.map((way, index): [string, readonly Measure[]] => [
      `a whole run against undici's ${way}; start excluded, target in another process`,
      [
        {
          what: "undici alone, the same requests and answers",
          value: median(rounds.map(({ loops }) => loops[index] ?? 0)),
          unit,
          ratio: 1,
        },
        {
          what: "the suite: recorded, judged, reported without Allure",
          value: median(rounds.map(({ suite }) => suite)),
          unit,
          ratio: median(rounds.map(({ suite, loops }) => suite / (loops[index] ?? 0))),
        },
      ],
    ]),
  );
}
