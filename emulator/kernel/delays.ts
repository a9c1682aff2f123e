import type { TimeSource } from "./clock.ts";

/** Delayed calls, by endpoint. Delays are in real time. */
export class Delays {
  readonly #time: TimeSource;
  /** The endpoint of each delayed call, by the function that cancels it. */
  readonly #delayed = new Map<() => void, string>();
  /** The calls that wait until another delivery overtakes them, by endpoint. */
  readonly #overtaken = new Map<string, Set<() => void>>();

  constructor(time: TimeSource) {
    this.#time = time;
  }

  /** Calls `go` after the delay, ms, or when the returned function is called. */
  later(endpointId: string, delay: number, go: () => void): () => void {
    const run = (): void => {
      cancel();
      if (this.#delayed.delete(cancel)) go();
    };
    const cancel = this.#time.after(delay, run);
    this.#delayed.set(cancel, endpointId);
    return run;
  }

  /** Calls `go` when another delivery to the endpoint has overtaken it, or after `withinMs`. */
  untilOvertaken(endpointId: string, withinMs: number, go: () => void): void {
    const waiting = this.#overtaken.get(endpointId) ?? new Set();
    const run = this.later(endpointId, withinMs, () => {
      waiting.delete(run);
      if (waiting.size === 0) this.#overtaken.delete(endpointId);
      go();
    });
    this.#overtaken.set(endpointId, waiting.add(run));
  }

  /** Runs the calls that wait until another delivery to the endpoint has overtaken them. */
  overtake(endpointId: string): void {
    for (const run of this.#overtaken.get(endpointId) ?? []) run();
  }

  has(endpointId: string): boolean {
    return [...this.#delayed.values()].includes(endpointId);
  }

  cancel(): void {
    for (const cancel of this.#delayed.keys()) cancel();
  }
}
