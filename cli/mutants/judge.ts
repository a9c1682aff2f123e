import { planRun } from "../../harness/run/plan.ts";
import { executePlan } from "../../harness/run/run.ts";
import type { RuleKind, RuleResult } from "../../harness/results.ts";
import { catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { inSession } from "../in-process/session.ts";
import type { TargetSource } from "../in-process/target.ts";

/** The verdicts on one emulator, by rule id. */
export type Verdicts = ReadonlyMap<string, RuleResult>;

/** Judges rules on one emulator in this process. */
export function judgeTarget(options: {
  readonly target: TargetSource;
  readonly patterns: readonly string[];
  readonly seed: number;
  readonly runs: number;
  /** The run ends as soon as all of these rules are violated. */
  readonly violates?: readonly string[];
  /** The checks of the patterns run, but all rules of these kinds judge, and the run ends as soon as one of them is violated. */
  readonly kinds?: readonly RuleKind[];
}): Promise<Verdicts> {
  const { target, patterns, seed, runs, violates, kinds = null } = options;
  const ofKinds = catalogue.filter(({ kind }) => kinds?.includes(kind));
  const planned = planRun({ checks, patterns, kinds });
  const plan = kinds === null ? planned : { ...planned, judged: ofKinds };
  return inSession(target, { seed, runs, transcripts: false }, async (session) => {
    const verdicts = new Map<string, RuleResult>();
    const isViolated = (id: string): boolean =>
      verdicts.get(id)?.verdict === "violated" || session.judge.tally(id).broken > 0;
    await executePlan({
      session,
      plan,
      signal: new AbortController().signal,
      replay: (id) => `payconform run --rules ${id} --seed ${seed}`,
      onResult: (result) => verdicts.set(result.id, result),
      goOn: () =>
        kinds === null ? violates?.every(isViolated) !== true : !ofKinds.some(({ id }) => isViolated(id)),
    });
    return verdicts;
  });
}
