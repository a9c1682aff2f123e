/** What a pattern looks at. */
export interface NamedRule {
  readonly id: string;
  readonly area: string;
  readonly section: string;
}

/**
 * Whether a rule is meant by a pattern: an id, an id with `*`, an area, or a section ("2.1" or "§2.1", which means
 * all that is below it too).
 */
export function matchesRule(pattern: string, rule: NamedRule): boolean {
  if (pattern === rule.id || pattern === rule.area) return true;
  const section = /^§?(\d+(\.\d+)*)$/.exec(pattern)?.[1];
  if (section !== undefined) return rule.section === section || rule.section.startsWith(`${section}.`);
  if (!pattern.includes("*")) return false;
  const source = pattern
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
  return new RegExp(`^${source}$`).test(rule.id);
}
