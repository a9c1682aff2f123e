import { StorageFailure } from "./storage-failure.ts";
import type { Timeline, Timer } from "./timeline.ts";
import type { Ran } from "./types.ts";

/** More timers than this in one movement of a clock are a loop: the movement fails. */
const MOST_TIMERS = 200_000;

/** How many timers run before other requests are answered: a few milliseconds of work. */
const TIMERS_OF_A_SLICE = 100;

/** A movement of a clock to a time. */
interface Move {
  readonly accountId: string;
  readonly clock: string;
  /** Epoch milliseconds. Timers due at it run too. */
  readonly to: number;
}

interface Started extends Move {
  readonly ran: Timer[];
  readonly finish: (ran: Ran) => void;
  readonly fail: (fault: unknown) => void;
  readonly ended: Promise<void>;
}

/** Movements of clocks, long ones in slices, so that no account waits for the time of another. */
export interface Moves {
  /**
   * Runs what becomes due until then, in order, and returns the result of `finish`: a promise if it takes more than one slice.
   * @throws Error if a timer's handler fails, or the time is never reached
   */
  begin<T>(move: Move, finish: (ran: Ran) => T): T | Promise<T>;
  /** Runs what becomes due on a clock until then in one piece. */
  whole(clock: string, to: number): Ran;
  /** Runs the next slice of the movement of that clock. */
  next(clock: string): void;
  isUnderWay(accountId: string): boolean;
  /** Calls `call` as soon as no clock of the account moves, or no clock at all if no account is named: immediately, if none does. */
  after: <T>(accountId: string | undefined, call: () => T | Promise<T>) => T | Promise<T>;
  /** Leaves further slices to `next` until the returned function is called, which resolves when all movements have ended. */
  pause(): () => Promise<void>;
  /** Makes `after` wait until the returned function is called. */
  block(): () => void;
}

export function createMoves(options: {
  timeline: Timeline;
  fire: (timer: Timer) => void;
  /** Calls back after other requests that wait have been answered. */
  soon: (call: () => void) => void;
  /** Calls back after a pause. */
  later: (call: () => void) => void;
  /** Runs a further slice of the movement of a clock, at the present time. */
  enter: (clock: string, slice: () => void) => void;
}): Moves {
  const { timeline, fire, soon, later, enter } = options;
  const started = new Map<string, Started>();
  let isPaused = false;

  /** Whether the time is reached. */
  const slice = (clock: string, to: number, ran: Timer[], most = TIMERS_OF_A_SLICE): boolean => {
    for (let left = most; left > 0; left -= 1) {
      const timer = timeline.take(clock, to);
      if (timer === undefined) return true;
      if (ran.length >= MOST_TIMERS) throw new Error(`Clock ${clock} never reaches ${to}: too many timers`);
      fire(timer);
      ran.push(timer);
    }
    const next = timeline.next(clock);
    return next === undefined || next.at > to;
  };

  const next = (clock: string): void => {
    const move = started.get(clock);
    if (move === undefined) return;
    try {
      if (!slice(move.clock, move.to, move.ran)) return;
      started.delete(clock);
      move.finish(move.ran);
    } catch (fault) {
      started.delete(clock);
      move.fail(fault);
    }
  };

  const goOn = (clock: string): void =>
    soon(() => {
      if (isPaused) return;
      try {
        enter(clock, () => next(clock));
      } catch (fault) {
        // A slice that cannot be written has not begun. A movement that ended here would end elsewhere when it is repeated.
        if (fault instanceof StorageFailure) return later(() => goOn(clock));
        const move = started.get(clock);
        started.delete(clock);
        return move?.fail(fault);
      }
      if (started.has(clock)) goOn(clock);
    });

  let blocked: Promise<void> | undefined;

  const after: Moves["after"] = (accountId, call) => {
    if (blocked !== undefined) return blocked.then(() => after(accountId, call));
    if (started.size === 0) return call();
    const moves = [...started.values()].filter((move) => (accountId ?? move.accountId) === move.accountId);
    if (moves.length === 0) return call();
    // A call that waited for the same movements may have begun another one.
    return Promise.all(moves.map(({ ended }) => ended)).then(() => after(accountId, call));
  };

  return {
    begin: (move, finish) => {
      const ran: Timer[] = [];
      if (slice(move.clock, move.to, ran)) return finish(ran);
      return new Promise((resolve, reject) => {
        let end = (): void => undefined;
        const ended = new Promise<void>((done) => {
          end = done;
        });
        started.set(move.clock, {
          ...move,
          ran,
          ended,
          finish: (all) => {
            end();
            resolve(finish(all));
          },
          fail: (fault) => {
            end();
            reject(fault instanceof Error ? fault : new Error(String(fault)));
          },
        });
        if (!isPaused) goOn(move.clock);
      });
    },
    whole: (clock, to) => {
      const ran: Timer[] = [];
      slice(clock, to, ran, Number.POSITIVE_INFINITY);
      return ran;
    },
    next,
    isUnderWay: (accountId) => [...started.values()].some((move) => move.accountId === accountId),
    after,
    block: () => {
      let open = (): void => undefined;
      blocked = new Promise((resolve) => {
        open = resolve;
      });
      return () => {
        blocked = undefined;
        open();
      };
    },
    pause: () => {
      isPaused = true;
      return async () => {
        isPaused = false;
        for (const clock of started.keys()) goOn(clock);
        await Promise.all([...started.values()].map(({ ended }) => ended));
      };
    },
  };
}
