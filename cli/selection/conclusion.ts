import {
  emptyTotals,
  type GateOutcome,
  lacksRoute,
  type RuleResult,
  type RunResult,
  type Verdict,
} from "../../harness/results.ts";
import { exitCodeOf } from "../../harness/verdicts.ts";
import { isCountedBy, levelOutcomes } from "./levels.ts";
import { parseChecked, readTextFile } from "../../harness/profile/checked-yaml.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { Rule } from "../../spec/index.ts";
import { selectRules } from "./select-rules.ts";

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

/** The rules that must pass. */
export interface Gate {
  readonly file: string;
  readonly patterns: readonly string[];
  /** In catalogue order, without unobservable rules. */
  readonly rules: readonly Rule[];
  /** A line for each retired rule that a pattern names. */
  readonly warnings: readonly string[];
}

/**
 * Reads a gate. Patterns skip unobservable rules; a retired rule means the rules that replace it.
 * @throws UsageError that names file, line, value and what is allowed, also if a pattern matches only unobservable rules
 */
export function loadGate(file: string): Gate {
  const { value, at } = parseChecked<{ mustPass: readonly string[] }>(readTextFile(file, "the gate"), {
    name: file,
    schema: "gate.schema.json",
  });
  const patterns = value.mustPass;
  const selections = patterns.map((pattern, index) => {
    const where = at(["mustPass", String(index)]);
    const { rules, warnings } = selectRules([pattern], { where });
    const judged = rules.filter(({ unobservable }) => unobservable === undefined);
    if (judged.length === 0)
      throw new UsageError(
        `${where}: "${pattern}" matches only rules that nothing can observe, so they never pass; take it out`,
      );
    return { judged, warnings };
  });
  const { rules: all } = selectRules([]);
  const wanted = new Set(selections.flatMap(({ judged }) => judged));
  return {
    file,
    patterns,
    rules: all.filter((rule) => wanted.has(rule)),
    warnings: [...new Set(selections.flatMap(({ warnings }) => warnings))],
  };
}

/** The rules of a gate that a run of a level counts. @throws UsageError if there are none */
export function gateOf(gate: Gate, level: string | null | undefined): Gate {
  const isCounted = isCountedBy(level);
  const rules = gate.rules.filter(({ id }) => isCounted(id));
  if (rules.length === 0)
    throw new UsageError(`${gate.file}: no rule of the gate belongs to the level ${level ?? ""}`);
  return { ...gate, rules };
}

/** Judges a gate by the results of a run. A rule without a result was not judged. */
function judgeGate(gate: Gate, results: readonly RuleResult[]): GateOutcome {
  const byId = new Map(results.map((result) => [result.id, result]));
  const count = (verdict: Verdict): number =>
    gate.rules.filter(({ id }) => byId.get(id)?.verdict === verdict).length;
  const [passed, notApplicable] = [count("passed"), count("not_applicable")];
  const failed = gate.rules.flatMap(({ id }): GateOutcome["failed"] => {
    const { verdict = "not_judged", known = false } = byId.get(id) ?? {};
    return verdict === "passed" || verdict === "not_applicable" ? [] : [{ rule: id, verdict, known }];
  });
  return {
    file: gate.file,
    patterns: gate.patterns,
    // If no rule of the gate applies to the target, the gate proves nothing.
    verdict: failed.length === 0 && passed > 0 ? "passed" : "failed",
    rules: gate.rules.length,
    passed,
    notApplicable,
    failed: failed.toSorted((a, b) => bySeverity(a.verdict, b.verdict)),
  };
}

const WORST_FIRST = [
  "broken",
  "violated",
  "unstable",
  "inconclusive",
  "could_not_run",
  "not_judged",
  "passed",
  "not_applicable",
] as const;

type Outcome = (typeof WORST_FIRST)[number];

/** The order of verdicts, the worst first. */
export const bySeverity = (a: Outcome, b: Outcome): number => WORST_FIRST.indexOf(a) - WORST_FIRST.indexOf(b);
