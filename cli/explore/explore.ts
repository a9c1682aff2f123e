import * as fc from "fast-check";
import type { Session } from "../../harness/run/session.ts";
import { seedOf } from "../../harness/judge/property.ts";
import type { RuleResult } from "../../harness/results.ts";
import type { TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import { type Act, themes } from "../../suites/walks/acts.ts";
import { Coverage } from "./coverage.ts";
import { episode, type Exploring, type Passing } from "./episode.ts";
import { type Step, steps as stepsOf } from "../../suites/walks/steps.ts";

/** How many steps an episode draws. */
const LENGTH = { least: 10, most: 40 };

/** How many of a hundred episodes begin with steps that reached something new. */
const BEGUN_BEFORE = 25;

/** The most steps of a sequence that is kept. What earlier steps made is made where a step needs it. */
const MOST_STEPS = 6;

/** The most sequences of steps that are kept. */
const MOST_KEPT = 500;

/** A violated rule, and the steps that ended with its violation. */
export interface Found {
  readonly result: RuleResult;
  readonly steps: readonly Step[];
  readonly seed: number;
}

export interface ExploreOptions {
  readonly session: Session;
  readonly passing: Passing;
  readonly acts: readonly Act[];
  readonly judge: TrafficJudge;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly cleans: boolean;
  /** Whether there is time, or a request, left. */
  readonly goesOn: () => boolean;
  /** Sequences of steps that reached something new before; they are tried first. */
  readonly kept: readonly (readonly Step[])[];
  /** False for a walk that is drawn alone: it keeps nothing. */
  readonly learns?: boolean;
  /** Called with steps that reached something new. */
  readonly onNew?: (steps: readonly Step[]) => void;
  /** Called with each violated rule, once. */
  readonly onViolation?: (found: Found) => Promise<void>;
  readonly violations: readonly RuleResult[];
}

/** Draws steps, performs them with ever new accounts, and goes on from those that reached something new, until there is no time left. */
export async function explore(options: ExploreOptions): Promise<Coverage> {
  const { acts, judge, seed, signal, learns = true, onNew, onViolation, violations } = options;
  const exploring: Exploring = options;
  const coverage = new Coverage();
  const pool = [...options.kept];
  const waiting = [...options.kept];
  for (let number = 0; options.goesOn() && !signal.aborted; number += 1) {
    // Seeds that are near each other would begin with much the same.
    const own = seedOf(seed, `episode ${number}`);
    const steps =
      waiting.shift() ??
      next(
        fc.sample(drawing(acts, learns ? coverage : new Coverage()), {
          seed: own,
          numRuns: 1,
          unbiased: true,
        })[0],
        learns ? pool : [],
      );
    const before = violations.length;
    let found = violations.length;
    let until = steps.length;
    let reached = 0;
    await episode(exploring, judge, steps, {
      seed: own,
      after: (index, done) => {
        if (coverage.add(done)) reached = index + 1;
        if (violations.length > found) until = Math.min(until, index + 1);
        found = violations.length;
        return options.goesOn();
      },
    });
    if (reached > 0 && learns) {
      const kept = steps.slice(Math.max(0, reached - MOST_STEPS), reached);
      if (pool.length >= MOST_KEPT) pool.shift();
      pool.push(kept);
      onNew?.(kept);
    }
    for (const result of violations.slice(before))
      await onViolation?.({ result, steps: steps.slice(0, until), seed: own });
  }
  return coverage;
}

interface Drawn {
  readonly percent: number;
  readonly which: number;
  readonly without: number | null;
  readonly steps: readonly Step[];
}

/** Acts that reached something new are drawn more often than those that reached what was known. */
function drawing(acts: readonly Act[], coverage: Coverage): fc.Arbitrary<Drawn> {
  const weightOf = (act: Act): number => coverage.promiseOf(act.name);
  return fc.record({
    percent: fc.nat({ max: 99 }),
    which: fc.nat(),
    without: fc.option(fc.nat(), { freq: 1 }),
    steps: fc.oneof(
      ...themes(acts).map((some) =>
        fc.array(stepsOf(some, weightOf), { minLength: LENGTH.least, maxLength: LENGTH.most, size: "max" }),
      ),
    ),
  });
}

/** What was drawn, behind steps that reached something new, of which one may be left out. */
function next(drawn: Drawn | undefined, pool: readonly (readonly Step[])[]): readonly Step[] {
  if (drawn === undefined) return [];
  const { percent, which, without, steps } = drawn;
  if (pool.length === 0 || percent >= BEGUN_BEFORE) return steps;
  // The newest have more that nothing has followed yet.
  const chosen =
    pool[pool.length - 1 - (which % Math.max(1, Math.ceil(pool.length / (1 + (which % 3)))))] ?? [];
  const omitted = without === null ? -1 : without % Math.max(1, chosen.length);
  return [...chosen.filter((_step, index) => index !== omitted), ...steps];
}
