/**
 * Makes example reports of six runs with different outcomes, each with screenshots at desktop and phone width, light and dark.
 *   npm run examples:reports -- [FOLDER] [NAME...]     default: payconform-out/examples, all six
 * Without names, also updates the pictures in docs/pictures/. Needs Chromium at /usr/bin/chromium.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { freePort } from "./free-port.ts";

const root = join(import.meta.dirname, "..");
const TEST_KEY = "sk_test_9f86d081884c7d65";

interface Started {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stop: () => void;
}

interface Example {
  readonly name: string;
  readonly start: (folder: string) => Promise<Started>;
  readonly rules: readonly string[];
  /** A rule whose page is also shown. */
  readonly rule?: string;
  /** The picture in the documentation, of this rule or of the summary. */
  readonly picture?: { readonly file: string; readonly of: "summary" | "rule" };
}

const EXAMPLES: readonly Example[] = [
  { name: "conformant", start: () => Promise.resolve(EMBEDDED), rules: [] },
  {
    name: "schema",
    start: (folder) => emulator(folder, "created-intent-label-wrapped-in-an-object"),
    rules: ["payment-intents"],
    rule: "payment-intents/created-label",
  },
  {
    name: "race",
    start: (folder) => emulator(folder, "reversal-cap-broken-by-two-at-once"),
    rules: ["reversals"],
    rule: "reversals/concurrent-reversals-respect-the-cap",
    picture: { file: "race.png", of: "rule" },
  },
  {
    name: "event",
    start: (folder) => emulator(folder, "subscription-canceled-missing-at-the-step-canceled-immediately"),
    rules: ["subscription-events/canceled-*"],
    rule: "subscription-events/canceled-when-immediate",
    picture: { file: "events.png", of: "rule" },
  },
  {
    name: "half",
    start: halfServer,
    rules: [],
    picture: { file: "first-screen.png", of: "summary" },
  },
  { name: "died", start: dyingEmulator, rules: ["payment-intents", "disbursements", "remittances"] },
];

const EMBEDDED: Started = { args: [], env: {}, stop: () => undefined };

