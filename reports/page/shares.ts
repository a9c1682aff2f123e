import type { RuleResult, RunResult } from "../../harness/results.ts";
import { groupBy } from "../group.ts";
import { bySection } from "./facts.ts";

/** The numbers of rules in four groups, which include every rule. */
export interface Shares {
  readonly rules: number;
  readonly passed: number;
  readonly violated: number;
  /** Rules that could not run, or are inconclusive, unstable or broken. */
  readonly notJudged: number;
  /** Rules of a part that the target does not offer. */
  readonly notOffered: number;
}

export function sharesOf(rules: readonly Pick<RuleResult, "verdict">[]): Shares {
  const of = (...verdicts: string[]): number =>
    rules.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const [passed, violated, notOffered] = [of("passed"), of("violated"), of("not_applicable")];
  return {
    rules: rules.length,
    passed,
    violated,
    notOffered,
    notJudged: rules.length - passed - violated - notOffered,
  };
}

/** A share in percent. It is 100 or 0 only if that is exact: "99.9 %" for 9,999 of 10,000. Null if the whole is 0. */
export function percent(part: number, whole: number): string | null {
  if (whole === 0) return null;
  const exact = (100 * part) / whole;
  const rounded = Math.round(exact * 10) / 10;
  const shown = part < whole ? Math.min(rounded, 99.9) : rounded;
  return `${(part > 0 ? Math.max(shown, 0.1) : shown).toString()} %`;
}

/** The rules by section, in the order of the document. */
export function rulesBySection(result: RunResult): readonly (readonly [string, readonly RuleResult[]])[] {
  return [...groupBy(result.rules, ({ section }) => section)].sort(([a], [b]) => bySection(a, b));
}
