/** After this many full waits without result, one after the other, waits are short. */
const MOST_MISSES = 2;
/** The factor for a wait for something that has never appeared. */
const SHORTENED = 1 / 10;

interface Known {
  /** Whether it has appeared after a wait. Then the target is slow, and every wait is a full one. */
  isSlow: boolean;
  /** Full waits without result since it last appeared. */
  misses: number;
  /** When the last of them ended, monotonic ms. */
  endedAt: number;
}

/** A wait. */
export interface Wait {
  /** The length of the wait, ms. */
  readonly ms: number;
  /** The length in words, with the reason if it is short: "2000 ms". */
  readonly words: string;
  readonly appeared: (options: { readonly immediately: boolean }) => void;
  readonly missed: () => void;
}

/**
 * What the checks of a run wait for, and whether it ever appears. After two full waits without result, one after the other, further waits
 * for the same subject are short. A subject that appears after a wait gets full waits for the rest of the run, because the target is slow.
 */
export class Waits {
  readonly #known = new Map<string, Known>();
  readonly #now: () => number;

  constructor(options: { readonly now?: () => number } = {}) {
    this.#now = options.now ?? (() => performance.now());
  }

  /** Begins a wait of at most `ms`; `subject` is what waits of several checks have in common; null for nothing. */
  begin(subject: string | null, ms: number): Wait {
    const known = (subject === null ? undefined : this.#known.get(subject)) ?? {
      isSlow: false,
      misses: 0,
      endedAt: -Infinity,
    };
    if (subject !== null) this.#known.set(subject, known);
    const isShort = !known.isSlow && known.misses >= MOST_MISSES;
    const startedAt = this.#now();
    const why = `not longer, because ${known.misses} waits of ${ms} ms have not shown it`;
    const length = isShort ? ms * SHORTENED : ms;
    return {
      ms: length,
      words: isShort ? `${length} ms (${why})` : `${ms} ms`,
      appeared: ({ immediately }) => {
        known.misses = 0;
        if (!immediately) known.isSlow = true;
      },
      missed: () => {
        // Waits at the same time may fail by the same coincidence, so they count once.
        if (isShort || startedAt < known.endedAt) return;
        known.misses += 1;
        known.endedAt = this.#now();
      },
    };
  }
}

/** The common subject of waits whose descriptions differ only in ids and numbers. */
export function subjectOf(expected: string): string {
  return expected.replace(/\S*\d\S*/g, "…");
}
