/** Full waits without result, one after another, after which nothing more is expected to appear. */
const IN_VAIN = 2;
/** What is left of a wait for something that has never appeared. */
const SHORTENED = 1 / 10;

interface Known {
  /** True once it appeared after a wait: then the target is slow, and every wait is a full one. */
  isSlow: boolean;
  /** Full waits without result since it last appeared. */
  inVain: number;
  /** When the last of them ended; monotonic ms. */
  endedAt: number;
}

/** One wait for something. */
export interface Wait {
  /** ms. */
  readonly ms: number;
  /** How long it is, and why not longer: "2000 ms". */
  readonly words: string;
  readonly appeared: (options: { readonly immediately: boolean }) => void;
  readonly missed: () => void;
}

/**
 * What the checks of a run wait for, and whether it ever appears. What two full waits, one after the other, have not shown is
 * waited for shortly from then on. Anything that appears after a wait gets full waits for the rest of the run, so that a slow
 * target is given its time.
 */
export class Waits {
  readonly #known = new Map<string, Known>();
  readonly #now: () => number;

  constructor(options: { readonly now?: () => number } = {}) {
    this.#now = options.now ?? (() => performance.now());
  }

  /** Begins a wait of at most `ms`; `subject` is what the waits of several checks have in common, null for nothing. */
  begin(subject: string | null, ms: number): Wait {
    const known = (subject === null ? undefined : this.#known.get(subject)) ?? {
      isSlow: false,
      inVain: 0,
      endedAt: -Infinity,
    };
    if (subject !== null) this.#known.set(subject, known);
    const isShort = !known.isSlow && known.inVain >= IN_VAIN;
    const startedAt = this.#now();
    const why = `not longer, because ${known.inVain} waits of ${ms} ms have not shown it`;
    const length = isShort ? ms * SHORTENED : ms;
    return {
      ms: length,
      words: isShort ? `${length} ms (${why})` : `${ms} ms`,
      appeared: ({ immediately }) => {
        known.inVain = 0;
        if (!immediately) known.isSlow = true;
      },
      missed: () => {
        // Waits of the same time may have the same chance reason.
        if (isShort || startedAt < known.endedAt) return;
        known.inVain += 1;
        known.endedAt = this.#now();
      },
    };
  }
}

/** What waits have in common whose description differs only in ids and numbers. */
export function subjectOf(expected: string): string {
  return expected.replace(/\S*\d\S*/g, "…");
}
