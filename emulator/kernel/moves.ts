import type { Image, Keeper } from "./keeper.ts";
import type { Timeline, Timer } from "./timeline.ts";
import type { Ran } from "./types.ts";

/** A movement that runs more timers than this is taken for an endless loop and fails. */
const MOST_TIMERS = 200_000;

/** The number of timers in a slice: a few milliseconds of work. Between slices, other requests are answered. */
const SLICE = 100;

/** The movement of a clock to a time. */
export interface Move {
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
  readonly keeper: Keeper;
  readonly fire: (timer: Timer) => void;
  /** Calls back after the requests that are waiting have been answered. */
  readonly soon: (call: () => void) => void;
  /** Runs a slice while time stands still. */
  readonly atOnce: (slice: () => void) => void;
}

/** Where movements are kept that have not ended, by their clocks. */
const SECTION = "moves";

/** Moves clocks. Long movements are divided into slices, so that no account waits for the clock of another. */
export class Moves {
  readonly #options: MovesOptions;
  readonly #started = new Map<string, Started>();
  #isStopped = false;

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
    const { accountId, clock, to } = move;
    this.#options.keeper.put(SECTION, clock, { accountId, clock, to });
    return new Promise((resolve, reject) => {
      const { promise: ended, resolve: end } = pending();
      const started: Started = {
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
      };
      this.#started.set(clock, started);
      this.#continue(started);
    });
  }

  /** Runs the timers of a clock that are due at `to`, without slices. */
  whole(clock: string, to: number): Ran {
    const ran: Timer[] = [];
    this.#slice({ clock, to }, ran, Number.POSITIVE_INFINITY);
    return ran;
  }

  #next(move: Started): void {
    try {
      if (!this.#slice(move, move.ran)) return;
      this.#end(move);
      move.finish(move.ran);
    } catch (fault) {
      this.#end(move);
      move.fail(fault);
    }
  }

  #end({ clock }: Started): void {
    this.#started.delete(clock);
    this.#options.keeper.remove(SECTION, clock);
  }

  isInProgress(accountId: string): boolean {
    return [...this.#started.values()].some((move) => move.accountId === accountId);
  }

  /** Calls `call` as soon as no clock of the account is being moved, or no clock at all if no account is named. */
  after<T>(accountId: string | undefined, call: () => T | Promise<T>): T | Promise<T> {
    if (this.#started.size === 0) return call();
    const moves = [...this.#started.values()].filter(
      (move) => (accountId ?? move.accountId) === move.accountId,
    );
    if (moves.length === 0) return call();
    // Another call that waited for the same movements may have begun a new one.
    return Promise.all(moves.map(({ ended }) => ended)).then(() => this.after(accountId, call));
  }

  /** Runs no further slices. */
  stop(): void {
    this.#isStopped = true;
  }

  image(): Image {
    return {
      [SECTION]: [...this.#started.values()].map(({ accountId, clock, to }) => [
        clock,
        { accountId, clock, to },
      ]),
    };
  }

  /** Gives up all movements, because the state is replaced. Returns those that the new state has not ended. */
  replace({ [SECTION]: kept = [] }: Image): readonly Move[] {
    const given = [...this.#started.values()];
    this.#started.clear();
    for (const move of given) move.fail(new Error("The state was replaced while a clock was moving"));
    return kept.map(([, move]) => move as Move);
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

  #continue(move: Started): void {
    const { soon, atOnce } = this.#options;
    soon(() => {
      if (this.#isStopped || this.#started.get(move.clock) !== move) return;
      atOnce(() => this.#next(move));
      this.#continue(move);
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
