interface Pause {
  /** Checks that pause. */
  underWay: number;
  /** When the first of them began; monotonic ms. */
  since: number;
  /** In total, before that. */
  ms: number;
}

/** What checks wait for, other than an answer: the documented rate of new vendors, or the end of a target's 429. */
export class Pauses {
  readonly #pauses = new Map<string, Pause>();
  readonly #now: () => number;

  constructor(options: { readonly now?: () => number } = {}) {
    this.#now = options.now ?? (() => performance.now());
  }

  /** Begins a pause, which lasts until the returned function is called. `why`: "for the rate of …", "because …". */
  begin(why: string): () => void {
    const pause = this.#pauses.get(why) ?? { underWay: 0, since: 0, ms: 0 };
    this.#pauses.set(why, pause);
    if (pause.underWay === 0) pause.since = this.#now();
    pause.underWay += 1;
    return () => {
      pause.underWay -= 1;
      if (pause.underWay === 0) pause.ms += this.#now() - pause.since;
    };
  }

  /** Why the suite pauses now; null if it does not. */
  current(): string | null {
    const [first] = [...this.#pauses].filter(([, { underWay }]) => underWay > 0);
    return first?.[0] ?? null;
  }

  /** By reason, for how long the run paused, in ms. */
  total(): ReadonlyMap<string, number> {
    return new Map([...this.#pauses].map(([why, { ms }]) => [why, ms]));
  }
}
