import {
  emptyTotals,
  type GateOutcome,
  lacksRoute,
  type RuleResult,
  type RunResult,
} from "../../harness/results.ts";
import { exitCodeOf } from "../../harness/verdicts.ts";
import { type Gate, judgeGate } from "./gate.ts";
import { levelOutcomes } from "./levels.ts";

/** The totals, the outcomes of the gate and of the levels, and the exit code of a run. `rules`: those that it counts. */
export function conclusionOf(run: {
  readonly rules: readonly RuleResult[];
  /** Number of stale entries of the baseline. */
  readonly stale: number;
  readonly gate: Gate | undefined;
  readonly allowIncomplete: boolean;
  readonly interrupted: boolean;
  readonly failure: string | null;
}): Pick<RunResult, "totals" | "exitCode" | "levels"> & { readonly gate: GateOutcome | null } {
  const { rules, stale, allowIncomplete, interrupted } = run;
  const totals = emptyTotals();
  for (const { verdict } of rules) totals[verdict] += 1;
  const gate = run.gate === undefined ? null : judgeGate(run.gate, rules);
  const exitCode = exitCodeOf({
    totals,
    known: rules.filter(({ known, verdict }) => known && verdict === "violated").length,
    allowIncomplete,
    interrupted,
    stale,
    withoutRoute: rules.filter(lacksRoute).length,
    gateFailed: gate?.verdict === "failed",
    failed: run.failure !== null,
  });
  return { totals, gate, levels: levelOutcomes(rules), exitCode };
}
