import { catalogueAt } from "../harness/catalogue.ts";
import { matcherOf } from "../harness/patterns.ts";
import { UsageError } from "../harness/profile/usage-error.ts";
import { retiredRulesNamed, retirementWarnings, withReplacements } from "../harness/retirement.ts";
import { type RetiredRule, retiredRules, type Rule } from "../spec/index.ts";
import { didYouMean, similar, suggest } from "../harness/suggest.ts";

/** Where rules are looked up, instead of the catalogue as it is. */
interface Lookup {
  /** Version of the catalogue; the newest without it. */
  readonly version?: string | undefined;
  readonly retired?: readonly RetiredRule[];
  /** Where the patterns stand, such as "gate.yaml:3"; `--rules` without it. */
  readonly where?: string;
}

/** The rules that patterns select, and a warning for each retired rule that they name. */
interface Selection {
  readonly rules: readonly Rule[];
  readonly warnings: readonly string[];
}

/**
 * The rules that any of the patterns selects; all of them without a pattern. A retired rule stands for what replaces it.
 * @throws UsageError for a pattern that matches no rule, with the ids that come closest, and where nothing is left but retired rules
 */
export function selectRules(patterns: readonly string[], lookup: Lookup = {}): Selection {
  const { version, retired = retiredRules, where } = lookup;
  const catalogue = catalogueAt(version);
  const known = { rules: catalogue, retired };
  const at = where === undefined ? "" : `${where}: `;
  const ofVersion = version === undefined ? "" : ` of catalogue version ${version}`;
  for (const pattern of patterns) {
    const matches = catalogue.some(matcherOf(pattern));
    if (!matches && retiredRulesNamed(pattern, known).length === 0) {
      if (pattern.includes(",") && where === undefined)
        throw new UsageError(
          `"${pattern}" matches no rule. Separate patterns with spaces: --rules ${pattern.split(/\s*,\s*/).join(" ")}`,
        );
      throw new UsageError(
        `${at}"${pattern}" matches no rule${ofVersion}${nearestRules(pattern, catalogue)} ` +
          "Give an id, an id with *, an area or a section; `payconform rules` lists all rules.",
      );
    }
  }
  if (patterns.length === 0) return { rules: catalogue, warnings: [] };
  const matchers = withReplacements(patterns, known).map(matcherOf);
  const rules = catalogue.filter((rule) => matchers.some((matches) => matches(rule)));
  const warnings = retirementWarnings(where ?? "--rules", patterns, known);
  if (rules.length === 0)
    throw new UsageError(
      `${at}nothing to judge: all selected rules${ofVersion} are retired:\n${warnings.join("\n")}\n` +
        "Select other rules; `payconform rules` lists them all.",
    );
  return { rules, warnings };
}

/** Rules of the area that was named, or all whose area contains it; areas that are spelt almost so. */
function nearestRules(pattern: string, catalogue: readonly Rule[]): string {
  const [area = "", words = ""] = pattern.replace(/\*/g, "").split("/");
  const areas = [...new Set(catalogue.map((rule) => rule.area))];
  if (words === "") return didYouMean(similar(area, areas));
  const contained = areas.filter((name) => name.includes(area));
  const meant = contained.length > 0 ? contained : similar(area, areas).slice(0, 1);
  const ids = catalogue.filter((rule) => meant.includes(rule.area)).map(({ id }) => id);
  return suggest(words, ids);
}
