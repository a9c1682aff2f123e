import {
  emptyTotals,
  lacksRoute,
  type GateOutcome,
  type RuleResult,
  type RunResult,
  type RunTotals,
  VERDICTS,
  type Verdict,
  type RuleKind,
} from "../../harness/results.ts";
import { groupBy, count, firstOf, oneLine } from "../text/text.ts";

/** The results of an area. */
export interface AreaRow {
  readonly area: string;
  readonly rules: number;
  readonly totals: RunTotals;
  /** The time in which at least one of its rules was being judged, ms. */
  readonly durationMs: number;
}

/** A missing need and the rules that need it. */
interface NeedGroup {
  readonly need: string;
  readonly supply: string;
  readonly rules: readonly string[];
  /** The number of these rules that need nothing else. */
  readonly alone: number;
  /** Whether the need is a missing route, which is shown as a cause. */
  readonly isShownAsCause: boolean;
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

/** The verdict of a rule that fails the gate: "violated, known" or "not judged". */
export function gateVerdict({ verdict, known }: GateOutcome["failed"][number]): string {
  const word = verdict === "not_judged" ? "not judged" : VERDICT_WORDS[verdict];
  return known ? `${word}, known` : word;
}

/** Verdicts that need attention, worst first. */
const PROBLEM_VERDICTS: readonly Verdict[] = ["broken", "violated", "unstable", "inconclusive"];

/** Whether a rule is broken, violated, unstable or inconclusive. */
export function needsAttention(rule: Pick<RuleResult, "verdict">): boolean {
  return PROBLEM_VERDICTS.includes(rule.verdict);
}

/** One row per area, in the order of their first rules. */
export function areaRows(result: RunResult): readonly AreaRow[] {
  return [...groupBy(result.rules, ({ area }) => area)].map(([area, rules]) => {
    const totals = emptyTotals();
    for (const { verdict } of rules) totals[verdict] += 1;
    return { area, rules: rules.length, totals, durationMs: timeOf(rules) };
  });
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

/** Missing needs of these rules (default: all). The need of most rules comes first. */
export function missingNeeds(
  result: RunResult,
  rules: readonly RuleResult[] = result.rules,
): readonly NeedGroup[] {
  const routes = new Set(
    result.rules.flatMap(({ symptom }) => (symptom?.kind === "route" ? [`route.${symptom.operation}`] : [])),
  );
  const groups = new Map<string, { supply: string; rules: string[]; alone: number }>();
  for (const rule of rules) {
    if (rule.verdict !== "could_not_run") continue;
    for (const { id, supply } of rule.needs) {
      const group = groups.get(id) ?? { supply, rules: [], alone: 0 };
      group.rules.push(rule.id);
      if (rule.needs.length === 1) group.alone += 1;
      groups.set(id, group);
    }
  }
  return [...groups]
    .map(([need, group]) => ({ need, ...group, isShownAsCause: routes.has(need) }))
    .sort((a, b) => b.rules.length - a.rules.length || (a.need < b.need ? -1 : 1));
}

/** The missing needs of rules whose sections have a route. The others need their routes first. */
export function needsOfServed(result: RunResult): readonly NeedGroup[] {
  const absent = new Set(absentAreas(result));
  return missingNeeds(
    result,
    result.rules.filter(({ area }) => !absent.has(area)),
  );
}

/** Areas of sections without any route, in alphabetical order. */
function absentAreas({ absentSections = [] }: RunResult): readonly string[] {
  return [...new Set(absentSections.flatMap(({ areas }) => areas))].sort();
}

/** How to exclude the sections without any route in the profile; null if there are none. */
export function leaveOutText(result: RunResult): string | null {
  const areas = absentAreas(result);
  if (areas.length === 0) return null;
  const sections = (result.absentSections ?? []).map(({ name }) => name.split(" ")[0]);
  return `if your server never has ${sections.join(", ")}, write into payconform.yaml: notOffered: [${areas.join(", ")}]`;
}

/** "§4.2 Checkout sessions; §4.8 Test clocks". */
export function sectionsInWords({ absentSections = [] }: RunResult): string {
  return absentSections.map(({ name }) => name).join("; ");
}

/** The number of rules that could not run because their section has no route. */
export function waitingForSections(result: RunResult): number {
  const absent = new Set(absentAreas(result));
  return result.rules.filter(({ area, verdict }) => absent.has(area) && verdict === "could_not_run").length;
}

/** Rules that could not run although no need was missing, such as a passive rule without an exchange to judge, by reason. */
export function couldNotRunWithoutNeed(
  result: RunResult,
): readonly { readonly reason: string; readonly rules: readonly string[] }[] {
  const without = result.rules.filter(
    ({ verdict, needs }) => verdict === "could_not_run" && needs.length === 0,
  );
  return [...groupBy(without, ({ reason }) => reason ?? "")]
    .map(([reason, rules]) => ({ reason, rules: rules.map(({ id }) => id) }))
    .sort((a, b) => b.rules.length - a.rules.length);
}

/** The slowest rules, slowest first. Ties keep their order. */
export function slowest(result: RunResult, number = 5): readonly RuleResult[] {
  return [...result.rules].sort((a, b) => b.durationMs - a.durationMs).slice(0, number);
}

/** The totals that are not zero, in words: "12 passed, 1 violated". */
export function totalsInWords(totals: RunTotals): string {
  const parts = VERDICTS.filter((verdict) => totals[verdict] > 0).map(
    (verdict) => `${totals[verdict]} ${VERDICT_WORDS[verdict]}`,
  );
  return parts.length === 0 ? "no rule was judged" : parts.join(", ");
}

/** The number of rules that a whole run judges. */
const judgeable = ({ catalogue: { rules, planned, unobservable } }: RunResult): number =>
  rules - planned - unobservable;

/** The share of the rules that a run was to judge; null for a whole run. A verdict on a few rules says nothing about the others. */
export function partInWords(result: RunResult): string | null {
  const all = judgeable(result);
  return result.rules.length >= all ? null : `${result.rules.length} of ${count(all, "rule")}`;
}

/** What the exit code of a run means and what the verdict covers, on one line. */
export function exitInWords(result: RunResult): string {
  const scope = [
    ...(result.embedded === true ? ["the embedded emulator"] : []),
    ...[partInWords(result)].filter((part) => part !== null),
  ];
  return scope.length === 0 ? meaningOf(result) : `${meaningOf(result)} (${scope.join(", ")})`;
}

function meaningOf(result: RunResult): string {
  const { totals } = result;
  const unknown = result.rules.filter((rule) => rule.verdict === "violated" && !rule.known).length;
  const known = totals.violated - unknown;
  switch (result.exitCode) {
    case 0: {
      const notes = [
        ...(totals.could_not_run > 0
          ? [`${rulesInWords(couldNotRun(result))} could not run, which --allow-incomplete excuses`]
          : []),
        ...(known > 0 ? [`${count(known, "known violation")} excused by the baseline`] : []),
      ];
      return notes.length === 0 ? "conformant" : `no new violation; ${notes.join("; ")}`;
    }
    case 1:
      if (failsByGate(result) && result.gate) return gateInWords(result.gate);
      return unknown > 0
        ? `not conformant: ${count(unknown, "violation")}`
        : "not conformant: the baseline has stale entries";
    case 2:
      return "usage or configuration error";
    case 3:
      if (result.interrupted) return "incomplete: the run was interrupted";
      return totals.passed === 0
        ? "incomplete: no rule passed, so nothing is known about the target"
        : `incomplete: ${blockersInWords(result)}`;
    case 4:
      return totals.broken === 0
        ? "error: not every report could be written"
        : `internal error: ${count(totals.broken, "check")} broke; their verdicts say nothing about the target`;
  }
}

const couldNotRun = ({ rules }: RunResult): readonly RuleResult[] =>
  rules.filter(({ verdict }) => verdict === "could_not_run");

/** The most rules that a sentence names. */
const NAMED = 3;

/** "2 rules (a/b, a/c)". */
function rulesInWords(rules: readonly RuleResult[]): string {
  const ids = rules.map(({ id }) => oneLine(id));
  return `${count(rules.length, "rule")} (${firstOf(ids, NAMED)})`;
}

/** The rules that keep a run from being complete, and which of them `--allow-incomplete` excuses. */
function blockersInWords(result: RunResult): string {
  const excusable = couldNotRun(result).filter((rule) => !lacksRoute(rule));
  const others = result.rules.filter(
    (rule) => rule.verdict === "inconclusive" || rule.verdict === "unstable" || lacksRoute(rule),
  );
  if (others.length === 0)
    return `${rulesInWords(excusable)} could not run, which --allow-incomplete excuses`;
  const judged = `${rulesInWords(others)} could not be judged`;
  return excusable.length === 0
    ? judged
    : `${judged}; ${count(excusable.length, "other rule")} could not run, which --allow-incomplete excuses`;
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

/** How rules of each kind are judged, to follow "Judged ". */
export const METHODS: Readonly<Record<RuleKind, string>> = {
  passive: "on every exchange and event that could violate it",
  example:
    "by one request in a known state; a refusal is compared with an accepted request that differs in one thing",
  property: "over generated values; a failure is reduced to the smallest case",
  model: "by generated sequences of requests against an independent model",
  race: "by concurrent requests, whose responses must fit some sequential order",
  sequence: "by moving time forward and reading events and objects",
};

/**
 * Identifies the target where services compare the reports of several runs, or merge those of several targets: the same from run to
 * run, another one for another target. Consists of letters, digits and hyphens. It is the name in the profile, or else the address.
 */
export function targetId({ embedded, target }: Pick<RunResult, "embedded" | "target">): string {
  if (embedded === true) return "embedded-emulator";
  const { name, baseUrl } = target;
  const address = baseUrl.replace(/^https?:\/\//i, "");
  // Without a name, a profile is named after its host, which may serve several targets.
  const id = name === "" || address.startsWith(name) ? address : name;
  const letters = id.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return letters.replace(/^-|-$/g, "") || "target";
}
