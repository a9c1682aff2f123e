/** No more than this counts of a time in which the process stood still; ms. */
const SLICE_MS = 250;

/** A deadline in waking time. */
export interface Deadline {
  /** ms until it passes; zero once it has. */
  readonly left: number;
  /** Has to be called when nobody waits any more. */
  readonly cancel: () => void;
}

/**
 * A deadline in time that the process was awake. On a machine without a free processor nothing is sent, nothing read and no
 * timer fires, for seconds: what did not come in such a time is not the target's doing.
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
    cancel: () => clearTimeout(timer),
  };
}
