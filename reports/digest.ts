import {
  emptyTotals,
  type RuleResult,
  type RunResult,
  type RunTotals,
  VERDICTS,
  type Verdict,
} from "../harness/results.ts";
import { count } from "./text.ts";

/** One area in every report. */
export interface AreaRow {
  readonly area: string;
  readonly rules: number;
  readonly totals: RunTotals;
  /** Rules of this area that are planned or unobservable. */
  readonly unjudged: number;
  readonly durationMs: number;
}

/** A missing need and the rules that need it. */
export interface NeedGroup {
  readonly need: string;
  readonly supply: string;
  readonly rules: readonly string[];
}

/** Verdicts as reports print them. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  passed: "passed",
  violated: "violated",
  not_applicable: "not applicable",
  could_not_run: "could not run",
  inconclusive: "inconclusive",
  unstable: "unstable",
  broken: "broken",
};

/** Verdicts that need attention, the worst first. */
const PROBLEM_VERDICTS: readonly Verdict[] = ["broken", "violated", "unstable", "inconclusive"];

/** Whether a rule is broken, violated, unstable or inconclusive. */
export function needsAttention(rule: Pick<RuleResult, "verdict">): boolean {
  return PROBLEM_VERDICTS.includes(rule.verdict);
}

/** Rules that need attention: each by itself, or grouped by verdict and reason (as when a target goes away). */
export interface Problems {
  /** The worst verdict first, known violations last. */
  readonly single: readonly RuleResult[];
  readonly grouped: readonly {
    readonly verdict: Verdict;
    readonly reason: string;
    readonly rules: readonly string[];
  }[];
}

const GROUP_FROM = 4;

/** Every rule that needs attention; four or more with the same verdict and reason, and no violation, form one group. */
export function problems(result: RunResult): Problems {
  const all = PROBLEM_VERDICTS.flatMap((verdict) => result.rules.filter((rule) => rule.verdict === verdict));
  const groups = new Map<string, RuleResult[]>();
  for (const rule of all) {
    const key = rule.violation === null ? `${rule.verdict} ${rule.reason ?? ""}` : rule.id;
    groups.set(key, [...(groups.get(key) ?? []), rule]);
  }
  const many = [...groups.values()].filter((rules) => rules.length >= GROUP_FROM);
  const single = [...groups.values()].filter((rules) => rules.length < GROUP_FROM).flat();
  return {
    single: [...single.filter((rule) => !rule.known), ...single.filter((rule) => rule.known)],
    grouped: many.flatMap((rules) => {
      const [first] = rules;
      if (first === undefined) return [];
      return [{ verdict: first.verdict, reason: first.reason ?? "", rules: rules.map(({ id }) => id) }];
    }),
  };
}

/** One row per area, in the order in which the areas first appear. */
export function areaRows(result: RunResult): readonly AreaRow[] {
  const areas = new Map<string, { totals: Record<Verdict, number>; unjudged: number; durationMs: number }>();
  const row = (area: string) => {
    const found = areas.get(area) ?? { totals: emptyTotals(), unjudged: 0, durationMs: 0 };
    areas.set(area, found);
    return found;
  };
  for (const rule of result.rules) {
    const found = row(rule.area);
    found.totals[rule.verdict] += 1;
    found.durationMs += rule.durationMs;
  }
  for (const { rule } of result.unjudged) row(rule.area).unjudged += 1;
  return [...areas].map(([area, { totals, unjudged, durationMs }]) => ({
    area,
    rules: VERDICTS.reduce((sum, verdict) => sum + totals[verdict], 0),
    totals,
    unjudged,
    durationMs,
  }));
}

/** Needs that kept rules from running, the need of most rules first. */
export function missingNeeds(result: RunResult): readonly NeedGroup[] {
  const groups = new Map<string, { supply: string; rules: string[] }>();
  for (const rule of result.rules) {
    if (rule.verdict !== "could_not_run") continue;
    for (const { id, supply } of rule.needs) {
      const group = groups.get(id) ?? { supply, rules: [] };
      group.rules.push(rule.id);
      groups.set(id, group);
    }
  }
  return [...groups]
    .map(([need, group]) => ({ need, ...group }))
    .sort((a, b) => b.rules.length - a.rules.length || (a.need < b.need ? -1 : 1));
}

/** Rules that could not run although no need was missing, such as a passive rule with no exchange to judge. */
export function couldNotRunWithoutNeed(result: RunResult): readonly RuleResult[] {
  return result.rules.filter((rule) => rule.verdict === "could_not_run" && rule.needs.length === 0);
}

/** The slowest rules, the slowest first; ties keep their order. */
export function slowest(result: RunResult, number = 5): readonly RuleResult[] {
  return [...result.rules].sort((a, b) => b.durationMs - a.durationMs).slice(0, number);
}

/** "12 passed, 1 violated": the totals that are not zero, in words. */
export function totalsInWords(totals: RunTotals): string {
  const parts = VERDICTS.filter((verdict) => totals[verdict] > 0).map(
    (verdict) => `${totals[verdict]} ${VERDICT_WORDS[verdict]}`,
  );
  return parts.length === 0 ? "no rule was judged" : parts.join(", ");
}

/** What an exit code means for this run, in one line. */
export function exitInWords(result: RunResult): string {
  const { totals } = result;
  const unknown = result.rules.filter((rule) => rule.verdict === "violated" && !rule.known).length;
  const known = totals.violated - unknown;
  switch (result.exitCode) {
    case 0: {
      const notes = [
        ...(totals.could_not_run > 0
          ? [`${count(totals.could_not_run, "rule")} could not run, which was allowed`]
          : []),
        ...(known > 0 ? [`${count(known, "known violation")} excused by the baseline`] : []),
      ];
      return notes.length === 0 ? "conformant" : `no violation counts: ${notes.join("; ")}`;
    }
    case 1:
      return unknown > 0
        ? `not conformant: ${count(unknown, "violation")}`
        : "not conformant: the baseline has stale entries";
    case 2:
      return "usage or configuration error";
    case 3: {
      const open = totals.could_not_run + totals.inconclusive + totals.unstable;
      if (result.interrupted) return "incomplete: the run was interrupted";
      return totals.passed === 0
        ? "incomplete: no rule passed, so nothing is known about the target"
        : `incomplete: ${count(open, "rule")} could not be judged`;
    }
    case 4:
      return totals.broken === 0
        ? "error: not every report could be written"
        : `internal error: ${count(totals.broken, "check")} broke; their verdicts say nothing about the target`;
  }
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
