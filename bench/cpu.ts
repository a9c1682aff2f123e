import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** At the end of a process, writes its CPU time, ms, and its peak memory, MB. */
const PRELOADED = `process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const used = { cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS / 1024 };
  if (require("node:worker_threads").isMainThread) require("node:fs").writeFileSync(process.env.CPU_FILE, JSON.stringify(used));
});`;

/** The CPU time of a process, including its startup, ms, and its peak memory, MB. */
export interface Used {
  readonly cpu: number;
  readonly memory: number;
}

/** Runs Node processes in a temporary folder and measures them. */
export interface Meter extends Disposable {
  readonly folder: string;
  /** Measures a process. If `serves` is true, the process is terminated as soon as it prints something. Rejects if the process fails. */
  readonly measure: (
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
    serves?: boolean,
  ) => Promise<Used>;
}

/** Opens a meter. It does not block this process, which can answer requests during a measurement. */
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
