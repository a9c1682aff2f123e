/**
 * Measures costs as ratios to a yardstick of the same run, because machines differ. No ratio is a limit.
 * `npm run bench`, or `npm run bench -- <file>` to write JSON as well. Needs `npm run build`.
 */
import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Agent, request } from "undici";
import { parse } from "yaml";
import { ended, root } from "../other-tools.ts";
import { inTurn, type Measure, openMeter, ROUNDS, sendAll } from "./measure.ts";
import { type Server, startServer } from "./server.ts";

const MAIN = join(root, "dist/cli/main.js");
if (!existsSync(MAIN)) throw new Error("dist/ is missing; run `npm run build` first");

/** A rule that needs only a test key. */
const RULE = "payment-intents/unknown-id-is-404";
/** A property that sends one request in each run, and one whose runs share the object that one request created. */
const PROPERTIES = ["payment-intents/amount-is-the-requested", "payment-intents/retrieved-id-matches"];
/** Numbers of runs of a property. The difference between two of them excludes the startup; the first difference includes the warm-up. */
const RUNS = [100, 2_500, 5_000, 10_000];
/** Requests per second of CPU time. */
const RATE = "requests/s of CPU";

using meter = openMeter();
const bare = await startServer("bare");
const emulator = await startServer("emulator");
const agent = new Agent({ connections: 32 });

