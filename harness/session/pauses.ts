interface Pause {
  /** The number of checks that are pausing. */
  active: number;
  /** When the first of them began, monotonic ms. */
  since: number;
  /** The total of earlier pauses, ms. */
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
    const pause = this.#pauses.get(why) ?? { active: 0, since: 0, ms: 0 };
    this.#pauses.set(why, pause);
    if (pause.active === 0) pause.since = this.#now();
    pause.active += 1;
    return () => {
      pause.active -= 1;
      if (pause.active === 0) pause.ms += this.#now() - pause.since;
    };
  }

  /** Why the suite pauses now; null if it does not. */
  current(): string | null {
    const [first] = [...this.#pauses].filter(([, { active }]) => active > 0);
    return first?.[0] ?? null;
  }

  /** How long the run has paused, by reason, ms. */
  total(): ReadonlyMap<string, number> {
    return new Map([...this.#pauses].map(([why, { ms }]) => [why, ms]));
  }
}
