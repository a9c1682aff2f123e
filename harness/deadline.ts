/** The most that counts of a pause of the whole process, ms. */
const SLICE_MS = 250;

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