async function call(
  { url, keys }: Pick<Server, "url" | "keys">,
  method: "POST" | "GET",
  path: string,
): Promise<{ id: string }> {
  const answer = await request(`${url}${path}`, {
    dispatcher: agent,
    method,
    headers: { authorization: `Bearer ${keys[0]?.test ?? ""}`, "content-type": "application/json" },
    ...(method === "POST" ? { body: '{"amount":5000,"currency":"xaf"}' } : {}),
  });
  const body = await answer.body.json();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path} was answered ${answer.statusCode}`);
  return body as { id: string };
}

const create = (server: Pick<Server, "url" | "keys">) => call(server, "POST", "/v1/payment-intents");

/** The emulator's CPU time of a request, compared with plain `node:http`. */
async function serving(send: (server: Server, id: string) => Promise<unknown>): Promise<readonly Measure[]> {
  const requests = 4_000;
  const rate = async (server: Server): Promise<number> => {
    const { id } = await create(server);
    const before = await server.cpu();
    await sendAll(() => send(server, id), { requests, inFlight: 32 });
    return (requests / ((await server.cpu()) - before)) * 1000;
  };
  return inTurn(RATE, [
    ["node:http alone", () => rate(bare)],
    ["the emulator", () => rate(emulator)],
  ]);
}

/** Measures a process. One that serves is terminated as soon as it prints something. @throws Error if it fails */
async function spent(args: readonly string[], env?: Readonly<Record<string, string>>) {
  const child = meter.start(args, env);
  const serves = args.includes("emulate");
  if (serves) child.stdout?.once("data", () => child.kill());
  const { code, output } = await ended(child);
  if (code !== 0 && !serves) throw new Error(`node ${args.join(" ")} failed\n${output}`);
  return meter.used();
}

/** Runs the suite on the emulator, with its whole profile. */
async function suiteRun(flags: readonly string[] = []) {
  const { url: baseUrl, checkoutUrl, controlUrl, keys } = emulator;
  const usual = parse(readFileSync(join(root, "emulator/profile.yaml"), "utf8")) as object;
  const profile = JSON.stringify({ ...usual, target: { baseUrl, checkoutUrl, controlUrl } });
  writeFileSync(join(meter.folder, "profile.json"), profile);
  const usualFlags = [
    "--no-allure",
    "--quiet",
    "--allow-live-key",
    "--profile",
    "profile.json",
    "--out",
    "out",
  ];
  const used = await spent([MAIN, "run", ...usualFlags, ...flags], {
    PAYCONFORM_KEY: keys[0]?.test ?? "",
    PAYCONFORM_LIVE_KEY: keys[0]?.live ?? "",
    PAYCONFORM_OTHER_KEY: keys[1]?.test ?? "",
    PAYCONFORM_OTHER_LIVE_KEY: keys[1]?.live ?? "",
  });
  const text = readFileSync(join(meter.folder, "out/conformance.json"), "utf8");
  return { ...used, requests: (JSON.parse(text) as { readonly requests: number }).requests };
}

/** A whole run, without the startup that a run of one rule takes, compared with undici alone: as many requests, all of one kind. */
async function judging(): Promise<readonly Measure[]> {
  const suite = async (): Promise<number> => {
    const [whole, start] = [await suiteRun(), await suiteRun(["--rules", RULE])];
    return ((whole.requests - start.requests) / (whole.cpu - start.cpu)) * 1000;
  };
  const undici = async (): Promise<number> => {
    const requests = 11_000;
    const before = process.cpuUsage();
    await sendAll(() => create(emulator), { requests, inFlight: 12 });
    const { user, system } = process.cpuUsage(before);
    return (requests / (user + system)) * 1e6;
  };
  return inTurn(RATE, [
    ["undici's request", undici],
    ["the suite: recorded, judged, reported without Allure", suite],
  ]);
}

/** The CPU time of commands, compared with a Node process that does nothing. */
async function commands(): Promise<readonly Measure[]> {
  const cpuOf = (...args: readonly string[]) => spent(args).then(({ cpu }) => cpu);
  return inTurn("ms of CPU", [
    ["node -e 0", () => cpuOf("-e", "0")],
    ["payconform --help", () => cpuOf(MAIN, "--help")],
    ["payconform rules reversals", () => cpuOf(MAIN, "rules", "reversals")],
    [`payconform explain ${RULE}`, () => cpuOf(MAIN, "explain", RULE)],
    ["payconform emulate, until it listens", () => cpuOf(MAIN, "emulate", "--port", "0")],
    [`payconform run --rules ${RULE}`, () => suiteRun(["--rules", RULE]).then(({ cpu }) => cpu)],
  ]);
}

/** Requests of the short and the long measurement of a proxy. Their difference excludes the startup and the warm-up. */
const PROXIED = [2_000, 12_000] as const;

/** The CPU time of a request through `payconform proxy`, compared with a plain proxy of undici. */
async function proxying(): Promise<readonly Measure[]> {
  const cpuOf = async (args: readonly string[], requests: number): Promise<number> => {
    const child = meter.start(args);
    const url = await firstAddress(child);
    const pay = async (): Promise<void> => {
      const { id } = await create({ ...emulator, url });
      await call({ ...emulator, url }, "GET", `/v1/payment-intents/${id}`);
    };
    await sendAll(pay, { requests: requests / 2, inFlight: 8 });
    child.kill();
    await ended(child);
    return meter.used().cpu;
  };
  const cost = async (args: readonly string[]): Promise<number> => {
    const [few, many] = PROXIED;
    return (((await cpuOf(args, many)) - (await cpuOf(args, few))) / (many - few)) * 1000;
  };
  const plain = ["--import", import.meta.resolve("tsx"), join(root, "scripts/bench/plain-proxy.ts")];
  const target = ["--target", emulator.url, "--checkout-url", emulator.url];
  return inTurn("µs of CPU for a request", [
    ["a plain proxy of undici", () => cost([...plain, emulator.url])],
    ["payconform proxy: passed and judged", () => cost([MAIN, "proxy", ...target, "--port", "0"])],
  ]);
}

/** The first address on this machine that a process prints. */
function firstAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (text: Buffer) => {
      printed += text.toString();
      const [own] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
      if (own !== undefined) resolve(own);
    });
    child.once("exit", () => reject(new Error(`the proxy ended: ${printed}`)));
  });
}

/** How the cost of an exchange and the memory of a run grow with the number of runs of a property. */
async function growth(rule: string): Promise<readonly Measure[]> {
  const totals: Awaited<ReturnType<typeof suiteRun>>[] = [];
  for (const runs of RUNS) totals.push(await suiteRun(["--rules", rule, "--runs", String(runs)]));
  const costs = totals.slice(1).map(({ cpu, requests }, index) => {
    const before = totals[index];
    return (1000 * (cpu - (before?.cpu ?? 0))) / (requests - (before?.requests ?? 0));
  });
  // The second slice is the yardstick, after the warm-up and before any growth.
  return [
    ...costs.map((value, index) => ({
      what: `run ${RUNS[index] ?? 0} to ${RUNS[index + 1] ?? 0}, an exchange`,
      unit: "µs of CPU",
      value,
      ratio: value / (costs[1] ?? 1),
    })),
    ...totals.map(({ memory }, index) => ({
      what: `${RUNS[index] ?? 0} runs`,
      unit: "MB at most",
      value: memory,
      ratio: memory / (totals[0]?.memory ?? 1),
    })),
  ];
}

const groups: Record<string, readonly Measure[]> = {
  "POST /v1/payment-intents, 32 in flight": await serving(create),
  "GET /v1/payment-intents/{id}, 32 in flight": await serving((server, id) =>
    call(server, "GET", `/v1/payment-intents/${id}`),
  ),
  "a whole run, 12 in flight, target in another process": await judging(),
  "commands, including startup": await commands(),
  "a creation and a retrieval through a proxy, 8 in flight": await proxying(),
};
for (const rule of PROPERTIES) groups[`--rules ${rule} --runs N`] = await growth(rule);
for (const [title, measures] of Object.entries(groups)) {
  console.log(title);
  for (const { what, value, unit, ratio } of measures)
    console.log(
      `${ratio.toFixed(2).padStart(8)}  ${Math.round(value).toString().padStart(6)} ${unit}  ${what}`,
    );
}
const [, , file] = process.argv;
if (file !== undefined)
  writeFileSync(file, `${JSON.stringify({ node: process.version, rounds: ROUNDS, groups }, null, 1)}\n`);
bare.close();
emulator.close();
await agent.destroy();
