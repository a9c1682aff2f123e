import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { emptyFolder, inThisProcess, root } from "../cli/command-line.ts";

/** Does what a reader does who follows the page from its top to its end. */
const folder = emptyFolder();
const env: Record<string, string> = {};
let port = 0;
let server: ChildProcess | undefined;
let last = { code: null as number | null, stdout: "" };

interface Outcome {
  readonly rules: readonly { readonly id: string; readonly verdict: string }[];
}

const page = (): string =>
  readFileSync(join(root, "docs/walkthrough.md"), "utf8").replaceAll("8080", String(port));

async function stop(): Promise<void> {
  if (server?.exitCode !== null) return;
  const ended = new Promise((resolve) => server?.once("close", resolve));
  server.kill();
  await ended;
  server = undefined;
}
afterAll(stop);

const answers = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false)).once("close", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

async function start(): Promise<void> {
  await stop();
  server = spawn(process.execPath, ["server.mjs"], { cwd: folder, env: { ...process.env, ...env } });
  let log = "";
  server.stderr?.on("data", (text: Buffer) => (log += text.toString()));
  while (!(await answers())) {
    expect(server.exitCode, log).toBeNull();
    await after(50);
  }
}

async function run(line: string): Promise<void> {
  const [, name = "", value = ""] = /^export (\w+)=(\S+)$/.exec(line) ?? [];
  if (name !== "") env[name] = value;
  else if (line === "node server.mjs") await start();
  else {
    const [npx, program, ...args] = line.split(" ");
    expect([npx, program], line).toEqual(["npx", "payconform"]);
    last = await inThisProcess(args, { folder, env });
  }
}

/** Lines with a sign in front, as `diff` writes them, applied where the old ones stand. */
function patch(text: string): void {
  const side = (sign: RegExp): string =>
    text
      .split("\n")
      .filter((line) => sign.test(line))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const path = join(folder, "server.mjs");
  const parts = readFileSync(path, "utf8").split(side(/^[ -]/));
  expect(parts.length, text).toBe(2);
  writeFileSync(path, parts.join(side(/^[ +]/)));
}

/** The rules and the exit code that the page shows are those of the command before it. */
function compare(shown: string, line: string): void {
  const [, exitCode] = /^exit code (\d)/m.exec(shown) ?? [];
  expect([line, last.code, last.stdout]).toEqual([line, Number(exitCode), last.stdout]);
  expect(last.stdout, line).toContain(`exit code ${exitCode}`);
  for (const [, need = ""] of shown.matchAll(/^ +(\w+\.\w+) for/gm)) expect(last.stdout).toContain(need);
  const report = join(folder, "payconform-out/conformance.json");
  const { rules } = JSON.parse(readFileSync(report, "utf8")) as Outcome;
  const violated = rules.filter(({ verdict }) => verdict === "violated").map(({ id }) => id);
  for (const [, id = ""] of shown.matchAll(/([\w-]+\/[\w-]+) §/g)) expect(violated).toContain(id);
  if (line.includes(" run ") && exitCode !== "1") expect(violated).toEqual([]);
}

test("each step of the page prints what the page shows", async () => {
  port = await freePort();
  let compared = 0;
  let line = "";
  for (const [, language = "", text = ""] of page().matchAll(/^```(\w+)\n([^]*?)^```/gm)) {
    const [, file] = /^(?:\/\/|#) (\S+)\n/.exec(text) ?? [];
    if (file !== undefined) writeFileSync(join(folder, file), text);
    else if (language === "diff") patch(text);
    else if (language === "sh") for (line of text.trim().split("\n")) await run(line);
    else {
      expect(language).toBe("text");
      compare(text, line);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(5);
  expect(existsSync(join(folder, "payconform.yaml"))).toBe(true);
});
