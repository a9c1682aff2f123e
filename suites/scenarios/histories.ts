import { type Answer, type Check, Inconclusive, type Merchant, TransportFault, Violation } from "../kit.ts";
import { codeOf } from "../fixtures/money-movements.ts";
import { soon } from "../fixtures/reading.ts";
import {
  type Call,
  linearizationOf,
  overlapOf,
  type SequentialModel,
  smallestContradiction,
  withoutEnd,
} from "../model/linearizability.ts";

/** A request of a client. */
export interface Step<Operation> {
  readonly operation: Operation;
  readonly send: () => Promise<Answer>;
}

export type History<Operation, Observed> = readonly Call<Operation, Observed>[];

/** Whether some order explains a history as far as answers are concerned, and how calls and answers read. */
interface Judged<State, Operation, Observed> {
  readonly history: History<Operation, Observed>;
  readonly model: SequentialModel<State, Operation, Observed>;
  readonly keyOf?: (operation: Operation) => string | undefined;
  /** Whether an answer says that a request with the same key is in progress (§7.6). */
  readonly isConflict?: (observed: Observed) => boolean;
  readonly operationInWords: (operation: Operation) => string;
  readonly observedInWords: (observed: Observed) => string;
  /** "6 concurrent allocations". */
  readonly requests: string;
  readonly summary: (history: History<Operation, Observed>) => string;
  /** The final reading, for the report. */
  readonly read: string | undefined;
}

/** Simulated time stands still while requests are answered, but calls have an order. */
let last = 0;
const tick = (): number => (last = Math.max(performance.now(), last + 0.000_1));

/**
 * Sends the requests of several clients, each of which waits for an answer before its next request, and records when each call starts and
 * returns. A call has no answer if it was cut on purpose, timed out, or its connection broke.
 */
export async function record<Operation, Observed>(
  clients: readonly (readonly Step<Operation>[])[],
  read: (operation: Operation, answer: Answer) => Observed,
): Promise<History<Operation, Observed>> {
  const history: Call<Operation, Observed>[] = [];
  await Promise.all(
    clients.map(async (steps, client) => {
      for (const { operation, send } of steps) {
        const calledAt = tick();
        let observed: Observed | null = null;
        try {
          observed = read(operation, await send());
        } catch (error) {
          if (!(error instanceof TransportFault)) throw error;
        }
        history.push({ operation, observed, calledAt, returnedAt: tick(), client });
      }
    }),
  );
  return history.sort((a, b) => a.calledAt - b.calledAt);
}

/** The merchant, whose client cuts each request as soon as it is sent. */
export function cutting(merchant: Merchant): Merchant {
  const calls = Object.entries(merchant.api as unknown as Record<string, (parts?: object) => unknown>);
  const api = calls.map(([id, call]) => [id, (parts?: object) => call({ ...parts, cut: true })] as const);
  return { ...merchant, api: Object.fromEntries(api) as unknown as Merchant["api"] };
}

/** Waits for a request that is cut. */
export async function unanswered(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof TransportFault)) throw error;
  }
}

/**
 * Repeats a request that was cut with its key, until it is no longer in progress.
 * @throws Violation of basis "deadline"
 */
export const freed = <T>(
  check: Check,
  repeat: () => Promise<T>,
  answerOf: (repeated: T) => Answer,
): Promise<T> =>
  check.eventually({
    expected: "the repetition of a request that was cut not to find it in progress",
    read: repeat,
    holds: (repeated) => codeOf(answerOf(repeated)) !== "E_IDEMPOTENCY_CONFLICT",
    show: (repeated) => answerOf(repeated).summary,
  });

/** Reads until some order explains the history and the reading, or until the consistency deadline. */
export function readOnceExplained<State, Operation, Observed, Shown>(
  check: Check,
  history: History<Operation, Observed>,
  by: {
    readonly read: () => Promise<Shown>;
    readonly endingAs: (shown: Shown) => SequentialModel<State, Operation, Observed>;
  },
): Promise<Shown> {
  // To find no order takes longest.
  const known = new Map<string, boolean>();
  return soon(check, {
    read: by.read,
    holds: (shown) => {
      const mark = JSON.stringify(shown);
      const isExplained = known.get(mark) ?? linearizationOf(history, by.endingAs(shown)) !== null;
      known.set(mark, isExplained);
      return isExplained;
    },
  });
}

