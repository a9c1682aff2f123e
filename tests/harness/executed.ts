import type { RuleCheck } from "../../harness/check.ts";
import type { RuleResult } from "../../harness/results.ts";
import { planRun } from "../../harness/run/plan.ts";
import { executePlan, type RunOptions } from "../../harness/run/run.ts";
import type { Session } from "../../harness/run/session.ts";

/** Runs checks, and closes the session. Returns the results by rule. `patterns`: the judged rules. Default: those of the checks. */
export async function executed(
  session: Session,
  checks: readonly RuleCheck[],
  {
    patterns = checks.map(({ id }) => id),
    ...more
  }: Partial<RunOptions> & { patterns?: readonly string[] } = {},
): Promise<ReadonlyMap<string, RuleResult>> {
  const results = new Map<string, RuleResult>();
  try {
    await executePlan({
      session,
      plan: planRun({ checks, patterns }),
      signal: new AbortController().signal,
      replay: (id) => `payconform run --rules ${id}`,
      onResult: (result) => void results.set(result.id, result),
      ...more,
    });
    return results;
  } finally {
    await session.close();
  }
}
