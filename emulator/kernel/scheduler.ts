import type { EmulatedTime } from "./clock.ts";
import type { Engine } from "./engine.ts";
import { accountOfWallClock } from "./timeline.ts";

/** The longest wait for a timer, ms. `setTimeout` overflows with much longer ones. */
const longestWait = 3_600_000;
/** The pause after a fault, ms. A timer that failed is still due; on a full disk, it would be tried without a pause. */
const pauseAfterFault = 1_000;

/** Runs timers when they become due on a wall clock in real time. */
export function createScheduler(options: {
  engine: Engine;
  time: EmulatedTime;
  /** Called when a timer's handler fails. The scheduler continues. */
  onFault: (fault: unknown) => void;
}): { close(): void } {
  const { engine, time, onFault } = options;
  let cancel: (() => void) | undefined;
  let closed = false;
  let hasFailed = false;

  /** When the first timer of a clock is due, epoch milliseconds of the emulator's time; infinity unless it is a wall clock. */
  const dueOn = (clock: string): number => {
    const accountId = accountOfWallClock(clock);
    const timer = accountId === undefined ? undefined : engine.state.timeline.next(clock);
    if (accountId === undefined || timer === undefined) return Number.POSITIVE_INFINITY;
    return timer.at - engine.clocks.now(accountId) + time.now();
  };
  const firstOn = (clocks: readonly string[]): number =>
    clocks.reduce((first, clock) => Math.min(first, dueOn(clock)), Number.POSITIVE_INFINITY);

  let timers = -1;
  let moves = -1;
  let first = Number.POSITIVE_INFINITY;
  /** Whether `first` is up to date. Most commits change neither timers nor clocks. */
  const isCurrent = (): boolean =>
    timers === engine.state.timeline.version() && moves === engine.clocks.version();

  /** Updates `first` from the clocks that changed. It may be too early if the first timer was removed; the wake-up then finds the next one. */
  const find = (): void => {
    const changed = engine.takeChangedClocks();
    const isKnown = changed !== undefined && moves === engine.clocks.version();
    first = isKnown ? Math.min(first, firstOn(changed)) : firstOn(engine.state.timeline.clocks());
    timers = engine.state.timeline.version();
    moves = engine.clocks.version();
  };

  const arrange = (): void => {
    find();
    cancel?.();
    cancel = undefined;
    // Nothing becomes due while time stands still.
    if (closed || time.isStill || first === Number.POSITIVE_INFINITY) return;
    const wait = Math.min(Math.max(0, first - time.now()), longestWait);
    cancel = time.after(hasFailed ? Math.max(wait, pauseAfterFault) : wait, wake);
  };

  const wake = (): void => {
    cancel = undefined;
    hasFailed = false;
    try {
      engine.catchUpAll();
    } catch (fault) {
      hasFailed = true;
      onFault(fault);
    }
    // `first` has passed: make `find` check all clocks.
    moves = -1;
    arrange();
  };

  let arranging = false;
  engine.onCommit(() => {
    if (arranging || closed || isCurrent()) return;
    arranging = true;
    time.soon(() => {
      arranging = false;
      if (!isCurrent()) arrange();
    });
  });

  return {
    close: () => {
      closed = true;
      cancel?.();
    },
  };
}
