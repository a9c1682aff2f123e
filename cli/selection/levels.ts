import { type NamedRule, selectionOf } from "../../harness/patterns.ts";
import { didYouMean, similar } from "../../harness/profile/suggest.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ChosenLevel, LevelOutcome, RuleResult } from "../../harness/results.ts";
import { type Level, levels } from "../../spec/index.ts";

/** The level of this name. @throws UsageError that lists the names */
function levelNamed(name: string): Level {
  const all = levels();
  const level = all.find((one) => one.name === name);
  if (level !== undefined) return level;
  const names = all.map((one) => one.name);
  throw new UsageError(
    `"${name}" is not a level${didYouMean(similar(name, names))} The levels are ${names.join(", ")}; "all" stands for all rules.`,
  );
}

/** Whether a run of a level judges a rule: of its list, or one that came later and that its patterns select. Without a level, it does. */
export function isJudgedBy(level: string | null | undefined): (rule: NamedRule) => boolean {
  if (level === null || level === undefined) return () => true;
  const { patterns, rules } = levelNamed(level);
  const [members, isSelected] = [new Set(rules), selectionOf(patterns)];
  return (rule) => members.has(rule.id) || isSelected(rule);
}

/** Whether a run of a level counts a rule: whether it is of the level's list. */
export function isCountedBy(level: string | null | undefined): (id: string) => boolean {
  if (level === null || level === undefined) return () => true;
  const members = new Set(levelNamed(level).rules);
  return (id) => members.has(id);
}

/** Divides the results of a run of a level. `rules` are those of its list. */
export function dividedBy(
  level: string | null,
  results: readonly RuleResult[],
): { readonly rules: readonly RuleResult[]; readonly level: ChosenLevel | null } {
  if (level === null) return { rules: results, level: null };
  const { name, date, digest, rules: ids } = levelNamed(level);
  const isCounted = isCountedBy(level);
  const later = results
    .filter(({ id }) => !isCounted(id))
    .map(({ id, verdict, reason }) => ({ rule: id, verdict, reason }));
  const rules = results.filter(({ id }) => isCounted(id));
  return { rules, level: { name, date, digest, rules: ids.length, later } };
}

/** What the results say of each level; nothing if no level was judged as a whole. */
export function levelOutcomes(results: readonly RuleResult[]): readonly LevelOutcome[] {
  const byId = new Map(results.map((result) => [result.id, result]));
  const outcomes = levels().map((level) => outcomeOf(level, byId));
  return outcomes.every(({ state }) => state === "not_judged") ? [] : outcomes;
}

function outcomeOf(level: Level, results: ReadonlyMap<string, RuleResult>): LevelOutcome {
  const { name, what, date, digest, rules } = level;
  const verdicts = rules.map((id) => results.get(id)?.verdict ?? "not_judged");
  const count = (verdict: (typeof verdicts)[number]): number =>
    verdicts.filter((one) => one === verdict).length;
  const missing = [...new Set(verdicts)].filter((one) => one !== "passed" && one !== "not_applicable");
  const passed = rules.filter((id) => results.get(id)?.verdict === "passed");
  const areasWithPass = new Set(passed.map(areaOf));
  const withoutPass = [...new Set(rules.map(areaOf))].filter((area) => !areasWithPass.has(area));
  const isReached = missing.length === 0 && withoutPass.length === 0;
  return {
    name,
    what,
    date,
    digest,
    rules: rules.length,
    state: missing.includes("not_judged") ? "not_judged" : isReached ? "reached" : "not_reached",
    passed: passed.length,
    notApplicable: count("not_applicable"),
    withoutPass,
    missing: Object.fromEntries(missing.map((verdict) => [verdict, count(verdict)])),
  };
}

const areaOf = (ruleId: string): string => ruleId.split("/")[0] ?? "";
