import { traceOf } from "../errors.ts";
import type { Redactor } from "../redaction/redactor.ts";
import { resultFor, type RuleResult } from "../results.ts";

/** The result of a rule that the suite itself failed to judge. An internal error costs that rule, never the run. */
export function brokenResult(
  rule: Parameters<typeof resultFor>[0],
  error: unknown,
  run: {
    readonly redactor: Redactor;
    /** Epoch ms. */
    readonly startedAt: number;
    readonly replay: (ruleId: string) => string | null;
  },
): RuleResult {
  return resultFor(rule, {
    verdict: "broken",
    reason: run.redactor.text(`internal error in the check: ${traceOf(error)}`),
    startedAt: new Date(run.startedAt).toISOString(),
    replay: run.replay(rule.id),
  });
}
