import type { Done } from "../../suites/walks/perform.ts";
import { contractOperations, type Operation, outcomesOf } from "../../harness/contract.ts";
import type { Act } from "../../suites/walks/acts.ts";

/** What an exploration has reached: each act, with its outcome and the states of what it named. */
export class Coverage {
  readonly #reached = new Map<string, number>();
  readonly #yields = new Map<string, { readonly times: number; readonly news: number }>();

  /** Whether something is new in what steps became. */
  add(done: readonly Done[]): boolean {
    let isNew = false;
    for (const { act, status, code, before, after } of done) {
      const tuple = JSON.stringify([act, status, code, before, after]);
      const times = this.#reached.get(tuple) ?? 0;
      this.#reached.set(tuple, times + 1);
      const yielded = this.#yields.get(act) ?? { times: 0, news: 0 };
      this.#yields.set(act, { times: yielded.times + 1, news: yielded.news + (times === 0 ? 1 : 0) });
      isNew ||= times === 0;
    }
    return isNew;
  }

  /** The acts that were done. */
  names(): ReadonlySet<string> {
    return new Set(this.#yields.keys());
  }

  /** By act and status, how often the states before it were met. */
  states(): ReadonlyMap<string, ReadonlyMap<string, number>> {
    const all = new Map<string, Map<string, number>>();
    for (const [tuple, times] of this.#reached) {
      const [act, status, , before] = JSON.parse(tuple) as [string, number | null, string, readonly string[]];
      const key = `${act} ${status ?? ""}`;
      const states = all.get(key) ?? new Map<string, number>();
      const state = before.join(", ");
      all.set(key, states.set(state, (states.get(state) ?? 0) + times));
    }
    return all;
  }

  /** How much an act may still reach, from 1 to 16: the share of its steps that reached something new. */
  promiseOf(act: string): number {
    const { times, news } = this.#yields.get(act) ?? { times: 0, news: 0 };
    return Math.max(1, Math.round((16 * (news + 1)) / (times + 1)));
  }

  get size(): number {
    return this.#reached.size;
  }
}

/** A documented outcome of an operation: a status that the document names, or any success where it names none. */
interface Outcome {
  readonly status: string;
  readonly times: number;
  /** By the states of what the steps named before, how often. */
  readonly states: Readonly<Record<string, number>>;
  /** Why it was not reached; null if it was. */
  readonly why: string | null;
}

/** Which outcomes of the document an exploration has reached, and in which states. */
export interface CoverageTable {
  readonly operations: readonly { readonly operation: string; readonly outcomes: readonly Outcome[] }[];
  /** Ports and control: they have no documented outcomes. */
  readonly others: readonly { readonly act: string; readonly states: Readonly<Record<string, number>> }[];
}

export function coverageTable(given: {
  readonly coverage: Coverage;
  readonly acts: readonly Act[];
  /** By operation, how often each status was answered. */
  readonly observed: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly liveKeyAllowed: boolean;
}): CoverageTable {
  const { coverage, acts, observed } = given;
  const states = coverage.states();
  const operations = [...contractOperations.values()].map((operation) => {
    const answered = observed.get(operation.id) ?? new Map<number, number>();
    const outcomes = outcomesOf(operation).map(({ status, codes }): Outcome => {
      const times = codes.reduce((sum, code) => sum + (answered.get(code) ?? 0), 0);
      const inStates = Object.fromEntries(
        codes.flatMap((code) => [...(states.get(`${operation.id} ${code}`) ?? [])]),
      );
      return { status, times, states: inStates, why: times > 0 ? null : whyNot(operation, codes, given) };
    });
    return { operation: operation.id, outcomes };
  });
  const others = acts
    .filter(({ via }) => via !== "operation")
    .map(({ name }) => ({
      act: name,
      states: Object.fromEntries(
        [...states].filter(([key]) => key.startsWith(`${name} `)).flatMap(([, all]) => [...all]),
      ),
    }));
  return { operations, others };
}

/** One line for the console. */
export function coverageText({ operations, others }: CoverageTable): string {
  const outcomes = operations.flatMap((one) => one.outcomes);
  const reached = outcomes.filter(({ times }) => times > 0);
  const states = outcomes.reduce((sum, one) => sum + Object.keys(one.states).length, 0);
  const done = others.filter((one) => Object.keys(one.states).length > 0);
  return (
    `reached ${reached.length} of ${outcomes.length} documented outcomes of ${operations.length} operations, in ${states} states, ` +
    `and ${done.length} of ${others.length} other acts`
  );
}

function whyNot(
  { id, forLiveKeys }: Operation,
  [code = 0]: readonly number[],
  {
    acts,
    observed,
    liveKeyAllowed,
  }: Pick<Parameters<typeof coverageTable>[0], "acts" | "observed" | "liveKeyAllowed">,
): string {
  if (!acts.some(({ name }) => name === id))
    return "the profile says that the target does not offer the operation";
  if (!observed.has(id)) return "no step did it; explore for longer";
  if (code >= 500) return "only an outage shows it, and an exploration declares none";
  if (code === 429) return "an exploration stays below the rate limit";
  if (forLiveKeys.has(code) && !liveKeyAllowed) return "only a live key gets it; add --allow-live-key";
  return "no step got it; explore for longer";
}
