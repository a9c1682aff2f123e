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
  let found = "";
  const state = (): string => `${engine.state.timeline.version()} ${engine.clocks.version()}`;

  const arrange = (): void => {
    found = state();
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
    if (arranging || closed) return;
    arranging = true;
    time.soon(() => {
      arranging = false;
      if (state() !== found) arrange();
    });
  });

  return {
    close: () => {
      closed = true;
      cancel?.();
    },
  };
}
