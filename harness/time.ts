/** The most that counts of a pause of the whole process, ms. */
const SLICE_MS = 250;

/** Epoch ms, with a fraction, that never goes back. */
export const epochNow = (): number => performance.timeOrigin + performance.now();

/** The number of runs of a property for which a rule's deadline suffices: the default of `--runs`. */
export const USUAL_RUNS = 20;

/** What the runs of a property add to the deadline of its rule, ms: for each run above the default, its share of the deadline. */
export function timeForRuns(runs: number, ruleMs: number): number {
  return (Math.max(0, runs - USUAL_RUNS) * ruleMs) / USUAL_RUNS;
}

/** A deadline that counts only time in which the process runs. */
export interface Deadline {
  /** ms until it passes; zero afterwards. */
  readonly left: number;
  /** Postpones the deadline, by ms. */
  readonly extend: (ms: number) => void;
  /** Stops the timer. Call it when the wait is over. */
  readonly cancel: () => void;
}

/**
 * Starts a deadline of `ms`. On a busy machine the process may pause for seconds and neither send nor read: the target must not
 * be judged by what is missing then.
 */
export function startDeadline({
  ms,
  onPassed,
}: {
  readonly ms: number;
  readonly onPassed?: () => void;
}): Deadline {
  let left = ms;
  let since = performance.now();
  let timer: NodeJS.Timeout;
  const slice = (): number => Math.min(left, SLICE_MS);
  const begin = (): void => {
    since = performance.now();
    const length = slice();
    timer = setTimeout(() => {
      left -= length;
      if (left > 0) begin();
      else onPassed?.();
    }, length);
  };
  begin();
  return {
    get left() {
      return left - Math.min(performance.now() - since, slice());
    },
    extend: (further) => {
      left += further;
    },
    cancel: () => clearTimeout(timer),
  };
}

/** Waits for `ms`, or until `signal` is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}

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
