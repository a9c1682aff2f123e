import type { CatalogueRule } from "./results.ts";

/** The parts of a rule that a pattern matches. */
export interface NamedRule {
  readonly id: string;
  readonly area: string;
  readonly section: string;
}

/**
 * Whether a pattern matches a rule: an id, an id with `*`, an area, or a section ("2.1" or "§2.1", including its subsections). @internal
 */
export function matchesRule(pattern: string, rule: NamedRule): boolean {
  return matcherOf(pattern)(rule);
}

const SECTION = /^§?(\d+(\.\d+)*)$/;

/** Whether a pattern is a section. */
export const isSection = (pattern: string): boolean => SECTION.test(pattern);

/** As {@link matchesRule}, for many rules. */
export function matcherOf(pattern: string): (rule: NamedRule) => boolean {
  const section = SECTION.exec(pattern)?.[1];
  if (section !== undefined)
    return (rule) => rule.section === section || rule.section.startsWith(`${section}.`);
  if (!pattern.includes("*")) return ({ id, area }) => pattern === id || pattern === area;
  const source = pattern
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
  const ids = new RegExp(`^${source}$`);
  return ({ id }) => ids.test(id);
}

/** Whether a pattern leaves rules out: `!` before another pattern. */
export const isExclusion = (pattern: string): boolean => pattern.startsWith("!");

/** What patterns select: all that one of them matches, or every rule if none is given, except what a pattern after `!` matches. */
export function selectionOf(patterns: readonly string[]): (rule: NamedRule) => boolean {
  const included = patterns.filter((pattern) => !isExclusion(pattern)).map(matcherOf);
  const excluded = patterns.filter(isExclusion).map((pattern) => matcherOf(pattern.slice(1)));
  return (rule) =>
    (included.length === 0 || included.some((matches) => matches(rule))) &&
    !excluded.some((matches) => matches(rule));
}

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
