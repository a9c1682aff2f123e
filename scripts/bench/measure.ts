import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { QUIET } from "../other-tools.ts";

/** A measured value and its ratio to a yardstick of the same run. */
export interface Measure {
  readonly what: string;
  /** The median of all rounds. */
  readonly value: number;
  readonly unit: string;
  /** The median of the ratios in each round to the yardstick, which is the first measure of the group. */
  readonly ratio: number;
}

/** Rounds of each measure, after one that warms up. */
export const ROUNDS = 5;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Measures several things alternately, so that the other load of the machine affects all of them. The first is the yardstick. */
export async function inTurn(
  unit: string,
  things: readonly (readonly [what: string, measure: () => Promise<number>])[],
): Promise<readonly Measure[]> {
  const rounds: number[][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const values: number[] = [];
    for (const [, measure] of things) values.push(await measure());
    if (round > 0) rounds.push(values);
  }
  return things.map(([what], index) => ({
    what,
    unit,
    value: median(rounds.map((values) => values[index] ?? 0)),
    ratio: median(rounds.map((values) => (values[index] ?? 0) / (values[0] ?? 1))),
  }));
}

/** Sends requests, `inFlight` at a time, until all are answered. */
export async function sendAll(
  send: () => Promise<unknown>,
  { requests, inFlight }: { readonly requests: number; readonly inFlight: number },
): Promise<void> {
  let left = requests;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await send();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

/** At the end of each Node process, writes its CPU time, ms, and its peak memory, MB. */
const PRELOADED = `if (require("node:worker_threads").isMainThread) {
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const used = { cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS / 1024 };
    require("node:fs").writeFileSync(process.env.USED + "/" + process.pid, JSON.stringify(used));
  });
  process.on("SIGTERM", () => process.exit());
}`;

/** Runs Node processes in a temporary folder, and measures them with the processes that they start. */
export interface Meter extends Disposable {
  readonly folder: string;
  readonly start: (args: readonly string[], env?: Readonly<Record<string, string>>) => ChildProcess;
  /** The CPU time of the processes that ended since the last call, startup included, ms, and the peak memory of one of them, MB. */
  readonly used: () => { readonly cpu: number; readonly memory: number };
}

export function openMeter(): Meter {
  const folder = mkdtempSync(join(tmpdir(), "payconform-bench-"));
  const [preloaded, processes] = [join(folder, "preloaded.cjs"), join(folder, "processes")];
  writeFileSync(preloaded, PRELOADED);
  mkdirSync(processes);
  return {
    folder,
    start: (args, env = {}) => {
      const NODE_OPTIONS = `--require ${preloaded}`;
      const all = { ...process.env, ...QUIET, NODE_OPTIONS, USED: processes, ...env };
      return spawn(process.execPath, args, { cwd: folder, env: all, stdio: ["ignore", "pipe", "pipe"] });
    },
    used: () => {
      let [cpu, memory] = [0, 0];
      for (const name of readdirSync(processes)) {
        const one = JSON.parse(readFileSync(join(processes, name), "utf8")) as ReturnType<Meter["used"]>;
        [cpu, memory] = [cpu + one.cpu, Math.max(memory, one.memory)];
        rmSync(join(processes, name));
      }
      return { cpu, memory };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
