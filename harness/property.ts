import fc from "fast-check";
import { Inconclusive, Violation } from "./verdicts.ts";

/** What holds for every generated value, with the shares of interesting cases that make it worth believing. */
export interface Property<T> {
  readonly from: fc.Arbitrary<T>;
  readonly holds: (value: T, reach: (className: string) => void) => Promise<void>;
  /** Least share of the runs, 0 to 1, that must reach each class. */
  readonly shares?: Readonly<Record<string, number>>;
  /** Classes that a value itself shows; `reach` adds what only the run shows. */
  readonly classesOf?: (value: T) => readonly string[];
  /** Overrides the run's number of runs by a factor; costly properties take less. */
  readonly effort?: number;
  /** Values that every execution tries first. */
  readonly examples?: readonly T[];
}

export type Shares = Record<string, { reached: number; declared: number }>;

const SHRINK_EXECUTIONS = 60;

/**
 * Runs a property. A violation is shrunk within a budget of executions, the expectation being computed anew for
 * every candidate; anything else that stops an execution stops the property as it is.
 * @throws Violation with the smallest counterexample found
 * @throws Inconclusive when a declared share was not reached
 */
export async function runProperty<T>(
  property: Property<T>,
  options: { seed: number; runs: number; signal: AbortSignal },
): Promise<Shares> {
  const tally = new Map<string, number>();
  let executions = 0;
  let stopped: { readonly error: unknown } | null = null;
  let shrinking = 0;
  let best: { violation: Violation; value: T } | null = null;

  const holds = async (value: T): Promise<void> => {
    if (stopped !== null || options.signal.aborted) return;
    if (best !== null && ++shrinking > SHRINK_EXECUTIONS) return;
    const reached = new Set(property.classesOf?.(value) ?? []);
    try {
      await property.holds(value, (className) => reached.add(className));
    } catch (error) {
      if (error instanceof Violation) {
        best = { violation: error, value };
        throw error;
      }
      // While shrinking, a candidate that cannot be judged is no counterexample.
      if (best === null) stopped = { error };
      return;
    }
    if (best !== null) return;
    executions += 1;
    for (const className of reached) tally.set(className, (tally.get(className) ?? 0) + 1);
  };

  await fc.check(fc.asyncProperty(property.from, holds), {
    seed: options.seed,
    numRuns: Math.max(1, Math.round(options.runs * (property.effort ?? 1))),
    examples: (property.examples ?? []).map((value): [T] => [value]),
    endOnFailure: false,
  });
  const found = best as { violation: Violation; value: T } | null;
  if (found !== null) {
    found.violation.counterexample = found.violation.counterexample ?? found.value;
    throw found.violation;
  }
  if (stopped !== null) throw (stopped as { readonly error: unknown }).error;
  if (options.signal.aborted) throw new Inconclusive("the property was ended before its runs were done");
  return judgedShares(property.shares ?? {}, tally, executions);
}

function judgedShares(
  declared: Readonly<Record<string, number>>,
  tally: ReadonlyMap<string, number>,
  runs: number,
): Shares {
  const shares: Shares = {};
  const missed: string[] = [];
  for (const [className, least] of Object.entries(declared)) {
    const reached = runs === 0 ? 0 : (tally.get(className) ?? 0) / runs;
    shares[className] = { reached, declared: least };
    if (reached < least)
      missed.push(`${className}: ${percent(reached)} of ${runs} runs, declared ${percent(least)}`);
  }
  if (missed.length > 0) throw new SharesMissed(missed, shares);
  return shares;
}

/** The property never went where it matters, so it did not pass. */
export class SharesMissed extends Inconclusive {
  readonly shares: Shares;

  constructor(missed: readonly string[], shares: Shares) {
    super(`the property did not reach its interesting cases often enough (${missed.join("; ")})`);
    this.shares = shares;
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
