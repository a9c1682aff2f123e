import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compiled } from "../../compiled.ts";
import { type ChangeAnswer, type IntentsServer, startIntentsServer } from "../../harness/intents-server.ts";
import { folderWith, outcomeIn } from "../command-line.ts";

let server: IntentsServer;
let folder: string;
/** The status of a created intent. */
let created: number;
/** Whether refusals break off the connection. */
let cutsOff: boolean;
/** Called for each request. */
let onRequest: () => void;
const change: ChangeAnswer = (answer, { method }) => {
  onRequest();
  if (cutsOff && answer.status === 422) return { ...answer, cutAfter: 1 };
  return method === "POST" && answer.status === 200 ? { ...answer, status: created } : answer;
};

beforeEach(async () => {
  created = 201;
  cutsOff = false;
  onRequest = () => undefined;
  server = await startIntentsServer(change);
  folder = folderWith({ "server.txt": "1" });
});
afterEach(async () => {
  running?.kill("SIGKILL");
  await server.close();
});

let running: ChildProcess | undefined;

interface Driver {
  /** Resolves when the output since the last call shows the text, with that output. */
  readonly until: (text: string) => Promise<string>;
  readonly type: (line: string) => void;
  readonly endInput: () => void;
  readonly save: (name?: string, content?: string) => void;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<number | null>;
}

const RULES = ["create-status", "created-label", "created-id", "created-amount", "created-body"];
const FIVE = ["--rules", ...RULES.map((name) => `payment-intents/${name}`)];

/** Watches `server.txt` unless other flags are given. */
function start(rules: readonly string[] = FIVE, watched = ["--watch-path", "server.txt"]): Driver {
  const args = ["run", "--target", server.url, "--runs", "2", ...watched, ...rules];
  const child = spawn(process.execPath, [join(compiled(), "cli/main.js"), ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1", PAYCONFORM_KEY: server.key, CI: "true" },
  });
  running = child;
  let output = "";
  let look = (): void => undefined;
  const onText = (text: string): void => {
    output += text;
    look();
  };
  child.stdout.setEncoding("utf8").on("data", onText);
  child.stderr.setEncoding("utf8").on("data", onText);
  let saves = 1;
  return {
    until: (text) =>
      new Promise((resolve, reject) => {
        look = () => {
          const end = output.indexOf(text);
          if (end === -1) return;
          const shown = output.slice(0, end + text.length);
          output = output.slice(end + text.length);
          look = () => undefined;
          resolve(shown);
        };
        child.once("exit", (code) => reject(new Error(`ended with ${code} before "${text}":\n${output}`)));
        look();
      }),
    type: (line) => child.stdin.write(`${line}\n`),
    endInput: () => child.stdin.end(),
    save: (name = "server.txt", content = String((saves += 1))) => writeFileSync(join(folder, name), content),
    kill: (signal) => child.kill(signal),
    ended: new Promise((resolve) => child.once("exit", (code) => resolve(code))),
  };
}

const IDLE = "enter judges again, h shows help, q quits";
const outcome = () => outcomeIn(folder);

test("a saved fix is judged first and then everything, again after a restart; the exit code is that of the last run", async () => {
  const driver = start();
  expect(await driver.until(IDLE)).toContain("1 violated");
  created = 200;
  driver.save();
  const shown = await driver.until(IDLE);
  const steps = [
    "server.txt changed",
    "judging first what failed: 1 rule\n",
    "1 fixed: payment-intents/create-status\n",
    "payconform judges",
    "1 fixed: payment-intents/create-status\n",
    "5 passed",
  ];
  let at = 0;
  for (const step of steps) {
    expect(shown.slice(at)).toContain(step);
    at = shown.indexOf(step, at) + step.length;
  }
  expect(outcome().comparison?.fixed).toEqual(["payment-intents/create-status"]);
  const port = Number(new URL(server.url).port);
  await server.close();
  await driver.until("the target stopped answering; judging it again");
  server = await startIntentsServer(change, port);
  expect(await driver.until(IDLE)).toContain("5 passed");
  driver.type("q");
  expect(await driver.ended).toBe(0);
});

test("lines choose what is judged, and a wrong pattern is only reported", async () => {
  const driver = start();
  await driver.until(IDLE);
  driver.type("f");
  expect(await driver.until(IDLE)).toContain(": 1 rule, seed 1");
  driver.type("payment-intents/no-such");
  expect(await driver.until(IDLE)).toContain('"payment-intents/no-such" matches no rule');
  driver.type("payment-intents/created-label, payment-intents/created-id");
  expect(await driver.until(IDLE)).toContain(": 2 rules, seed 1");
  driver.type("a");
  expect(await driver.until(IDLE)).toContain(": 5 rules, seed 1");
  driver.type("");
  expect(await driver.until(IDLE)).toContain(": 5 rules, seed 1");
  driver.type("h");
  await driver.until("q        quit");
  driver.kill("SIGTERM");
  expect(await driver.ended).toBe(1);
});

test.each([
  { part: "what failed", requestsBefore: 40 },
  { part: "everything", requestsBefore: 100 },
])("waits for a target that restarts, before a run and while $part is judged", async ({ requestsBefore }) => {
  const port = Number(new URL(server.url).port);
  const driver = start();
  await driver.until(IDLE);
  await server.close();
  created = 200;
  driver.save();
  await driver.until(`waiting for ${server.url} to answer`);
  // It stops answering again while it is judged.
  let requests = 0;
  onRequest = () => {
    requests += 1;
    if (requests === requestsBefore) server.close().catch(() => undefined);
  };
  server = await startIntentsServer(change, port);
  await driver.until(`waiting for ${server.url} to answer`);
  server = await startIntentsServer(change, port);
  const shown = await driver.until(IDLE);
  // Compared with the last run that did not lose its target.
  expect(shown).toContain("1 fixed: payment-intents/create-status\n");
  expect(shown).toContain("5 passed");
  driver.type("q");
  expect(await driver.ended).toBe(0);
});

test("a request that breaks off the connection is not a restart, and does not start a run", async () => {
  cutsOff = true;
  const driver = start(["--rules", "payment-intents/create-without-amount"]);
  expect(await driver.until(IDLE)).toContain("POST /v1/payment-intents: no answer: ");
  driver.type("f");
  expect(await driver.until(": 1 rule, seed 1")).not.toContain("stopped answering");
});

test("survives a profile that cannot be read", async () => {
  const driver = start();
  await driver.until(IDLE);
  driver.save("payconform.yaml", "target: [");
  expect(await driver.until(IDLE)).toContain("payconform: payconform.yaml:1");
  driver.save("payconform.yaml", `target: { baseUrl: "${server.url}" }\n`);
  expect(await driver.until(IDLE)).toContain("1 violated");
  driver.type("q");
  expect(await driver.ended).toBe(1);
});

test("Ctrl-C in the middle of a run writes its reports", async () => {
  let requests = 0;
  onRequest = () => {
    requests += 1;
    if (requests === 60) driver.kill("SIGINT");
  };
  const driver = start(["--rules", "payment-intents", "--runs", "2000"]);
  expect([1, 3]).toContain(await driver.ended);
  expect(outcome().interrupted).toBe(true);
  expect(existsSync(join(folder, "payconform-out/summary.md"))).toBe(true);
});

test("without files to watch, the end of the input ends it after the run", async () => {
  const driver = start(["--rules", "payment-intents/create-status"], ["--watch"]);
  driver.endInput();
  expect(await driver.ended).toBe(1);
});
