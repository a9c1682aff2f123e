/** How long the worker may go on after an interruption, ms. */
export interface GracePeriod {
  /** Until it acknowledges. */
  readonly acknowledgedWithin: number;
  /** Until it has cleaned up. */
  readonly endsWithin: number;
}

/** The longest delay of a timer, ms. */
const LONGEST_MS = 2 ** 31 - 1;

/** Waits for a worker that is to end, and abandons it if it does not. */
export class Ending {
  /** Resolves when the worker is abandoned. */
  readonly abandoned: Promise<void>;
  readonly abandon: () => void;
  /** To be called when the worker has acknowledged that it is to end. */
  acknowledged: () => void = () => undefined;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(options: { readonly onAbandon: () => void }) {
    let resolve = (): void => undefined;
    this.abandoned = new Promise((done) => {
      resolve = done;
    });
    this.abandon = () => {
      options.onAbandon();
      resolve();
    };
  }

  /** Calls back after `ms` milliseconds, unless `close` is called before. */
  after(ms: number, act: () => void): NodeJS.Timeout {
    const timer = setTimeout(act, Math.min(ms, LONGEST_MS));
    this.#timers.push(timer);
    return timer;
  }

  /** To be called when the worker has been asked to end. Starts the grace period. */
  begin({ acknowledgedWithin, endsWithin }: GracePeriod): void {
    const unacknowledged = this.after(acknowledgedWithin, this.abandon);
    this.acknowledged = () => clearTimeout(unacknowledged);
    this.after(endsWithin, this.abandon);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
