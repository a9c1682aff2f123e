import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What the threads of a child process do in addition: the main one writes down how long it took from a signal to its end, how much
 * of that it waited for a processor, and the memory of the process; another one blocks forever once it is asked to.
 */
const PRELOADED = `const { isMainThread } = require("node:worker_threads");
const { existsSync, readFileSync, writeFileSync } = require("node:fs");
const { BLOCK_FILE, BLOCKED_FILE, TIMES_FILE } = process.env;
const waitedMs = () => {
  try {
    return Number(readFileSync("/proc/self/task/" + process.pid + "/schedstat", "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
};
if (isMainThread) {
  let at = 0, waited = 0;
  for (const signal of ["SIGTERM", "SIGINT"])
    process.once(signal, () => {
      at = performance.now();
      waited = waitedMs();
    });
  process.on("exit", () => {
    const took = performance.now() - at - (waitedMs() - waited);
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
    /** The time from the signal to the end, except the wait for a processor, ms. */
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
