import type { TimeSource } from "./clock.ts";

/** The emulator's time as commands see it: it stands still while one of them is in progress. */
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

  get isFixed(): boolean {
    return this.#fixed !== undefined;
  }

  /** Runs `handle` at one time. */
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
