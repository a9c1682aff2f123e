import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Writes what a whole process used when it ends: CPU time, ms, and the most memory that it had, MB. */
const PRELOADED = `process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const used = { cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS / 1024 };
  if (require("node:worker_threads").isMainThread) require("node:fs").writeFileSync(process.env.CPU_FILE, JSON.stringify(used));
});`;

/** What a process used: CPU time, ms, start included, and its peak of memory, MB. */
export interface Used {
  readonly cpu: number;
  readonly memory: number;
}

/** Runs Node processes in a folder of their own and returns what they used. */
export interface Meter extends Disposable {
  readonly folder: string;
  /** A process that serves is ended as soon as it has printed something. */
  readonly measure: (
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
    serves?: boolean,
  ) => Promise<Used>;
}

/** The caller goes on answering meanwhile. `measure` rejects where the process fails. */
export function openMeter(): Meter {
  const folder = mkdtempSync(join(tmpdir(), "payconform-bench-"));
  const file = join(folder, "used.json");
  const preloaded = join(folder, "preloaded.cjs");
  writeFileSync(preloaded, PRELOADED);
  return {
    folder,
    measure: async (args, env = {}, serves = false) => {
      const options = { cwd: folder, env: { ...process.env, CPU_FILE: file, ...env } };
      const running = run(process.execPath, ["--require", preloaded, ...args], options);
      if (serves) running.child.stdout?.once("data", () => running.child.kill("SIGTERM"));
      await running;
      return JSON.parse(readFileSync(file, "utf8")) as Used;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}
