import { emptyTotals, type RuleResult, type RunResult, type RunTotals } from "../../harness/results.ts";
import { groupBy, oneLine } from "../text/text.ts";
import { missingNeeds } from "./missing-needs.ts";
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

/** The results of an area. */
export interface AreaRow {
  readonly area: string;
  readonly rules: readonly RuleResult[];
  readonly totals: RunTotals;
  /** The time in which at least one of its rules was being judged, ms. */
  readonly durationMs: number;
  /** What the missing needs cost: "events 12, fixture.vendor 3, 2 more". Empty if none is missing. */
  readonly unmet: string;
}

/** One row per area, in the order of their first rules. */
export function areaRows(result: RunResult): readonly AreaRow[] {
  return [...groupBy(result.rules, ({ area }) => area)].map(([area, rules]) => rowOf(area, rules));
}

/** A row with these rules. */
export function rowOf(area: string, rules: readonly RuleResult[]): AreaRow {
  const totals = emptyTotals();
  for (const { verdict } of rules) totals[verdict] += 1;
  return { area, rules, totals, durationMs: timeOf(rules), unmet: costsInWords(rules) };
}

/** The most needs that a row names. */
const NAMED = 2;

/** Missing needs with the number of rules that each keeps from being judged, the dearest first; empty if none is missing. */
export function costsInWords(rules: readonly RuleResult[]): string {
  const missing = missingNeeds(rules);
  return [
    ...missing.slice(0, NAMED).map(({ need, rules: waiting }) => `${oneLine(need)} ${waiting.length}`),
    ...(missing.length <= NAMED ? [] : [`${missing.length - NAMED} more`]),
  ].join(", ");
}

/** The time during which at least one of the rules was being judged, ms. Rules of an area are judged in parallel. */
function timeOf(rules: readonly RuleResult[]): number {
  const periods = rules
    .map(({ startedAt, durationMs }) => ({ from: Date.parse(startedAt), durationMs }))
    .sort((a, b) => a.from - b.from);
  let time = 0;
  let until = -Infinity;
  for (const { from, durationMs } of periods) {
    const to = from + durationMs;
    time += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return time;
}

/** The slowest rules, slowest first. Ties keep their order. */
export function slowest(result: RunResult, number = 5): readonly RuleResult[] {
  return [...result.rules].sort((a, b) => b.durationMs - a.durationMs).slice(0, number);
}

/** The rules by section, in the order of the document. */
export function rulesBySection(result: RunResult): readonly (readonly [string, readonly RuleResult[]])[] {
  return [...groupBy(result.rules, ({ section }) => section)].sort(([a], [b]) => bySection(a, b));
}

/** The result with its rules in the order of the catalogue; unknown rules come last, in their own order. */
export function inCatalogueOrder(result: RunResult, catalogue: readonly string[]): RunResult {
  if (catalogue.length === 0) return result;
  const positions = new Map(catalogue.map((id, position) => [id, position]));
  const positionOf = (id: string) => positions.get(id) ?? catalogue.length;
  return {
    ...result,
    rules: [...result.rules].sort((a, b) => positionOf(a.id) - positionOf(b.id)),
    unjudged: [...result.unjudged].sort((a, b) => positionOf(a.rule.id) - positionOf(b.rule.id)),
  };
}
