import { family, type Named, part, perEmulator, type Replace } from "../mutant.ts";
import { type RuleId } from "../../spec/index.ts";
import type { Parts } from "../../emulator/index.ts";
import type { Command } from "../../emulator/kernel/request.ts";

/** How long a torn operation waits between reading and writing, ms of real time. */
const GAP_MS = 5;

const pause = (ms = GAP_MS): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Transact = Parts["transact"];

/** Replaces the transaction of some operations. */
export const transacting = (operations: readonly string[], change: Transact): Replace =>
  part([], ({ transact }) => ({
    transact: (decide, commit, operationId) =>
      (operations.includes(operationId) ? change : transact)(decide, commit, operationId),
  }));

/** Reads, waits this long, and commits its first decision without checking the state again. @internal */
export const tornFor =
  (gapMs: number): Transact =>
  async (decide, commit) => {
    const decision = decide();
    await pause(gapMs);
    commit(decision);
    return decision;
  };

/** Reads, waits, and commits its first decision without checking the state again. */
export const torn = tornFor(GAP_MS);

/** Mutants that decide simultaneous requests of one operation, or of two, on the same state, by their ids. */
export const tornMutants = (
  rows: Readonly<Record<string, readonly [rule: RuleId, operation: string, other?: string]>>,
): Named =>
  family(rows, ([rule, operation, other]) => ({
    violates: [rule],
    summary: `Simultaneous requests (${operation}${other === undefined ? "" : `, ${other}`}) are decided on the same state.`,
    replace: other === undefined ? transacting([operation], torn) : tornBetween(operation, other),
  }));

/** Decides requests of two operations on the same state if they meet. */
const tornBetween = (one: string, other: string): Replace =>
  perEmulator(() => {
    const inFlight = new Map([one, other].map((operation) => [operation, 0]));
    const count = (operation: string, by: number): void =>
      void inFlight.set(operation, (inFlight.get(operation) ?? 0) + by);
    return part([], ({ transact }) => ({
      transact: async (decide, commit, operationId) => {
        if (!inFlight.has(operationId)) return transact(decide, commit, operationId);
        const against = operationId === one ? other : one;
        const isMet = (): boolean => (inFlight.get(against) ?? 0) > 0;
        count(operationId, 1);
        const [early, wasMet] = [decide(), isMet()];
        await pause();
        const decision = wasMet || isMet() ? early : decide();
        commit(decision);
        count(operationId, -1);
        return decision;
      },
    }));
  });

/** Commits on the current state, but returns the answer for the state that it first read. */
export function answeredEarly(): Transact {
  let done = 0;
  return async (decide, commit) => {
    const early = decide();
    const before = done;
    await pause();
    const decision = done === before ? early : decide();
    commit(decision);
    done += 1;
    const reported = decision.answer.status === early.answer.status ? early.answer : decision.answer;
    return { ...decision, answer: reported };
  };
}

/** Answers all concurrent transactions, but keeps only the effects of the last one. */
export function lastWriterWins(): Transact {
  let latest = 0;
  return async (decide, commit) => {
    latest += 1;
    const mine = latest;
    await pause();
    const decision = decide();
    commit(mine === latest ? decision : { answer: decision.answer });
    return decision;
  };
}

/** Answers all concurrent transactions of an operation like the first of them, which alone takes effect. */
export function takenForOne(): Transact {
  let first: { readonly decision: ReturnType<Parameters<Transact>[0]>; count: number } | null = null;
  return async (decide, commit) => {
    const isFirst = first === null;
    const shared = (first ??= { decision: decide(), count: 0 });
    shared.count += 1;
    await pause();
    if (isFirst) commit(shared.decision);
    shared.count -= 1;
    if (shared.count === 0) first = null;
    return shared.decision;
  };
}

/** Whether a request of an operation began while another one was not finished; the requests are torn. */
export function overlapping(operation: string): {
  readonly isOverlapping: () => boolean;
  readonly replace: Replace;
} {
  let inFlight = 0;
  let overlapped = false;
  return {
    isOverlapping: () => overlapped,
    replace: transacting([operation], async (decide, commit) => {
      inFlight += 1;
      overlapped = inFlight > 1;
      const decision = decide();
      await pause();
      commit(decision);
      inFlight -= 1;
      return decision;
    }),
  };
}

/** Reserves a key only when its request is done: before that, concurrent requests do not find the key. */
export function reservedLate(scope: (command: Command, key: string) => string): {
  scope: (command: Command, key: string) => string;
  /** Must be called when a request of the operation is done. */
  done: () => void;
  /** A transaction that waits, so that other requests with the same key can arrive. */
  transact: Transact;
} {
  const inUse = new Set<string>();
  const done = (): void => inUse.clear();
  let unauthenticated = 0;
  return {
    done,
    scope: (command, key) => {
      const usual = scope(command, key);
      if (!inUse.has(usual)) {
        inUse.add(usual);
        return usual;
      }
      unauthenticated += 1;
      return `${usual} ${unauthenticated}`;
    },
    transact: async (decide, commit) => {
      await pause();
      const decision = decide();
      commit(decision);
      done();
      return decision;
    },
  };
}
