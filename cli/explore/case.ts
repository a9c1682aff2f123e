import type { RuleResult } from "../../harness/results.ts";
import { TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import { episode, type Exploring, Passing } from "./episode.ts";
import { simpler, type Step } from "../../suites/walks/steps.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { sessionAt } from "../targets/session.ts";
import type { Target } from "../targets/describe.ts";
import { actsOf } from "../../suites/walks/acts.ts";
import { isStep } from "./corpus.ts";

/** The most episodes with which one violation is made smaller. */
const TRIALS = 80;

/** Steps that violate a rule. */
export interface Case {
  readonly rule: string;
  readonly steps: readonly Step[];
  readonly seed: number;
}

/** The smallest steps that were found to violate the rule, and the result with all that they sent; null if the steps do not violate it again. */
export async function shrink(
  exploring: Exploring,
  found: Case,
): Promise<{ readonly steps: readonly Step[]; readonly result: RuleResult } | null> {
  let trials = 0;
  const violated = async (steps: readonly Step[]): Promise<RuleResult | null> => {
    trials += 1;
    return trials > TRIALS || exploring.signal.aborted ? null : violates(exploring, { ...found, steps });
  };
  const first = await violated(found.steps);
  if (first === null) return null;
  let smallest = { steps: found.steps, result: first };
  const accept = async (steps: readonly Step[]): Promise<boolean> => {
    const result = await violated(steps);
    if (result !== null) smallest = { steps, result };
    return result !== null;
  };
  for (let size = Math.ceil(found.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let end = smallest.steps.length; end > 0; end -= size) {
      const rest = smallest.steps.filter((_step, index) => index < end - size || index >= end);
      await accept(rest);
    }
  for (let index = 0; index < smallest.steps.length; index += 1) {
    const step = smallest.steps[index];
    for (const other of step === undefined ? [] : simpler(step)) {
      if (await accept(smallest.steps.with(index, other))) index -= 1;
      if (smallest.steps[index] !== step) break;
    }
  }
  return smallest;
}

/** The result of a rule that steps violate, judged alone, with all that they sent; null if they do not violate it. */
async function violates(exploring: Exploring, { rule, steps, seed }: Case): Promise<RuleResult | null> {
  const { passing, session } = exploring;
  const { profile, keys, access } = session;
  const violated: RuleResult[] = [];
  const judge = await TrafficJudge.open({
    ...{ profile, keys, isOwn: true },
    ...(access === undefined ? {} : { access }),
    onViolation: (result) => {
      if (result.id === rule) violated.push(result);
    },
  });
  await episode(exploring, judge, steps, { seed, after: () => violated.length === 0 });
  const [result] = violated;
  return result === undefined
    ? null
    : { ...result, transcript: passing.transcript.recorded(session.redactor) };
}

/** Performs recorded steps again with new accounts. The result of the rule if they violate it; null if they do not. */
export async function replaySteps(
  target: Target,
  recorded: { readonly rule: string; readonly seed: number; readonly steps: readonly unknown[] },
  signal: AbortSignal,
): Promise<RuleResult | null> {
  const { rule, seed } = recorded;
  const steps = recorded.steps.filter(isStep);
  if (steps.length < recorded.steps.length)
    throw new UsageError("the recorded steps are not those of an exploration");
  const passing = new Passing();
  const connections = target.profile.inFlight;
  const session = await sessionAt(target, {
    connections,
    seed,
    signal,
    judgesPassive: false,
    recorderFor: () => passing,
  });
  try {
    const acts = actsOf(session.profile, session.supplies.control);
    return await violates(
      { session, passing, acts, signal, cleans: !target.embedded },
      { rule, steps, seed },
    );
  } finally {
    await session.close();
  }
}
