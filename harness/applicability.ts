import { matchesRule } from "./patterns.ts";
import type { CatalogueRule } from "./results.ts";

/**
 * Whether a rule applies to a target. `notOffered`: the profile's patterns (ids, ids with `*`, areas, sections); an area also
 * names the rules of other areas that exercise one of its operations.
 */
export function isApplicable(
  notOffered: readonly string[],
  rule: Pick<CatalogueRule, "id" | "area" | "section" | "operationArea">,
): boolean {
  return !notOffered.some((pattern) => matchesRule(pattern, rule) || pattern === rule.operationArea);
}
