import { executePlan, planRun } from "../../harness/engine/run.ts";
import type { RuleResult } from "../../harness/results.ts";
import { openSession } from "../../harness/session.ts";
import { checks } from "../../suites/index.ts";
import type { JudgedTarget } from "../in-process-target.ts";

/** Verdicts by rule id, as one emulator got them. */
export type Verdicts = ReadonlyMap<string, RuleResult>;

/**
 * Judges rules on one emulator in this process.
 * `until` ends the run early once it holds of the passive rules and verdicts so far.
 */
export async function judgeTarget(options: {
  target: JudgedTarget;
  patterns: readonly string[];
  seed: number;
  runs: number;
  killers?: readonly string[];
}): Promise<Verdicts> {
  const { target, killers } = options;
  const session = await openSession({
    profile: target.profile,
    keys: target.keys,
    transport: target.transport,
    seed: options.seed,
    runs: options.runs,
    liveKeyAllowed: true,
  });
  const verdicts = new Map<string, RuleResult>();
  const red = (id: string): boolean =>
    verdicts.get(id)?.verdict === "violated" || session.judge.tally(id).broken > 0;
  try {
    await executePlan({
      session,
      plan: planRun({ checks, patterns: options.patterns }),
      signal: new AbortController().signal,
      replay: (id) => `payconform run --rules ${id} --seed ${options.seed}`,
      onResult: (result) => verdicts.set(result.id, result),
      ...(killers === undefined ? {} : { goOn: () => !killers.every(red) }),
    });
  } finally {
    await session.close();
    await target.close();
  }
  return verdicts;
}
