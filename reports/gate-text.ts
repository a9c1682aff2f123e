import type { GateOutcome, RunResult } from "../harness/results.ts";
import { count } from "./text.ts";

/** The most rules that are listed as failing the gate. */
export const GATE_LISTED = 10;

/** Whether only the gate gives the run exit code 1. */
export function failsByGate({ gate, exitCode, rules, stale = [] }: RunResult): boolean {
  const counts = rules.some(({ verdict, known }) => verdict === "violated" && !known) || stale.length > 0;
  return gate?.verdict === "failed" && exitCode === 1 && !counts;
}

/** The outcome of a gate in words: "the gate failed: 2 of 14 rules that must pass did not". */
export function gateInWords({ verdict, rules, failed, passed, notApplicable }: GateOutcome): string {
  const without = notApplicable === 0 ? "" : `, ${notApplicable} not applicable`;
  if (verdict === "passed") return `the gate passed: ${passed} of ${count(rules, "rule")} passed${without}`;
  if (failed.length === 0) return `the gate failed: no rule of it passed${without}`;
  return `the gate failed: ${failed.length} of ${count(rules, "rule")} that must pass did not${without}`;
}
