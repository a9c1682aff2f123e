/**
 * Finds out whether some sequential order explains overlapping calls, where each call takes effect at one time between its start and its
 * return. Uses the algorithm of Wing and Gong with memoisation.
 */

/** One call. Without an answer it may have taken effect at any time after the call, or not at all. */
export interface Call<Operation, Observed> {
  readonly operation: Operation;
  readonly observed: Observed | null;
  /** Monotonic ms. If a call has no answer, its return is ignored. */
  readonly calledAt: number;
  readonly returnedAt: number;
  /** Who sent it, one call after another. */
  readonly client?: number;
}

/** How calls behave one after another. */
export interface SequentialModel<State, Operation, Observed> {
  readonly initial: State;
  /** The possible next states; none if they cannot explain the answer. A null answer means that the call took effect without an answer. */
  readonly after: (state: State, operation: Operation, observed: Observed | null) => readonly State[];
  /** Whether an answer shows that its call has no effect, in whatever state: a history is then valid without it, too. */
  readonly changesNothing: (observed: Observed) => boolean;
  /** Whether a final state agrees with what was read at the end. By default it does. */
  readonly ends?: (state: State) => boolean;
}

/** The same text for the same state, however it was reached. JSON takes several times as long to sort members. */
const markOf = (value: unknown): string =>
  typeof value !== "object" || value === null
    ? JSON.stringify(value)
    : Object.entries(value)
        .map(([name, member]) => `${name}:{${markOf(member)}}`)
        .sort()
        .join("");

/** An order that explains a history, as indexes, or null. Calls without effect are omitted. */
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
    const mark = `${left.join()} ${markOf(state)}`;
    if (visited.has(mark)) return null;
    visited.add(mark);
    const firstReturn = Math.min(
      ...left.map((index) => returnOf(history[index] as Call<Operation, Observed>)),
    );
    const nexts = left.flatMap((index) => {
      const call = history[index] as Call<Operation, Observed>;
      // A call that started after another one returned is ordered after it.
      if (call.calledAt > firstReturn) return [];
      const isIdle = call.observed !== null && model.changesNothing(call.observed);
      return model.after(state, call.operation, call.observed).map((next) => ({ index, next, isIdle }));
    });
    // What changes nothing may as well come first.
    const idle = nexts.find(({ isIdle }) => isIdle);
    for (const { index, next } of idle === undefined ? nexts : [idle]) {
      const others = left.filter((other) => other !== index);
      const found = search(others, next, [...order, index]);
      if (found !== null) return found;
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
 * The smallest part of a history that no order explains: its shortest prefix, without calls that had no effect and that the contradiction
 * does not need. A call that had not returned by the end of the prefix counts as unanswered. Sends nothing.
 */
export function smallestContradiction<State, Operation, Observed>(
  history: readonly Call<Operation, Observed>[],
  model: SequentialModel<State, Operation, Observed>,
): readonly Call<Operation, Observed>[] {
  const fails = (part: readonly Call<Operation, Observed>[], ended: boolean): boolean =>
    linearizationOf(part, ended ? model : withoutEnd(model)) === null;
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
  for (const call of smallest.filter(({ observed }) => observed !== null && model.changesNothing(observed))) {
    const without = smallest.filter((other) => other !== call);
    if (fails(without, ended)) smallest = without;
  }
  return smallest;
}

/** The model, for histories after which nothing was read. */
export function withoutEnd<State, Operation, Observed>({
  ends: _,
  ...model
}: SequentialModel<State, Operation, Observed>): SequentialModel<State, Operation, Observed> {
  return model;
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
