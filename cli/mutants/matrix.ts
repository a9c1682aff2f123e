import { catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { isWatched } from "../../harness/results.ts";
import type { Findings } from "./outcome.ts";

/** Problems that make the command fail. */
export function problemsOf(findings: Findings, options: { whole: boolean }): readonly string[] {
  return [
    ...findings.unsound,
    ...findings.mutants
      .filter((outcome) => outcome.state !== "killed")
      .map(
        (outcome) =>
          `${outcome.state}: ${outcome.id} (${outcome.summary})${outcome.faults.map((fault) => `\n      ${fault}`).join("")}`,
      ),
    ...findings.variants.flatMap((outcome) =>
      outcome.accusations.map(
        (accusation) => `accused: ${nameOf(outcome.ids)}, seed ${outcome.seed}: ${accusation}`,
      ),
    ),
    ...(options.whole ? rulesWithoutMutant(findings) : []),
  ];
}

export function nameOf(ids: readonly string[]): string {
  return ids.length > 3 ? `${ids.length} variants together (${ids.join(" ")})` : ids.join(" + ");
}

/** Rules with a check that no killed mutant violates. */
function rulesWithoutMutant(findings: Findings): readonly string[] {
  const violated = new Set(
    findings.mutants.filter((outcome) => outcome.state === "killed").flatMap((outcome) => outcome.violates),
  );
  return judgedRules()
    .filter((rule) => !violated.has(rule.id))
    .map((rule) => `no mutant proves that ${rule.id} can fail`);
}

function judgedRules(): typeof catalogue {
  const judged = new Set<string>(checks.map((check) => check.id));
  const areas = new Set([...judged].map((id) => id.split("/")[0] ?? ""));
  return catalogue.filter(
    (rule) =>
      rule.unobservable === undefined && (isWatched(rule) ? areas.has(rule.area) : judged.has(rule.id)),
  );
}

/** Counts of mutants and of the rules that they violate. */
export interface Row {
  readonly name: string;
  readonly rules: number;
  readonly mutants: number;
  readonly killed: number;
}

/** Counts by area of the first rule in a mutant's `violates`. */
export function byArea(findings: Findings): readonly Row[] {
  return rowsBy(findings, ({ area }) => area);
}

/** Counts by kind of the first rule in a mutant's `violates`. */
export function byKind(findings: Findings): readonly Row[] {
  return rowsBy(findings, ({ kind }) => kind);
}

type Rule = (typeof catalogue)[number];

function rowsBy(findings: Findings, nameOfRule: (rule: Rule) => string): readonly Row[] {
  const names = new Map<string, string>(catalogue.map((rule) => [rule.id, nameOfRule(rule)]));
  const rules = judgedRules().map(nameOfRule);
  return [...new Set(rules)].sort().map((name) => {
    const mine = findings.mutants.filter(({ violates: [first = ""] }) => names.get(first) === name);
    return {
      name,
      rules: rules.filter((other) => other === name).length,
      mutants: mine.length,
      killed: mine.filter((outcome) => outcome.state === "killed").length,
    };
  });
}

/** The matrix as data: per mutant the rules that reported a violation, per rule the mutants that violate it. */
export function matrixOf(findings: Findings): unknown {
  const rules: Record<string, string[]> = {};
  for (const outcome of findings.mutants) {
    for (const id of outcome.violated) (rules[id] ??= []).push(outcome.id);
  }
  return {
    mutants: findings.mutants,
    rules: Object.fromEntries(Object.entries(rules).sort(([a], [b]) => a.localeCompare(b))),
    variants: findings.variants,
    unsound: findings.unsound,
    areas: byArea(findings),
    kinds: byKind(findings),
  };
}
