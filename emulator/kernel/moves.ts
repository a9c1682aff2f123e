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

interface MovesOptions {
  readonly timeline: Timeline;
  readonly fire: (timer: Timer) => void;
  /** Calls back after other requests that wait have been answered. */
  readonly soon: (call: () => void) => void;
  /** Calls back after a pause. */
  readonly later: (call: () => void) => void;
  /** Runs a further slice of the movement of a clock, at the present time. */
  readonly enter: (clock: string, slice: () => void) => void;
}

/** Movements of clocks, long ones in slices, so that no account waits for the time of another. */
export class Moves {
  readonly #options: MovesOptions;
  readonly #started = new Map<string, Started>();
  #isPaused = false;
  #blocked: Promise<void> | undefined;

  constructor(options: MovesOptions) {
    this.#options = options;
  }

  /**
   * Runs what becomes due until then, in order, and returns the result of `finish`: a promise if it takes more than one slice.
   * @throws Error if a timer's handler fails, or the time is never reached
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
      if (!this.#isPaused) this.#goOn(move.clock);
    });
  }

  /** Runs what becomes due on a clock until then in one piece. */
  whole(clock: string, to: number): Ran {
    const ran: Timer[] = [];
    this.#slice({ clock, to }, ran, Number.POSITIVE_INFINITY);
    return ran;
  }

  /** Runs the next slice of the movement of that clock. */
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

  isUnderWay(accountId: string): boolean {
    return [...this.#started.values()].some((move) => move.accountId === accountId);
  }

  /** Calls `call` as soon as no clock of the account moves, or no clock at all if no account is named: immediately, if none does. */
  after<T>(accountId: string | undefined, call: () => T | Promise<T>): T | Promise<T> {
    if (this.#blocked !== undefined) return this.#blocked.then(() => this.after(accountId, call));
    if (this.#started.size === 0) return call();
    const moves = [...this.#started.values()].filter(
      (move) => (accountId ?? move.accountId) === move.accountId,
    );
    if (moves.length === 0) return call();
    // A call that waited for the same movements may have begun another one.
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

  /** Leaves further slices to `next` until the returned function is called, which resolves when all movements have ended. */
  pause(): () => Promise<void> {
    this.#isPaused = true;
    return async () => {
      this.#isPaused = false;
      for (const clock of this.#started.keys()) this.#goOn(clock);
      await Promise.all([...this.#started.values()].map(({ ended }) => ended));
    };
  }

  /** Whether the time is reached. */
  #slice({ clock, to }: Pick<Move, "clock" | "to">, ran: Timer[], most = TIMERS_OF_A_SLICE): boolean {
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

  #goOn(clock: string): void {
    const { soon, later, enter } = this.#options;
    soon(() => {
      if (this.#isPaused) return;
      try {
        enter(clock, () => this.next(clock));
      } catch (fault) {
        // A slice that cannot be written has not begun. A movement that ended here would end elsewhere when it is repeated.
        if (fault instanceof StorageFailure) return later(() => this.#goOn(clock));
        const move = this.#started.get(clock);
        this.#started.delete(clock);
        return move?.fail(fault);
      }
      if (this.#started.has(clock)) this.#goOn(clock);
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
