import { StorageFailure } from "./storage-failure.ts";
import type { Timeline, Timer } from "./timeline.ts";
import type { Ran } from "./types.ts";

/** A movement that runs more timers than this is taken for an endless loop and fails. */
const MOST_TIMERS = 200_000;

/** The number of timers in a slice: a few milliseconds of work. Between slices, other requests are answered. */
const SLICE = 100;

/** The movement of a clock to a time. */
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

interface MovesOptions {
  readonly timeline: Timeline;
  readonly fire: (timer: Timer) => void;
  /** Calls back after the requests that are waiting have been answered. */
  readonly soon: (call: () => void) => void;
  /** Calls back after a pause. */
  readonly later: (call: () => void) => void;
  /** Runs the next slice of a clock's movement, at the present time. */
  readonly enter: (clock: string, slice: () => void) => void;
}

/** Moves clocks. Long movements are divided into slices, so that no account waits for the clock of another. */
export class Moves {
  readonly #options: MovesOptions;
  readonly #started = new Map<string, Started>();
  #isPaused = false;
  #blocked: Promise<void> | undefined;

  constructor(options: MovesOptions) {
    this.#options = options;
  }

  /**
   * Runs the timers that become due, in order, and returns the result of `finish`. Returns a promise if that takes more than one slice.
   * @throws Error if a timer's handler fails, or if there is no end of timers
   */
  begin<T>(move: Move, finish: (ran: Ran) => T): T | Promise<T> {
    const ran: Timer[] = [];
    if (this.#slice(move, ran)) return finish(ran);
    return new Promise((resolve, reject) => {
      const { promise: ended, resolve: end } = pending();
      this.#started.set(move.clock, {
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
      if (!this.#isPaused) this.#continue(move.clock);
    });
  }

  /** Runs the timers of a clock that are due at `to`, without slices. */
  whole(clock: string, to: number): Ran {
    const ran: Timer[] = [];
    this.#slice({ clock, to }, ran, Number.POSITIVE_INFINITY);
    return ran;
  }

  /** Runs the next slice of a clock's movement. */
  next(clock: string): void {
    const move = this.#started.get(clock);
    if (move === undefined) return;
    try {
      if (!this.#slice(move, move.ran)) return;
      this.#started.delete(clock);
      move.finish(move.ran);
    } catch (fault) {
      this.#started.delete(clock);
      move.fail(fault);
    }
  }

  isInProgress(accountId: string): boolean {
    return [...this.#started.values()].some((move) => move.accountId === accountId);
  }

  /** Calls `call` as soon as no clock of the account is being moved, or no clock at all if no account is named. */
  after<T>(accountId: string | undefined, call: () => T | Promise<T>): T | Promise<T> {
    if (this.#blocked !== undefined) return this.#blocked.then(() => this.after(accountId, call));
    if (this.#started.size === 0) return call();
    const moves = [...this.#started.values()].filter(
      (move) => (accountId ?? move.accountId) === move.accountId,
    );
    if (moves.length === 0) return call();
    // Another call that waited for the same movements may have begun a new one.
    return Promise.all(moves.map(({ ended }) => ended)).then(() => this.after(accountId, call));
  }

  /** Makes `after` wait until the returned function is called. */
  block(): () => void {
    const { promise, resolve } = pending();
    this.#blocked = promise;
    return () => {
      this.#blocked = undefined;
      resolve();
    };
  }

  /** Runs slices only by `next` until the returned function is called. That function resolves when all movements have ended. */
  pause(): () => Promise<void> {
    this.#isPaused = true;
    return async () => {
      this.#isPaused = false;
      for (const clock of this.#started.keys()) this.#continue(clock);
      await Promise.all([...this.#started.values()].map(({ ended }) => ended));
    };
  }

  /** Runs a slice. Returns whether the clock has reached its time. */
  #slice({ clock, to }: Pick<Move, "clock" | "to">, ran: Timer[], most = SLICE): boolean {
    const { timeline, fire } = this.#options;
    for (let left = most; left > 0; left -= 1) {
      const timer = timeline.take(clock, to);
      if (timer === undefined) return true;
      if (ran.length >= MOST_TIMERS) throw new Error(`Clock ${clock} never reaches ${to}: too many timers`);
      fire(timer);
      ran.push(timer);
    }
    const next = timeline.next(clock);
    return next === undefined || next.at > to;
  }

  #continue(clock: string): void {
    const { soon, later, enter } = this.#options;
    soon(() => {
      if (this.#isPaused) return;
      try {
        enter(clock, () => this.next(clock));
      } catch (fault) {
        // The slice could not be logged, so it has not begun. Try again: a replay of the log must end where this movement ends.
        if (fault instanceof StorageFailure) return later(() => this.#continue(clock));
        const move = this.#started.get(clock);
        this.#started.delete(clock);
        return move?.fail(fault);
      }
      if (this.#started.has(clock)) this.#continue(clock);
    });
  }
}

/** A promise that the caller resolves. */
function pending(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
