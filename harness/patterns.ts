/** The parts of a rule that a pattern matches. */
export interface NamedRule {
  readonly id: string;
  readonly area: string;
  readonly section: string;
}

/**
 * Whether a pattern matches a rule: an id, an id with `*`, an area, or a section ("2.1" or "§2.1", including its subsections).
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
