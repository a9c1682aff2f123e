import type { EmulatedTime } from "./clock.ts";
import type { Engine } from "./engine.ts";

/** The longest wait between two looks at the timeline, milliseconds: long timers of the runtime overflow. */
const longestWait = 3_600_000;

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

  const wait = (): number | undefined => {
    let shortest: number | undefined;
    for (const clock of engine.state.timeline.clocks()) {
      if (!clock.startsWith("wall:")) continue;
      const due = engine.state.timeline.next(clock);
      if (due === undefined) continue;
      const delay = due.at - engine.clocks.now(clock.slice("wall:".length));
      if (shortest === undefined || delay < shortest) shortest = delay;
    }
    return shortest;
  };

  /** What the wait was found from: most commits change neither. */
  let timers = -1;
  let moves = -1;
  const isFound = (): boolean =>
    timers === engine.state.timeline.version() && moves === engine.clocks.version();

  const arrange = (): void => {
    timers = engine.state.timeline.version();
    moves = engine.clocks.version();
    cancel?.();
    cancel = undefined;
    // Nothing becomes due while time stands still.
    const delay = closed || time.isStill ? undefined : wait();
    if (delay !== undefined) cancel = time.after(Math.min(Math.max(0, delay), longestWait), wake);
  };

  const wake = (): void => {
    cancel = undefined;
    try {
      engine.catchUpAll();
    } catch (fault) {
      onFault(fault);
    }
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
