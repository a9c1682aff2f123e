import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmulator } from "../../emulator/index.ts";
import { type Listening, listenOn } from "../../emulator/http/listen.ts";
import { ended } from "../child-process.ts";
import { compiled } from "../compiled.ts";
import { emptyFolder, payconform } from "./command-line.ts";

/* Costs as counts, which no busy machine changes: `npm run bench` measures the time. */

/** Creates intents and reads them. */
const RULE = "payment-intents/account-is-the-merchants";
/** Libraries that a run of one rule does not need. */
const HEAVY = /node_modules\/(?:yaml|vite|vitest|allure[\w-]*|chokidar|@hono\/node-server|typescript)\//;

const emulator = createEmulator({ seed: 5 });
const received: string[] = [];
let target: Listening;

beforeAll(async () => {
  const fetch = (request: Request): Response | Promise<Response> => {
    received.push(`${request.method} ${new URL(request.url).pathname.replace(/pi_\w+/, "{id}")}`);
    return emulator.fetch(request);
  };
  target = await listenOn({ fetch, host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await target.close();
  await emulator.close();
});

interface Cost {
  readonly requests: readonly string[];
  /** The size of all files that the run wrote. */
  readonly bytes: number;
  /** Files of the code that any of its threads loaded. */
  readonly scripts: readonly string[];
}

async function run(runs: number): Promise<Cost> {
  const folder = emptyFolder();
  const coverage = join(folder, "coverage");
  mkdirSync(coverage);
  received.length = 0;
  const flags = ["--no-allure", "--target", target.url, "--rules", RULE, "--runs", String(runs)];
  const { code, stderr } = await payconform(["run", ...flags], {
    folder,
    env: { PAYCONFORM_KEY: emulator.merchants[0]?.keys.test ?? "", NODE_V8_COVERAGE: coverage },
  });
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const out = join(folder, "payconform-out");
  const files = readdirSync(out, { recursive: true, encoding: "utf8" }).map((name) =>
    statSync(join(out, name)),
  );
  const scripts = readdirSync(coverage).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as {
      result: readonly { readonly url: string }[];
    };
    return result.map(({ url }) => url).filter((url) => url.startsWith("file:"));
  });
  return { requests: [...received], bytes: files.reduce((sum, { size }) => sum + size, 0), scripts };
}

it("a run of one rule sends only its own requests and those of the map, writes little, and loads no unused library", async () => {
  const { requests, bytes, scripts } = await run(3);
  // Reachability, two routes and a random path for the map, the search for the checkout host, the id of the account, and the rule.
  expect(requests.length).toBeLessThanOrEqual(1 + 3 + 2 + 1 + 3);
  expect(requests.slice(-3)).toEqual(Array(3).fill("POST /v1/payment-intents"));
  expect(bytes).toBeLessThan(100_000);
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.length).toBeLessThan(60);
  // V8 reads a file with a non-ASCII character as UTF-16, which takes longer.
  expect(scripts.filter((url) => /[^\0-\x7f]/.test(readFileSync(fileURLToPath(url), "utf8")))).toEqual([]);
  const code = scripts.reduce((sum, url) => sum + statSync(fileURLToPath(url)).size, 0);
  expect(code).toBeLessThan(2_100_000);
  expect(scripts.filter((url) => HEAVY.test(url))).toEqual([]);
});

it("a run of one rule ends before V8 optimizes the parser of answers, which takes longer than judging", async () => {
  const { stdout, code } = await ended(
    process.execPath,
    [
      "--trace-wasm-compilation-times",
      join(compiled(), "cli/main.js"),
      ...["run", "--no-allure", "--target", target.url, "--rules", RULE, "--runs", "5"],
    ],
    { cwd: emptyFolder(), env: { PAYCONFORM_KEY: emulator.merchants[0]?.keys.test ?? "" } },
  );
  expect(code).toBe(0);
  // It compiles only these files.
  expect(stdout).toMatch(/^Compiled /m);
  expect(stdout).not.toContain("using TurboFan");
});

it("more runs of a property send more requests, and write and keep no more", async () => {
  const [few, many] = [await run(50), await run(500)];
  expect(many.requests.length - few.requests.length).toBe(450);
  expect(many.bytes / few.bytes).toBeLessThan(1.1);
});
