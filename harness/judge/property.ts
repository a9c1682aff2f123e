import * as fc from "fast-check";
import type { RecordedCase } from "../results.ts";
import { Inconclusive, Violation } from "../verdicts.ts";
import { createHash } from "node:crypto";

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

interface PropertyOptions {
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

/** Draws until a class counts as unreachable. Enough for one value in a hundred; a draw takes microseconds. */
const MOST_TRIES = 1_000;

/**
 * Draws values so that each declared class reaches its share: if a class is behind, values are drawn until one belongs to it.
 * Values and their shrinking stay those of the given arbitrary.
 */
class Stratified<T> extends fc.Arbitrary<T> {
  readonly #from: fc.Arbitrary<T>;
  readonly #shares: Readonly<Record<string, number>>;
  readonly #classesOf: (value: T) => readonly string[];
  readonly #counts = new Map<string, number>();
  /** Classes that no draw gave: drawing again does not help. */
  readonly #unreachable = new Set<string>();
  #drawn = 0;

  constructor(options: {
    from: fc.Arbitrary<T>;
    shares: Readonly<Record<string, number>>;
    classesOf: (value: T) => readonly string[];
  }) {
    super();
    this.#from = options.from;
    this.#shares = options.shares;
    this.#classesOf = options.classesOf;
  }

  /** The same choice, with nothing drawn yet. */
  fresh(): Stratified<T> {
    return new Stratified({ from: this.#from, shares: this.#shares, classesOf: this.#classesOf });
  }

  generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    this.#drawn += 1;
    const wanted = this.#furthestBehind();
    let drawn = this.#from.generate(random, biasFactor);
    if (wanted !== null) {
      for (let tries = 0; !this.#classesOf(drawn.value_).includes(wanted); tries += 1) {
        if (tries >= MOST_TRIES) {
          this.#unreachable.add(wanted);
          break;
        }
        drawn = this.#from.generate(random, undefined);
      }
    }
    for (const name of this.#classesOf(drawn.value_))
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return drawn;
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.#from.canShrinkWithoutContext(value);
  }

  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#from.shrink(value, context);
  }

  #furthestBehind(): string | null {
    let furthest: { name: string; behind: number } | null = null;
    for (const [name, share] of Object.entries(this.#shares)) {
      if (this.#unreachable.has(name)) continue;
      const behind = share * this.#drawn - (this.#counts.get(name) ?? 0);
      if (behind > 0 && (furthest === null || behind > furthest.behind)) furthest = { name, behind };
    }
    return furthest?.name ?? null;
  }
}

/** A 31-bit seed for one rule of a run. */
export function seedOf(runSeed: number, ruleId: string): number {
  return createHash("sha256").update(`${runSeed}:${ruleId}`).digest().readUInt32BE(0) >>> 1;
}

/** Steers fast-check; never leaves this module. */
class Onwards extends Error {}

/**
 * The value at which a property failed, generated and shrunk again without a single request: values consist of symbols that a
 * check binds to fresh fixtures. Null when there is no such value any more (another version of the suite, other runs).
 */
async function valueOf<T>(
  options: {
    readonly from: fc.Arbitrary<T>;
    readonly examples: readonly T[];
    readonly numRuns: number;
    readonly seed: number;
  },
  recorded: RecordedCase,
): Promise<{ readonly value: T } | null> {
  const path = recorded.path.split(":").map(Number);
  let found: { readonly value: T } | null = null;
  for (let batch = 0; batch <= recorded.batch; batch += 1) {
    // Earlier batches are gone through as well: what an arbitrary gives may depend on what it gave before.
    const wanted = batch === recorded.batch ? path : [];
    let depth = 0;
    let index = -1;
    const walk = async (value: T): Promise<void> => {
      index += 1;
      if (found !== null || index !== wanted[depth]) return;
      if (depth === wanted.length - 1) {
        found = { value };
        return;
      }
      depth += 1;
      index = -1;
      throw new Onwards();
    };
    await fc.check(fc.asyncProperty(options.from, walk), {
      seed: options.seed + batch,
      numRuns: options.numRuns,
      examples: batch > 0 ? [] : options.examples.map((value): [T] => [value]),
      endOnFailure: false,
    });
  }
  return found;
}
