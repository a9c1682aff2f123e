import { spawn, spawnSync } from "node:child_process";
import fs, { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { LOCK_FILE, lockFolder } from "../../cli/reporting/folder-lock.ts";
import { run } from "../../cli/api.ts";
import { createIntentsService, startIntentsServer } from "../harness/intents-server.ts";
import { emptyFolder } from "./command-line.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = emptyFolder();
  file = join(folder, LOCK_FILE);
});

/** The id of a process that has ended. */
const gone = (): number => spawnSync(process.execPath, ["--version"]).pid;
const holder = (other: object): string =>
  JSON.stringify({
    pid: process.pid,
    host: hostname(),
    since: "2026-01-01T00:00:00Z",
    ...other,
  });

test("a run locks a folder until it releases it", () => {
  const lock = lockFolder(folder, "--out x");
  expect(() => lockFolder(folder, "--out x")).toThrow(
    new RegExp(
      `^--out x: in use by another run \\(process ${process.pid} on .*, since 2.*\\); wait for it to end`,
    ),
  );
  expect(readdirSync(folder)).toEqual([LOCK_FILE]);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
  lockFolder(folder, "--out x").release();
});

test("a folder that was created for a run is removed with it, unless it is kept", () => {
  lockFolder(join(folder, "a/b"), "--out a/b").release();
  expect(readdirSync(folder)).toEqual([]);
  const lock = lockFolder(join(folder, "a/b"), "--out a/b");
  lock.keep();
  lock.release();
  expect(readdirSync(join(folder, "a"))).toEqual(["b"]);
});

test.each([
  ["of a process that is gone", () => holder({ pid: gone() }), Date.now()],
  ["of an earlier process of the same id", () => holder({}), Date.now()],
  ["of a process id that another process has by now", () => holder({ pid: process.ppid }), 0],
  ["of another machine, long silent", () => holder({ host: "elsewhere.test" }), 0],
  ["that was never written", () => "", 0],
])("the lock %s is ignored", (_what, text, touchedAt) => {
  writeFileSync(file, text());
  utimesSync(file, touchedAt / 1_000, touchedAt / 1_000);
  const lock = lockFolder(folder, "--out x");
  expect(readFileSync(file, "utf8")).toContain(`"pid":${process.pid},`);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ["of a process of this machine", () => holder({ pid: process.ppid }), "in use by another run (process"],
  ["of another machine", () => holder({ host: "elsewhere.test" }), "on elsewhere.test, since"],
  ["that is being written", () => "", "in use by another run;"],
  ["that is a user's file", () => "somebody's", "which no run of payconform wrote"],
  ["that is cut off", () => holder({}).slice(0, 20), "which no run of payconform wrote"],
])("the lock %s stays", (_what, text, says) => {
  writeFileSync(file, text());
  expect(() => lockFolder(folder, "--out x")).toThrow(says);
  expect(readFileSync(file, "utf8")).toBe(text());
  expect(readdirSync(folder)).toEqual([LOCK_FILE]);
});

test("a lock needs no hard links, which many shared and removable disks lack", () => {
  const link = vi.spyOn(fs, "linkSync").mockImplementation(() => {
    throw Object.assign(new Error("EPERM: operation not permitted, link"), { code: "EPERM" });
  });
  syncBuiltinESMExports();
  try {
    writeFileSync(file, holder({ pid: gone() }));
    lockFolder(folder, "--out x").release();
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    link.mockRestore();
    syncBuiltinESMExports();
  }
});

/** Waits for the same moment as the others, takes the lock, and keeps it until it is killed. */
const CONTENDER = `
  import { writeFileSync } from "node:fs";
  const [lock, folder, at, won] = process.argv.slice(2);
  const { lockFolder } = await import(lock);
  while (Date.now() < Number(at));
  try {
    lockFolder(folder, "--out x");
    writeFileSync(won, String(process.pid), { flag: "a" });
    setInterval(() => undefined, 1_000);
  } catch (error) {
    if (error.name !== "UsageError") throw error;
  }
`;

test("of several processes at the same time, one takes over the lock of a killed one, again and again", async () => {
  const script = join(emptyFolder(), "contender.mts");
  writeFileSync(script, CONTENDER);
  const url = new URL("../../cli/reporting/folder-lock.ts", import.meta.url).href;
  const tsx = createRequire(import.meta.url).resolve("tsx");
  for (let round = 0; round < 3; round += 1) {
    const won = join(emptyFolder(), "won");
    const at = Date.now() + 3_000;
    const contenders = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["--import", tsx, script, url, folder, String(at), won], { stdio: "inherit" }),
    );
    const ends = contenders.map((child) => new Promise<void>((end) => child.once("close", () => end())));
    // The losers end; the winner is killed with the lock.
    await vi.waitFor(
      () => expect(contenders.filter(({ exitCode }) => exitCode === 0)).toHaveLength(3),
      60_000,
    );
    const winner = contenders.find(({ exitCode }) => exitCode === null);
    expect(readFileSync(won, "utf8")).toBe(String(winner?.pid));
    winner?.kill("SIGKILL");
    await Promise.all(ends);
    expect(readdirSync(folder)).toEqual([LOCK_FILE]);
  }
});

test("a link in place of the lock is not followed", () => {
  const elsewhere = join(emptyFolder(), "somebody's");
  writeFileSync(elsewhere, holder({ pid: gone() }));
  symlinkSync(elsewhere, file);
  expect(() => lockFolder(folder, "--out x")).toThrow("which no run of payconform wrote");
  expect(readdirSync(folder)).toEqual([LOCK_FILE]);
});

test("a run sends no request if another run uses its output folder", async () => {
  let requests = 0;
  const server = await startIntentsServer((answer) => {
    requests += 1;
    return answer;
  });
  const outDir = join(folder, "out");
  const options = {
    target: server.url,
    keys: { test: createIntentsService().key },
    rules: ["payment-intents/retrieve-payment-intent-is-served"],
    outDir,
  };
  mkdirSync(outDir);
  writeFileSync(join(outDir, LOCK_FILE), holder({ pid: process.ppid }));
  await expect(run(options)).rejects.toThrow("in use by another run");
  expect(requests).toBe(0);
  writeFileSync(join(outDir, LOCK_FILE), holder({ pid: gone() }));
  const [first, second] = await Promise.allSettled([run(options), run(options)]);
  await server.close();
  expect(first.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { name: "UsageError" } });
  expect(readdirSync(outDir)).not.toContain(LOCK_FILE);
});
