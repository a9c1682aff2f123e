import { setImmediate } from "node:timers/promises";
import { install } from "@sinonjs/fake-timers";

/** How time passes while a target is judged; real over a socket. */
export type TimeKind = "simulated" | "real";

/** What a simulated run's clock shows at first, for seed 1; each further seed begins at another day and hour. UTC. */
const START = Date.UTC(2026, 2, 10, 9, 30);
const STEP_MS = (73 * 24 + 5) * 3_600_000 + 420_000;
const SEEDS = 100;

/** Real ms without work or timers after which a run fails. */
const STUCK_MS = 10_000;

/**
 * Does work in this process without waiting: when nothing can happen now, time jumps to the next timer. Everything that
 * takes its time from the globals (timers, `Date`, `performance`) takes part. The same seed gives the same schedule.
 * @throws Error when nothing is left to happen and the work has not ended
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

/** True while something in this process goes on by itself: other turns of the event loop, files that are read. */
function isWorking(): boolean {
  return process.getActiveResourcesInfo().some((name) => name === "Immediate" || name.includes("Req"));
}

/** Does work in time of this kind. */
export function inTime<T>(kind: TimeKind, options: { seed: number }, work: () => Promise<T>): Promise<T> {
  return kind === "simulated" ? inSimulatedTime(options, work) : work();
}
