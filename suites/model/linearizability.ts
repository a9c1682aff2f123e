/**
 * Whether overlapping calls can be explained by some order in which each took effect at one time between its call and its
 * return: the algorithm of Wing and Gong, with memoisation.
 */

/** One call. Without an answer it may have taken effect at any time after the call, or not at all. */
export interface Call<Operation, Observed> {
  readonly operation: Operation;
  readonly observed: Observed | null;
  /** Monotonic ms; the return of a call without an answer is not looked at. */
  readonly calledAt: number;
  readonly returnedAt: number;
}

/** How calls behave one after another. */
export interface SequentialModel<State, Operation, Observed> {
  readonly initial: State;
  /** The possible next states; none when the answer cannot be explained. Null means an effect without an answer. */
  readonly after: (state: State, operation: Operation, observed: Observed | null) => readonly State[];
  /** Whether what was read when all had ended agrees with a last state; it does without. */
  readonly ends?: (state: State) => boolean;
}

/** An order that explains a history, as indexes, or null. Calls without an effect are left out. */
export function linearizationOf<State, Operation, Observed>(
  history: readonly Call<Operation, Observed>[],
  model: SequentialModel<State, Operation, Observed>,
): readonly number[] | null {
  const visited = new Set<string>();
  const returnOf = (call: Call<Operation, Observed>): number =>
    call.observed === null ? Infinity : call.returnedAt;

  const search = (
    left: readonly number[],
    state: State,
    order: readonly number[],
  ): readonly number[] | null => {
    const answered = left.filter((index) => history[index]?.observed !== null);
    if (answered.length === 0 && model.ends?.(state) !== false) return order;
    const mark = JSON.stringify([left, state]);
    if (visited.has(mark)) return null;
    visited.add(mark);
    const firstReturn = Math.min(
      ...left.map((index) => returnOf(history[index] as Call<Operation, Observed>)),
    );
    for (const index of left) {
      const call = history[index] as Call<Operation, Observed>;
      // A call made after another had returned is ordered after it.
      if (call.calledAt > firstReturn) continue;
      const others = left.filter((other) => other !== index);
      for (const next of model.after(state, call.operation, call.observed)) {
        const found = search(others, next, [...order, index]);
        if (found !== null) return found;
      }
    }
    return null;
  };
  return search(
    history.map((_call, index) => index),
    model.initial,
    [],
  );
}

/**
 * The smallest part of a history that no order explains: its shortest prefix (calls that had not returned by then have no
 * answer), without calls that have no effect and are not needed for the contradiction. No request is repeated. @param
 * changesNothing whether an answered call had no effect, so a valid history stays valid without it
 */
export function smallestContradiction<State, Operation, Observed>(
  history: readonly Call<Operation, Observed>[],
  model: SequentialModel<State, Operation, Observed>,
  changesNothing: (call: Call<Operation, Observed>) => boolean,
): readonly Call<Operation, Observed>[] {
  const fails = (part: readonly Call<Operation, Observed>[], ended: boolean): boolean =>
    linearizationOf(part, ended ? model : { initial: model.initial, after: model.after }) === null;
  let smallest = history;
  let ended = true;
  const returns = history
    .filter((call) => call.observed !== null)
    .map((call) => call.returnedAt)
    .sort((a, b) => a - b);
  for (const transition of returns) {
    const beginning = history
      .filter((call) => call.calledAt <= transition)
      .map((call) => (call.returnedAt <= transition ? call : { ...call, observed: null }));
    if (fails(beginning, false)) {
      smallest = beginning;
      ended = false;
      break;
    }
  }
  for (const call of smallest.filter((one) => one.observed !== null && changesNothing(one))) {
    const without = smallest.filter((other) => other !== call);
    if (fails(without, ended)) smallest = without;
  }
  return smallest;
}

/** The greatest number of calls in progress at the same time. */
export function overlapOf(history: readonly Call<unknown, unknown>[]): number {
  return Math.max(
    0,
    ...history.map(
      ({ calledAt }) =>
        history.filter(
          (other) => other.calledAt <= calledAt && (other.observed === null || other.returnedAt > calledAt),
        ).length,
    ),
  );
}
