import {
  type ChosenLevel,
  type GateOutcome,
  type JudgedTraffic,
  lacksRoute,
  type LevelOutcome,
  type RuleKind,
  type RuleResult,
  type RunResult,
  VERDICTS,
  type Verdict,
} from "../../harness/results.ts";
import { clip, count, firstOf, oneLine } from "../text/text.ts";

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

/** The verdicts of a run; of traffic that was judged without one, silence is not a pass. */
export function verdictWords({ traffic }: Pick<RunResult, "traffic">): typeof VERDICT_WORDS {
  return traffic == null ? VERDICT_WORDS : { ...VERDICT_WORDS, passed: "held", could_not_run: "not seen" };
}

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

/** The totals that are not zero, in words: "12 passed, 1 violated". */
export function totalsInWords(result: Pick<RunResult, "totals" | "traffic">): string {
  const { totals } = result;
  const words = verdictWords(result);
  const parts = VERDICTS.filter((verdict) => totals[verdict] > 0).map(
    (verdict) => `${totals[verdict]} ${words[verdict]}`,
  );
  return parts.length === 0 ? "no rule was judged" : parts.join(", ");
}

/** The number of rules that a whole run counts: those of its level, or all that can be judged. */
const judgeable = ({ level, catalogue: { rules, planned, unobservable } }: RunResult): number =>
  level?.rules ?? rules - planned - unobservable;

/** Kinds of rules in words, with a comma before: ", only passive and trace"; empty for all. */
function kindsInWords(kinds: RunResult["kinds"]): string {
  return kinds ? `, only ${[...new Set(kinds)].sort().join(" and ")}` : "";
}

/** What a run was asked to judge: "all rules", "1.2 vendors, only passive and trace". */
export function selectionInWords({ patterns = [], kinds, level }: RunResult): string {
  const all = level ? `level ${level.name}` : "all rules";
  const named = patterns.length === 0 ? all : [...new Set(patterns)].sort().join(" ");
  return (patterns.length > 0 && level ? `${named} of level ${level.name}` : named) + kindsInWords(kinds);
}

/** The share of the rules that a run was to judge; null for a whole run. A verdict on a few rules says nothing about the others. */
export function partInWords(result: RunResult): string | null {
  const all = judgeable(result);
  if (result.rules.length >= all) return null;
  return `${result.rules.length} of ${count(all, "rule")}${kindsInWords(result.kinds)}`;
}

/** UTF-16 units. The whole trace is in `conformance.json`. */
const LONGEST_FAILURE = 200;

/** What the exit code of a run means and what the verdict covers, on one line. */
export function exitInWords(result: RunResult): string {
  const scope = [
    ...(result.level ? [`level ${result.level.name} of ${result.level.date}`] : []),
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
        ...(totals.could_not_run > 0 && result.traffic == null
          ? [`${rulesInWords(couldNotRun(result))} could not run, which --allow-incomplete excuses`]
          : []),
        ...(known > 0 ? [`${count(known, "known violation")} excused by the baseline`] : []),
      ];
      if (notes.length > 0) return `no new violation; ${notes.join("; ")}`;
      return result.traffic == null ? "conformant" : `no violation in ${trafficInWords(result.traffic)}`;
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
      if (result.traffic != null) return `nothing was judged in ${trafficInWords(result.traffic)}`;
      return totals.passed === 0
        ? "incomplete: no rule passed, so nothing is known about the target"
        : `incomplete: ${blockersInWords(result)}`;
    case 4:
      if (totals.broken > 0)
        return `internal error: ${count(totals.broken, "check")} broke; their verdicts say nothing about the target`;
      return result.failure == null
        ? "error: not every report could be written"
        : `internal error after the last rule, so observations and remaining objects are missing: ${clip(oneLine(result.failure), LONGEST_FAILURE)}`;
  }
}

/** "12 documented requests and 3 events". */
export function trafficInWords({ recognized, requests, events }: JudgedTraffic): string {
  const others = requests === recognized ? "" : `, ${count(requests - recognized, "other request")}`;
  return `${count(recognized, "documented request")}${others} and ${count(events, "event")}`;
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

/** Which levels are reached, and what is missing for the next one; null if no level was judged as a whole. */
export function levelsInWords({ levels = [] }: RunResult): string | null {
  if (levels.length === 0) return null;
  const reached = levels.filter(({ state }) => state === "reached").map(({ name }) => name);
  const next = levels.find(({ state }) => state !== "reached");
  const known = `levels reached: ${reached.length === 0 ? "none" : reached.join(", ")}`;
  return next === undefined ? known : `${known}; ${missingInWords(next)}`;
}

/** What keeps a level from being reached: "billing lacks 12 of 475 rules: 5 violated, 7 could not run". */
function missingInWords({ name, state, rules, missing, withoutPass }: LevelOutcome): string {
  if (state === "not_judged") return `next is ${name}, judged by --level ${name}`;
  const verdicts = VERDICTS.flatMap((verdict) => {
    const number = missing[verdict];
    return number === undefined ? [] : [{ number, words: `${number} ${VERDICT_WORDS[verdict]}` }];
  });
  const lacking = verdicts.reduce((sum, { number }) => sum + number, 0);
  return lacking === 0
    ? `${name} is not reached, because no rule passed of ${withoutPass.join(", ")}`
    : `${name} lacks ${lacking} of ${count(rules, "rule")}: ${verdicts.map(({ words }) => words).join(", ")}`;
}

/** What would happen to the run if its level had the rules that came after its date; null if there are none. */
export function laterInWords({ level }: RunResult): string | null {
  if (!level || level.later.length === 0) return null;
  const failing = failingLater(level).length;
  const outcome = failing === 0 ? "none would fail" : `${failing} would fail`;
  return `${count(level.later.length, "rule")} came after ${level.date}, so level ${level.name} does not have ${level.later.length === 1 ? "it" : "them"} yet: ${outcome}`;
}

/** The rules that came after the level's date and would keep it from being reached. */
export const failingLater = ({ later }: ChosenLevel): ChosenLevel["later"] =>
  later.filter(({ verdict }) => verdict !== "passed" && verdict !== "not_applicable");

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
  trace: "on everything that was sent and received, each exchange and event with what was seen before",
  example:
    "by one request in a known state; a refusal is compared with an accepted request that differs in one thing",
  property: "over generated values; a failure is reduced to the smallest case",
  model: "by generated sequences of requests against an independent model",
  race: "by concurrent requests, whose responses must fit some sequential order",
  sequence: "by moving time forward and reading events and objects",
};
