import * as fc from "fast-check";
import { valueOf } from "./replay/recorded-case.ts";
import type { RecordedCase } from "./results.ts";
import { Stratified } from "./stratified.ts";
import { Inconclusive, Violation } from "./verdicts.ts";

/** A property of every generated value, with the shares of interesting cases that its runs must reach. */
export interface Property<T> {
  readonly from: fc.Arbitrary<T>;
  readonly holds: (value: T, reach: (className: string) => void) => Promise<void>;
  /** The classes that a value belongs to by itself. `reach` adds those that only its run shows. */
  readonly classesOf?: (value: T) => readonly string[];
  /** The least share of the runs, 0 to 1, that must reach each class of values. Values are drawn until it does. */
  readonly shares?: Readonly<Record<string, number>>;
  /** The same for classes that only runs show, for which drawing again does not help. */
  readonly runShares?: Readonly<Record<string, number>>;
  /** A factor for the number of runs. Expensive properties have less than 1. */
  readonly effort?: number;
  /** Values that every execution tries first, however few its runs are. */
  readonly examples?: readonly T[];
}

export type Shares = Record<string, { reached: number; declared: number }>;

const SHRINK_EXECUTIONS = 60;
/** The share of a check's remaining time for shrinking a violation. */
const SHRINK_SHARE = 0.5;
/**
 * A few runs can miss a share by chance, so the batch is repeated before the share counts as missed: this often, and at least once for each
 * share, because a batch can be one run.
 */
const LEAST_BATCHES = 4;

export interface PropertyOptions {
  readonly seed: number;
  readonly runs: number;
  readonly signal: AbortSignal;
  /** The check's deadline in monotonic ms. */
  readonly deadlineAt: number;
  readonly recorded?: RecordedCase;
  /** Called with each violation smaller than all before, so it is known even if the property ends early. */
  readonly onViolation?: (violation: Violation) => void;
}

/**
 * Runs a property. A violation is shrunk within a budget of executions and time, the expectation being computed again for
 * every candidate; anything else that stops an execution stops the property as it is.
 * @throws Violation with the smallest counterexample found
 * @throws Inconclusive when a declared share was not reached
 */
export async function runProperty<T>(property: Property<T>, options: PropertyOptions): Promise<Shares> {
  const { shares: valueShares = {}, runShares = {}, classesOf } = property;
  const shares = { ...valueShares, ...runShares };
  const tally = new Map<string, number>();
  let executions = 0;
  let shrinking = 0;
  let shrinkUntil = Number.POSITIVE_INFINITY;
  /** The smallest violation so far, and any other error that stopped the property. */
  const found: { violation: Violation | null; other: { readonly error: unknown } | null } = {
    violation: null,
    other: null,
  };

  const holds = async (value: T): Promise<void> => {
    if (found.other !== null || options.signal.aborted) throw endOfProperty();
    if (found.violation !== null && (++shrinking > SHRINK_EXECUTIONS || performance.now() > shrinkUntil))
      throw endOfProperty();
    const reached = new Set(classesOf?.(value) ?? []);
    const reach = (className: string): void => {
      if (className in valueShares) throw new Error(`runs show "${className}": it belongs to runShares`);
      reached.add(className);
    };
    try {
      await property.holds(value, reach);
    } catch (error) {
      if (error instanceof Violation) {
        if (found.violation === null) {
          const now = performance.now();
          shrinkUntil = now + (options.deadlineAt - now) * SHRINK_SHARE;
        }
        error.counterexample = error.counterexample ?? value;
        found.violation = error;
        options.onViolation?.(error);
        throw error;
      }
      // While shrinking, a candidate that cannot be judged is not a counterexample.
      if (found.violation === null) found.other = { error };
      return;
    }
    if (found.violation !== null) return;
    executions += 1;
    for (const className of reached) tally.set(className, (tally.get(className) ?? 0) + 1);
  };

  const from =
    classesOf === undefined || Object.keys(valueShares).length === 0
      ? property.from
      : new Stratified({ from: property.from, shares: valueShares, classesOf });
  const numRuns = runsOf(property, options.runs);
  const { recorded } = options;
  if (recorded !== undefined) await tryRecorded(property, { from, numRuns, recorded });
  const batches = Math.max(LEAST_BATCHES, Object.keys(shares).length);
  for (let batch = 0; batch < batches; batch += 1) {
    const run = await fc.check(fc.asyncProperty(from, holds), {
      seed: options.seed + batch,
      numRuns,
      examples: batch > 0 ? [] : (property.examples ?? []).map((value): [T] => [value]),
      endOnFailure: false,
    });
    const { counterexamplePath: path } = run;
    if (found.violation !== null && path !== null) found.violation.recorded = { batch, path };
    if (found.violation !== null || found.other !== null || options.signal.aborted) break;
    if (missedShares(sharesOf(shares, tally, executions)).length === 0) break;
  }
  if (found.violation !== null) throw found.violation;
  if (found.other !== null) throw found.other.error;
  if (options.signal.aborted) throw new Inconclusive("the property ended before all its runs were done");
  const reached = sharesOf(shares, tally, executions);
  const missed = missedShares(reached);
  if (missed.length > 0) throw new SharesMissed(missed, executions, reached);
  return reached;
}

/** The number of runs of a property, by the requested number. */
export function runsOf<T>({ effort = 1, examples = [] }: Property<T>, asked: number): number {
  return Math.max(1, Math.round(asked * effort), examples.length);
}

/** Tries the recorded case. @throws the error of the property, with the case as counterexample */
async function tryRecorded<T>(
  property: Property<T>,
  options: { from: fc.Arbitrary<T>; numRuns: number; recorded: RecordedCase },
): Promise<void> {
  const { from, numRuns, recorded } = options;
  // A fresh arbitrary: the walk must not change what the run itself draws.
  const fresh = from instanceof Stratified ? from.fresh() : from;
  const examples = property.examples ?? [];
  const found = await valueOf({ from: fresh, examples, numRuns, seed: recorded.seed }, recorded);
  if (found === null) return;
  try {
    await property.holds(found.value as T, () => undefined);
  } catch (error) {
    if (error instanceof Violation) {
      error.counterexample = error.counterexample ?? found.value;
      error.recorded = { batch: recorded.batch, path: recorded.path };
    }
    throw error;
  }
}

/** Stops fast-check from drawing values that would not be used, which takes a second with many runs. */
const endOfProperty = (): Error => new fc.PreconditionFailure(true);

function sharesOf(
  declared: Readonly<Record<string, number>>,
  tally: ReadonlyMap<string, number>,
  runs: number,
): Shares {
  return Object.fromEntries(
    Object.entries(declared).map(([name, least]) => [
      name,
      { reached: runs === 0 ? 0 : (tally.get(name) ?? 0) / runs, declared: least },
    ]),
  );
}

function missedShares(shares: Shares): readonly string[] {
  return Object.entries(shares)
    .filter(([, share]) => share.reached < share.declared)
    .map(([name, share]) => `${name}: ${percent(share.reached)}, required ${percent(share.declared)}`);
}

/** The property did not reach its interesting cases, so it did not pass. */
export class SharesMissed extends Inconclusive {
  readonly shares: Shares;

  constructor(missed: readonly string[], runs: number, shares: Shares) {
    super(`too few of ${runs} generated cases were of a kind that has to be judged (${missed.join("; ")})`);
    this.shares = shares;
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
