import { setImmediate as startImmediate } from "node:timers";
import { setImmediate } from "node:timers/promises";
import { install } from "@sinonjs/fake-timers";
import type { TimeSource } from "../../emulator/index.ts";

/** How time passes while a target is judged. Over a socket, it must be real. */
export type TimeKind = "simulated" | "real";

/** The time at which a simulated run with seed 1 starts, UTC. Each further seed starts on another day, at another hour. */
const START = Date.UTC(2026, 2, 10, 9, 30);
const STEP_MS = (73 * 24 + 5) * 3_600_000 + 420_000;
const SEEDS = 100;

/** A run fails after this real time without work or timers, ms. */
const STUCK_MS = 10_000;

/** The time of the globals, which is simulated in `inSimulatedTime`. */
export const globalTime: TimeSource = {
  now: () => Date.now(),
  after: (delay, call) => {
    const timer = setTimeout(call, delay);
    timer.unref();
    return () => clearTimeout(timer);
  },
  soon: (call) => void startImmediate(call),
};

/**
 * Runs work in this process without waiting: when no work is pending, time jumps to the next timer. This applies to everything that uses
 * the global timers, `Date` or `performance`. The same seed gives the same schedule.
 * @throws Error if the work has not ended, but neither work nor timers are pending
 * @internal
 */
export async function inSimulatedTime<T>(options: { seed: number }, work: () => Promise<T>): Promise<T> {
  const clock = install({
    now: START + (Math.abs(options.seed - 1) % SEEDS) * STEP_MS,
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
    // Sockets of an earlier run in real time may still be closing.
    shouldClearNativeTimers: true,
  });
  try {
    let ended = false;
    const result = work().finally(() => {
      ended = true;
    });
    // Awaited below.
    result.catch(() => undefined);
    let quietSince: bigint | null = null;
    while (!ended) {
      await setImmediate();
      if (isWorking()) {
        quietSince = null;
      } else if (clock.countTimers() > 0) {
        quietSince = null;
        clock.next();
      } else {
        quietSince ??= process.hrtime.bigint();
        if (Number(process.hrtime.bigint() - quietSince) / 1e6 > STUCK_MS && !ended)
          throw new Error("nothing is left to happen in simulated time, and the run has not ended");
      }
    }
    return await result;
  } finally {
    clock.uninstall();
  }
}

/** Whether work is pending that needs no timer: immediates, and requests to the operating system such as reading a file. */
function isWorking(): boolean {
  return process.getActiveResourcesInfo().some((name) => name === "Immediate" || name.includes("Req"));
}

/** Runs work in this kind of time. */
export function inTime<T>(kind: TimeKind, options: { seed: number }, work: () => Promise<T>): Promise<T> {
  return kind === "simulated" ? inSimulatedTime(options, work) : work();
}