/** Expects that some order explains a history. @throws Violation with the smallest contradiction */
export function expectOrder<State, Operation, Observed>(judged: Judged<State, Operation, Observed>): void {
  const { history, model, keyOf, isConflict, operationInWords, observedInWords, requests, summary, read } =
    judged;
  const alone = history.find(
    (call) => call.observed !== null && isConflict?.(call.observed) === true && !meetsItsKey(call),
  );
  if (alone === undefined && linearizationOf(history, model) !== null) return;
  const smallest =
    alone === undefined
      ? smallestContradiction(history, model)
      : history.filter((call) => call.calledAt <= alone.returnedAt);
  // Only the final reading contradicts a history that is explained without it.
  const explained = linearizationOf(smallest, withoutEnd(model));
  const answered = smallest.filter(({ observed }) => observed !== null);
  const odd =
    alone ?? (explained === null ? answered.toSorted((a, b) => b.returnedAt - a.returnedAt)[0] : undefined);
  const prefix = smallest.map((call) => (call === odd ? { ...call, observed: null } : call));
  const violation = new Violation({
    expected: `${requests} to be answered like requests one after another`,
    actual:
      alone === undefined
        ? `${summary(smallest)}${read === undefined ? "" : `; afterwards ${read}`}`
        : `a request was refused because another one with its key was in progress, but none was`,
  });
  violation.counterexample = {
    opening: model.initial,
    clients: drawingOf(smallest),
    interleaving: interleaved(smallest, operationInWords, observedInWords),
    explained: (explained ?? linearizationOf(prefix, withoutEnd(model)) ?? []).map(
      (index) => `#${index + 1}`,
    ),
    unexplained: odd === undefined ? "the final reading" : `#${smallest.indexOf(odd) + 1}`,
    ...(read === undefined ? {} : { read }),
    overlap: overlapOf(history),
    requests: history.length,
  };
  throw violation;

  function meetsItsKey(call: Call<Operation, Observed>): boolean {
    return history.some(
      (other) =>
        other !== call &&
        keyOf?.(other.operation) === keyOf?.(call.operation) &&
        other.calledAt < call.returnedAt &&
        (other.observed === null || other.returnedAt > call.calledAt),
    );
  }
}

/** Each client's calls over the calls and returns of all: `#1--|` is answered, `#2?` is not. */
function drawingOf(history: History<unknown, unknown>): readonly string[] {
  const ends = ({ observed, returnedAt }: Call<unknown, unknown>) => (observed === null ? [] : [returnedAt]);
  const times = history.flatMap((call) => [call.calledAt, ...ends(call)]).sort((a, b) => a - b);
  return [...new Set(history.map(({ client }) => client))].map((client) => {
    const cells = times.map(() => "    ");
    for (const [index, call] of history.entries()) {
      if (call.client !== client) continue;
      const from = times.indexOf(call.calledAt);
      const to = times.indexOf(ends(call)[0] ?? NaN);
      cells[from] = to < 0 ? `#${index + 1}?`.padEnd(4) : `#${index + 1}`.padEnd(4, "-");
      if (to >= 0) cells.fill("----", from + 1, to).fill("|   ", to, to + 1);
    }
    return cells.join("").trimEnd();
  });
}

/** The calls and returns in order of time, in ms from the first call. */
export function interleaved<Operation, Observed>(
  history: History<Operation, Observed>,
  operationInWords: (operation: Operation) => string,
  observedInWords: (observed: Observed) => string,
): readonly string[] {
  const start = Math.min(...history.map((call) => call.calledAt));
  return history
    .flatMap((call, index) => [
      { at: call.calledAt, says: `#${index + 1} is sent: ${operationInWords(call.operation)}` },
      ...(call.observed === null
        ? []
        : [{ at: call.returnedAt, says: `#${index + 1} ${observedInWords(call.observed)}` }]),
    ])
    .sort((a, b) => a.at - b.at)
    .map(({ at, says }) => `${(at - start).toFixed(2)} ms ${says}`);
}

/** An object that requests set. */
export interface Setting<State, Operation> {
  readonly initial: State;
  /** The state after a request, which was accepted with this answer, or got none; null if it could not be accepted. */
  readonly accepted: (state: State, operation: Operation, answer: Answer | null) => State | null;
  readonly inWords: (operation: Operation) => string;
  /** "replacements of the payout schedule" */
  readonly requests: string;
}

/**
 * Expects that some order explains the answers to requests that set an object, and its state afterwards, within the consistency deadline. A
 * refusal has no effect; other rules judge whether it is permitted.
 * @throws Inconclusive if no request was accepted
 */
export async function expectSet<State, Operation>(
  check: Check,
  setting: Setting<State, Operation>,
  history: History<Operation, Answer>,
  read: () => Promise<State>,
): Promise<void> {
  const { initial, accepted, inWords, requests } = setting;
  if (!history.some(({ observed }) => observed?.succeeded))
    throw new Inconclusive(`none of the ${requests} was accepted`);
  const after = (state: State, operation: Operation, answer: Answer | null): readonly State[] => {
    if (answer?.succeeded === false) return [state];
    const next = accepted(state, operation, answer);
    return next === null ? [] : [next];
  };
  const changesNothing = ({ succeeded }: Answer): boolean => !succeeded;
  const endingAs = (shown: State) => ({
    ...{ initial, after, changesNothing },
    ends: (state: State) => state === shown,
  });
  const shown = await readOnceExplained(check, history, { read, endingAs });
  expectOrder({
    history,
    model: endingAs(shown),
    operationInWords: inWords,
    observedInWords: ({ summary }) => `answered ${summary}`,
    requests: `${history.length} ${requests}`,
    summary: (part) => `no order explains ${part.length} of them`,
    read: `it was ${JSON.stringify(shown)}`,
  });
}
