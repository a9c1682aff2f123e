import { isExclusion, isSection, matcherOf, type NamedRule, selectionOf } from "../../harness/patterns.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { RuleKind } from "../../harness/results.ts";
import { retiredRulesNamed, retirementWarnings, withReplacements } from "../../harness/retirement.ts";
import { catalogue, type RetiredRule, retiredRules, type Rule } from "../../spec/index.ts";
import { isJudgedBy } from "./levels.ts";
import { count } from "../../reports/text/text.ts";
import { didYouMean, similar, suggest } from "../../harness/profile/suggest.ts";

interface Lookup {
  readonly retired?: readonly RetiredRule[];
  /** The location of the patterns, such as "gate.yaml:3". Default: `--rules`. */
  readonly where?: string;
  /** Kinds of rules. Default: all. */
  readonly kinds?: readonly RuleKind[] | undefined;
  /** The level of the rules. Default: all rules. */
  readonly level?: string | undefined;
}

/** The selected rules, with warnings about retired rules and about sections that lack rules of their operations' areas. */
interface Selection {
  readonly rules: readonly Rule[];
  readonly warnings: readonly string[];
}

/**
 * The rules of these kinds and of this level that match any of the patterns (all rules without such a pattern) and no pattern after `!`. A retired rule
 * means the rules that replace it.
 * @throws UsageError for a pattern that matches no rule, with similar ids, and if no rule of these kinds or only retired rules are left
 */
export function selectRules(patterns: readonly string[], lookup: Lookup = {}): Selection {
  const { retired = retiredRules, where, kinds, level } = lookup;
  const known = { rules: catalogue, retired };
  const at = where === undefined ? "" : `${where}: `;
  for (const given of patterns) {
    const pattern = where === undefined && isExclusion(given) ? given.slice(1) : given;
    const matches = catalogue.some(matcherOf(pattern));
    if (!matches && retiredRulesNamed(pattern, known).length === 0) {
      if (pattern.includes(",") && where === undefined)
        throw new UsageError(
          `"${pattern}" matches no rule. Separate patterns with spaces: --rules ${pattern.split(/\s*,\s*/).join(" ")}`,
        );
      throw new UsageError(
        `${at}"${pattern}" matches no rule${nearestRules(pattern, catalogue)} ` +
          "Give an id, an id with *, an area or a section; `payconform rules` lists all rules.",
      );
    }
  }
  const isSelected = selectionOf(withReplacements(patterns, known));
  const all = patterns.length === 0 ? catalogue : catalogue.filter(isSelected);
  const named = all.filter(isJudgedBy(level));
  const rules = kinds === undefined ? named : named.filter(({ kind }) => kinds.includes(kind));
  const warnings = [
    ...retirementWarnings(where ?? "--rules", patterns, known),
    ...(where === undefined ? sectionWarnings(patterns, catalogue) : []),
  ];
  if (rules.length === 0 && named.length > 0)
    throw new UsageError(
      `nothing to judge: ${patterns.join(" ")} has no rule of kind ${kinds?.join(", ") ?? ""}, only of ${[...new Set(named.map(({ kind }) => kind))].join(", ")}`,
    );
  if (named.length === 0 && all.length > 0)
    throw new UsageError(`nothing to judge: ${patterns.join(" ")} has no rule of the level ${level ?? ""}`);
  if (rules.length === 0 && patterns.some(isExclusion))
    throw new UsageError(`nothing to judge: ${patterns.join(" ")} leaves out every rule that it selects`);
  if (rules.length === 0)
    throw new UsageError(
      `${at}nothing to judge: all selected rules are retired:\n${warnings.join("\n")}\n` +
        "Select other rules; `payconform rules` lists them all.",
    );
  return { rules, warnings };
}

const SERVED = /-is-served$/;

/**
 * Warns for each selected section of operations whose areas have more rules, such as those of the fields of objects: users who implemented
 * the operations expect all of these rules.
 */
export function sectionWarnings(
  patterns: readonly string[],
  catalogue: readonly NamedRule[],
): readonly string[] {
  const isSelected = selectionOf(patterns);
  return patterns.filter(isSection).flatMap((pattern) => {
    const ofSection = catalogue.filter(matcherOf(pattern));
    const areas = [...new Set(ofSection.filter(({ id }) => SERVED.test(id)).map(({ area }) => area))];
    const left = catalogue.filter((rule) => areas.includes(rule.area) && !isSelected(rule)).length;
    return left === 0
      ? []
      : [
          `--rules ${pattern} selects the ${count(ofSection.length, "rule")} of this section; ${left} more judge its operations: --rules ${areas.join(" ")}`,
        ];
  });
}

/** Suggests similar rules of the areas whose names contain the given one, or of the most similar area; without a rule, similar areas. */
function nearestRules(pattern: string, catalogue: readonly Rule[]): string {
  const [area = "", words = ""] = pattern.replace(/\*/g, "").split("/");
  const areas = [...new Set(catalogue.map((rule) => rule.area))];
  if (words === "") return didYouMean(similar(area, areas));
  const contained = areas.filter((name) => name.includes(area));
  const meant = contained.length > 0 ? contained : similar(area, areas).slice(0, 1);
  const ids = catalogue.filter((rule) => meant.includes(rule.area)).map(({ id }) => id);
  return suggest(words, ids);
}
