import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What the threads of a child process do in addition: the main one writes down how long it took from a signal to its end, how much
 * of that its threads waited for a processor, and the memory of the process; another one blocks forever once it is asked to.
 */
const PRELOADED = `const { isMainThread } = require("node:worker_threads");
const { existsSync, readdirSync, readFileSync, writeFileSync } = require("node:fs");
const { BLOCK_FILE, BLOCKED_FILE, TIMES_FILE } = process.env;
const waits = () => {
  const ofThread = (id) => {
    try {
      return Number(readFileSync("/proc/self/task/" + id + "/schedstat", "utf8").split(" ")[1]) / 1e6;
    } catch {
      return 0;
    }
  };
  return new Map((existsSync("/proc/self/task") ? readdirSync("/proc/self/task") : []).map((id) => [id, ofThread(id)]));
};
if (isMainThread) {
  let at = 0, before = new Map();
  for (const signal of ["SIGTERM", "SIGINT"])
    process.once(signal, () => {
      at = performance.now();
      before = waits();
    });
  process.on("exit", () => {
    let waited = 0;
    for (const [id, ms] of waits()) waited += ms - (before.get(id) ?? 0);
    const took = performance.now() - at - waited;
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    writeFileSync(TIMES_FILE, JSON.stringify({ took, peakBytes }));
  });
} else if (BLOCK_FILE !== undefined)
  setInterval(() => {
    if (!existsSync(BLOCK_FILE)) return;
    writeFileSync(BLOCKED_FILE, "");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }, 5);`;

export interface Preloaded {
  readonly env: Readonly<Record<string, string>>;
  /** A thread blocks when the first file exists. Before, it creates the second. */
  readonly block: string;
  readonly blocked: string;
  readonly times: () => {
    /** The time from the signal to the end, except what its threads waited for a processor, ms. */
    readonly took: number;
    readonly peakBytes: number;
  };
}

export function preloaded(folder: string, options: { readonly blocks?: boolean } = {}): Preloaded {
  const file = join(folder, "preloaded.cjs");
  const [block, blocked, times] = [join(folder, "block"), join(folder, "blocked"), join(folder, "times")];
  writeFileSync(file, PRELOADED);
  return {
    env: {
      NODE_OPTIONS: `--require ${file}`,
      TIMES_FILE: times,
      ...(options.blocks === true ? { BLOCK_FILE: block, BLOCKED_FILE: blocked } : {}),
    },
    block,
    blocked,
    times: () => JSON.parse(readFileSync(times, "utf8")) as ReturnType<Preloaded["times"]>,
  };
}
