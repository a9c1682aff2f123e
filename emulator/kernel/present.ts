import type { TimeSource } from "./clock.ts";

/** The time that commands see. It stands still while a command is in progress. */
export class Present {
  readonly #time: TimeSource;
  #fixed: number | undefined;

  constructor(time: TimeSource) {
    this.#time = time;
  }

  /** Epoch milliseconds. */
  now(): number {
    return this.#fixed ?? this.#time.now();
  }

  /** Runs `handle` with the time standing still at `at`. */
  during<T>(at: number, handle: () => T): T {
    const before = this.#fixed;
    this.#fixed = at;
    try {
      return handle();
    } finally {
      this.#fixed = before;
    }
  }
}
