import { catalogue, type RetiredRule, retiredRules } from "../spec/index.ts";
import { isExclusion, matcherOf, type NamedRule } from "./patterns.ts";

/** Where patterns are looked up: the rules that are judged, and the retired ones. */
interface Known {
  readonly rules: readonly NamedRule[];
  readonly retired: readonly RetiredRule[];
}

const KNOWN: Known = { rules: catalogue, retired: retiredRules };

/** The retired rules that a pattern names; none where it matches a rule that is still judged. */
export function retiredRulesNamed(pattern: string, known: Known = KNOWN): readonly RetiredRule[] {
  if (isExclusion(pattern)) return [];
  const matches = matcherOf(pattern);
  if (known.rules.some(matches)) return [];
  return known.retired.filter(({ id }) => matches({ id, area: id.split("/")[0] ?? "", section: "" }));
}

/** The patterns, and the ids that replace the retired rules among what they name. */
export function withReplacements(patterns: readonly string[], known: Known = KNOWN): readonly string[] {
  const replacements = patterns.flatMap((pattern) =>
    retiredRulesNamed(pattern, known).flatMap(({ replacedBy }) => replacedBy),
  );
  return [...new Set([...patterns, ...replacements])];
}

/** Why a rule was retired, and what replaces it, in one line. */
export function retirementText({ id, reason, replacedBy }: RetiredRule): string {
  const replaced = replacedBy.length === 0 ? "Nothing replaces it." : `Replaced by ${replacedBy.join(", ")}.`;
  return `${id} was retired: ${reason} ${replaced}`;
}

/** A line for each retired rule that a pattern names. `where`: the source of the patterns, such as "--rules". */
export function retirementWarnings(
  where: string,
  patterns: readonly string[],
  known: Known = KNOWN,
): readonly string[] {
  const named = new Set(patterns.flatMap((pattern) => retiredRulesNamed(pattern, known)));
  return [...named].map((entry) => `${where}: ${retirementText(entry)}`);
}
