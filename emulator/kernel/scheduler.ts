import type { EmulatedTime } from "./clock.ts";
import type { Engine } from "./engine.ts";
import { accountOfWallClock } from "./timeline.ts";

/** The longest wait between two looks at the timeline, milliseconds: long timers of the runtime overflow. */
const longestWait = 3_600_000;
/** What could not run is still due; on a full disk, it would otherwise be tried without a pause. Milliseconds. */
const pauseAfterFault = 1_000;

/** Runs timers when they become due on a wall clock in real time. */
export function createScheduler(options: {
  engine: Engine;
  time: EmulatedTime;
  /** Called when a timer's handler fails; the schedule goes on. */
  onFault: (fault: unknown) => void;
}): { close(): void } {
  const { engine, time, onFault } = options;
  let cancel: (() => void) | undefined;
  let closed = false;
  let hasFailed = false;

  /** When something becomes due first on a clock, epoch milliseconds of the emulator's time; never on one that is no wall clock. */
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
  /** Whether `first` is known: most commits change neither timers nor clocks. */
  const isFound = (): boolean =>
    timers === engine.state.timeline.version() && moves === engine.clocks.version();

  /** Checks only the clocks that changed, if they are known. If the first timer was removed, the check at its time finds the one that is first then. */
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
    // What was first is over.
    moves = -1;
    arrange();
  };

  let arranging = false;
  engine.onCommit(() => {
    if (arranging || closed || isFound()) return;
    arranging = true;
    time.soon(() => {
      arranging = false;
      if (!isFound()) arrange();
    });
  });

  return {
    close: () => {
      closed = true;
      cancel?.();
    },
  };
}