function program(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", join(root, file), ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

interface Announced {
  readonly paymentUrl: string;
  readonly checkoutUrl: string;
  readonly controlUrl: string;
  readonly merchants: readonly { readonly keys: { readonly test: string; readonly live: string } }[];
}

/** Starts an emulator in its own process and writes its profile. `through` may put a proxy in front of it. */
async function emulator(
  folder: string,
  mutant: string | null,
  through: (url: string) => Promise<{ url: string; stop: () => void }> = (url) =>
    Promise.resolve({ url, stop: () => undefined }),
): Promise<Started> {
  const child = program("cli/main.ts", ["emulate", ...(mutant === null ? [] : ["--mutant", mutant])]);
  const [line] = (await once(createInterface(child.stdout ?? process.stdin), "line")) as [string];
  const { paymentUrl, checkoutUrl, controlUrl, merchants } = JSON.parse(line) as Announced;
  const front = await through(paymentUrl);
  const profile = join(folder, "profile.yaml");
  const text = readFileSync(join(root, "emulator/profile.yaml"), "utf8")
    .replace("http://127.0.0.1:4010/control", controlUrl)
    .replace("http://127.0.0.1:4010", front.url)
    .replace("http://127.0.0.1:4011", checkoutUrl);
  writeFileSync(profile, text);
  const [first, second] = merchants;
  return {
    args: ["--profile", profile],
    env: {
      PAYCONFORM_KEY: first?.keys.test ?? "",
      PAYCONFORM_LIVE_KEY: first?.keys.live ?? "",
      PAYCONFORM_OTHER_KEY: second?.keys.test ?? "",
      PAYCONFORM_OTHER_LIVE_KEY: second?.keys.live ?? "",
    },
    stop: () => {
      front.stop();
      child.kill();
    },
  };
}

/** Starts the example in TypeScript, which serves two of the resources but does not declare this. */
async function halfServer(): Promise<Started> {
  const [port, control] = [await freePort(), await freePort()];
  const child = program("examples/typescript/server.ts", [], {
    PORT: String(port),
    CONTROL_PORT: String(control),
    TEST_KEY,
  });
  await listening(port);
  return {
    args: ["--target", `http://127.0.0.1:${port}`],
    env: { PAYCONFORM_KEY: TEST_KEY },
    stop: () => void child.kill(),
  };
}

/** The number of the request at which the server dies. */
const LAST_REQUEST = 150;

function dyingEmulator(folder: string): Promise<Started> {
  return emulator(folder, null, async (url) => {
    let requests = 0;
    const server: Server = createServer((client) => {
      const upstream = connect(Number(new URL(url).port), "127.0.0.1");
      const end = (): void => {
        client.destroy();
        upstream.destroy();
      };
      client.on("error", end).on("close", end);
      upstream.on("error", end).on("close", end);
      client.on("data", (bytes) => {
        if (/^(?:GET|POST|PUT|DELETE) /.test(bytes.toString("latin1"))) requests += 1;
        if (requests < LAST_REQUEST) return void upstream.write(bytes);
        server.close();
        end();
      });
      upstream.on("data", (bytes) => client.write(bytes));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
  });
}

async function listening(port: number): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    if (Date.now() > deadline) throw new Error(`nothing listens on port ${port}`);
    await pause(100);
  }
}

/** Runs an example and returns the exit code of the run. */
async function judge(example: Example, folder: string): Promise<number> {
  const started = await example.start(folder);
  try {
    const rules = example.rules.length === 0 ? [] : ["--rules", ...example.rules];
    const args = ["run", "--no-allure", "--quiet", "--out", folder, ...started.args, ...rules];
    const child = program("cli/main.ts", args, started.env);
    child.stdout?.resume();
    const [code] = (await once(child, "close")) as [number | null];
    return code ?? 4;
  } finally {
    started.stop();
  }
}

const LOOKS = [
  { name: "desktop-light", width: 1280, colorScheme: "light" },
  { name: "desktop-dark", width: 1280, colorScheme: "dark" },
  { name: "phone-light", width: 390, colorScheme: "light" },
  { name: "phone-dark", width: 390, colorScheme: "dark" },
] as const;

/** Takes screenshots of the summary and of the rule. Returns the median time to the first text, ms. */
async function look(browser: Browser, example: Example, folder: string): Promise<number> {
  const address = pathToFileURL(join(folder, "report.html")).href;
  const views = [
    ["summary", ""],
    ...(example.rule === undefined ? [] : [["rule", `#/rule/${example.rule}`]]),
  ] as const;
  const times: number[] = [];
  for (const { name, width, colorScheme } of LOOKS) {
    for (const [view, hash] of views) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const start = performance.now();
      await page.goto(address + (hash ?? ""), { waitUntil: "commit" });
      await page.locator(view === "rule" ? "#detail h1" : "#verdict").waitFor();
      times.push(performance.now() - start);
      await page.screenshot({ path: join(folder, `${view}-${name}.png`), fullPage: true });
      await page.close();
    }
  }
  return Math.round(times.sort((a, b) => a - b)[times.length >> 1] ?? 0);
}

/** Takes a screenshot that fits a page of the documentation, and copies it there. */
async function picture(browser: Browser, example: Example, folder: string): Promise<void> {
  if (example.picture === undefined) return;
  const { file, of } = example.picture;
  const page = await browser.newPage({ viewport: { width: 1100, height: 760 }, colorScheme: "light" });
  const hash = of === "rule" ? `#/rule/${example.rule ?? ""}` : "";
  await page.goto(pathToFileURL(join(folder, "report.html")).href + hash);
  await page
    .locator(of === "rule" ? "#detail svg.drawing" : "#verdict")
    .first()
    .waitFor();
  await page.screenshot({ path: join(folder, file) });
  await page.close();
  mkdirSync(join(root, "docs/pictures"), { recursive: true });
  copyFileSync(join(folder, file), join(root, "docs/pictures", file));
}

const [out = "payconform-out/examples", ...names] = process.argv.slice(2);
const chosen = EXAMPLES.filter(({ name }) => names.length === 0 || names.includes(name));
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  for (const example of chosen) {
    const folder = resolve(out, example.name);
    mkdirSync(folder, { recursive: true });
    const code = await judge(example, folder);
    const kilobytes = Math.round(statSync(join(folder, "report.html")).size / 1024);
    const ms = await look(browser, example, folder);
    if (names.length === 0) await picture(browser, example, folder);
    console.log(
      `${example.name.padEnd(12)} exit code ${code}, ${kilobytes} kB, first text after ${ms} ms: ${folder}`,
    );
  }
} finally {
  await browser.close();
}
