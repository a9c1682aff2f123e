import type { RuleResult, RunResult } from "../../harness/results.ts";
import { groupBy } from "../text/text.ts";

/** Facts of the catalogue that the results do not contain. Reports may not import the catalogue. */
export interface CatalogueFacts {
  /** Titles of the sections of the interface document, by number. */
  readonly sections: Readonly<Record<string, string>>;
  /** The places in the document from which rules are derived ("§4.5, table 1, row 2"), by rule id. */
  readonly references: ReadonlyMap<string, readonly string[]>;
  /** Returns the text at a place in the user's copy of the document; absent without a copy. */
  readonly quote?: (reference: string) => string | null;
}

export const NO_FACTS: CatalogueFacts = { sections: {}, references: new Map() };

/** "§7.4 Refused values". */
export function sectionName(section: string, { sections }: CatalogueFacts): string {
  const title = sections[section];
  return title === undefined ? `§${section}` : `§${section} ${title}`;
}

/** The order of sections in the document: "2.10" comes after "2.9". */
export function bySection(a: string, b: string): number {
  const [first, second] = [sortKey(a), sortKey(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

const sortKey = (section: string): string => section.replace(/\d+/g, (number) => number.padStart(3, "0"));

/** The numbers of rules in four groups, which include every rule. */
export interface Shares {
  readonly rules: number;
  readonly passed: number;
  readonly violated: number;
  /** Rules that could not run, or are inconclusive, unstable or broken. */
  readonly notJudged: number;
  /** Rules of a part that the target does not offer. */
  readonly notOffered: number;
}

export function sharesOf(rules: readonly Pick<RuleResult, "verdict">[]): Shares {
  const of = (...verdicts: string[]): number =>
    rules.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const [passed, violated, notOffered] = [of("passed"), of("violated"), of("not_applicable")];
  return {
    rules: rules.length,
    passed,
    violated,
    notOffered,
    notJudged: rules.length - passed - violated - notOffered,
  };
}

/** A share in percent. It is 100 or 0 only if that is exact: "99.9 %" for 9,999 of 10,000. Null if the whole is 0. */
export function percent(part: number, whole: number): string | null {
  if (whole === 0) return null;
  const exact = (100 * part) / whole;
  const rounded = Math.round(exact * 10) / 10;
  const shown = part < whole ? Math.min(rounded, 99.9) : rounded;
  return `${(part > 0 ? Math.max(shown, 0.1) : shown).toString()} %`;
}

/** The rules by section, in the order of the document. */
export function rulesBySection(result: RunResult): readonly (readonly [string, readonly RuleResult[]])[] {
  return [...groupBy(result.rules, ({ section }) => section)].sort(([a], [b]) => bySection(a, b));
}
