import { planRun } from "../../harness/engine/plan.ts";
import { executePlan } from "../../harness/engine/run.ts";
import { bodyJudges } from "../../harness/passive/judge.ts";
import type { RuleResult } from "../../harness/results.ts";
import { openSession } from "../../harness/session/open.ts";
import { checks, loadChecks } from "../../suites/index.ts";
import type { TargetSource } from "../in-process-target.ts";
import { inTime } from "../simulated-time.ts";

/** Verdicts by rule id, as one emulator got them. */
export type Verdicts = ReadonlyMap<string, RuleResult>;

/** Judges rules on one emulator in this process. */
export async function judgeTarget(options: JudgeTargetOptions): Promise<Verdicts> {
  // Simulated time does not wait for files.
  await Promise.all([loadChecks(), bodyJudges()]);
  return inTime(options.target.time, options, () => judgeOpened(options));
}

interface JudgeTargetOptions {
  readonly target: TargetSource;
  readonly patterns: readonly string[];
  readonly seed: number;
  readonly runs: number;
  /** The run ends early when all of these are violated. */
  readonly violates?: readonly string[];
}

async function judgeOpened(options: JudgeTargetOptions): Promise<Verdicts> {
  const { violates } = options;
  const target = await options.target.open();
  const session = await openSession({
    profile: target.profile,
    keys: target.keys,
    transport: target.transport,
    seed: options.seed,
    runs: options.runs,
    liveKeyAllowed: true,
    transcripts: false,
  });
  const verdicts = new Map<string, RuleResult>();
  const isViolated = (id: string): boolean =>
    verdicts.get(id)?.verdict === "violated" || session.judge.tally(id).broken > 0;
  try {
    await executePlan({
      session,
      plan: planRun({ checks, patterns: options.patterns }),
      signal: new AbortController().signal,
      replay: (id) => `payconform run --rules ${id} --seed ${options.seed}`,
      onResult: (result) => verdicts.set(result.id, result),
      ...(violates === undefined ? {} : { goOn: () => !violates.every(isViolated) }),
    });
  } finally {
    await session.close();
    await target.close();
  }
  return verdicts;
}
