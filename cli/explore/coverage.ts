import type { Done } from "./perform.ts";

/** What an exploration has reached: each act, with its outcome and the states of what it named. */
export class Coverage {
  readonly #reached = new Map<string, number>();

  /** Whether something is new in what steps became. */
  add(done: readonly Done[]): boolean {
    let isNew = false;
    for (const { act, status, code, before, after } of done) {
      const tuple = JSON.stringify([act, status, code, before, after]);
      const times = this.#reached.get(tuple) ?? 0;
      this.#reached.set(tuple, times + 1);
      isNew ||= times === 0;
    }
    return isNew;
  }

  /** The acts that were done. */
  names(): ReadonlySet<string> {
    return new Set([...this.#reached.keys()].map((tuple) => String((JSON.parse(tuple) as unknown[])[0])));
  }

  get size(): number {
    return this.#reached.size;
  }
}
