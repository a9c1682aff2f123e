import type { Done } from "../../suites/walks/perform.ts";

/** What an exploration has reached: each act, with its outcome and the states of what it named. */
export class Coverage {
  readonly #reached = new Map<string, number>();
  readonly #yields = new Map<string, { readonly times: number; readonly news: number }>();

  /** Whether something is new in what steps became. */
  add(done: readonly Done[]): boolean {
    let isNew = false;
    for (const { act, status, code, before, after } of done) {
      const tuple = JSON.stringify([act, status, code, before, after]);
      const times = this.#reached.get(tuple) ?? 0;
      this.#reached.set(tuple, times + 1);
      const yielded = this.#yields.get(act) ?? { times: 0, news: 0 };
      this.#yields.set(act, { times: yielded.times + 1, news: yielded.news + (times === 0 ? 1 : 0) });
      isNew ||= times === 0;
    }
    return isNew;
  }

  /** The acts that were done. */
  names(): ReadonlySet<string> {
    return new Set(this.#yields.keys());
  }

  /** By act and status, how often the states before it were met. */
  states(): ReadonlyMap<string, ReadonlyMap<string, number>> {
    const all = new Map<string, Map<string, number>>();
    for (const [tuple, times] of this.#reached) {
      const [act, status, , before] = JSON.parse(tuple) as [string, number | null, string, readonly string[]];
      const key = `${act} ${status ?? ""}`;
      const states = all.get(key) ?? new Map<string, number>();
      const state = before.join(", ");
      all.set(key, states.set(state, (states.get(state) ?? 0) + times));
    }
    return all;
  }

  /** How much an act may still reach, from 1 to 16: the share of its steps that reached something new. */
  promiseOf(act: string): number {
    const { times, news } = this.#yields.get(act) ?? { times: 0, news: 0 };
    return Math.max(1, Math.round((16 * (news + 1)) / (times + 1)));
  }

  get size(): number {
    return this.#reached.size;
  }
}
