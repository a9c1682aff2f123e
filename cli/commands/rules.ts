import Table from "cli-table3";
import { catalogueAt, FIRST_CATALOGUE } from "../../harness/catalogue.ts";
import { matchesRule } from "../../harness/patterns.ts";
import { UsageError } from "../../harness/profile/load.ts";
import type { ExitCode } from "../../harness/results.ts";
import type { Rule } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { near } from "../near.ts";

type State = "judged" | "planned" | "unobservable";

/** Lists the catalogue with the state of each rule. */
export async function rules(options: {
  patterns: readonly string[];
  json: boolean;
  catalogue?: string;
}): Promise<ExitCode> {
  const meant = rulesMeantBy(options.patterns, options.catalogue);
  const judged = new Set<string>(checks.map((check) => check.id));
  const stateOf = (rule: (typeof meant)[number]): State => {
    if (rule.unobservable !== undefined) return "unobservable";
    return rule.kind === "passive" || judged.has(rule.id) ? "judged" : "planned";
  };
  if (options.json) {
    process.stdout.write(
      `${JSON.stringify(
        meant.map((rule) => ({ since: FIRST_CATALOGUE, ...rule, state: stateOf(rule) })),
        null,
        2,
      )}\n`,
    );
    return 0;
  }
  const table = new Table({
    head: ["rule", "§", "kind", "state", "says"],
    style: { head: [], border: [], compact: true },
    colWidths: [null, null, null, null, 80],
    wordWrap: true,
  });
  for (const rule of meant) table.push([rule.id, rule.section, rule.kind, stateOf(rule), rule.says]);
  process.stdout.write(`${table.toString()}\n${meant.length} rules\n`);
  return 0;
}

/** @throws UsageError for a pattern that matches no rule, with the ids that come closest */
export function rulesMeantBy(patterns: readonly string[], version?: string): readonly Rule[] {
  const catalogue = catalogueAt(version);
  for (const pattern of patterns) {
    if (!catalogue.some((rule) => matchesRule(pattern, rule))) {
      throw new UsageError(
        `the pattern "${pattern}" matches no rule${version === undefined ? "" : ` of the catalogue ${version}`}${nearestRules(pattern, catalogue)}; ` +
          "allowed: an id, an id with *, an area, a section; `payconform rules` lists them all",
      );
    }
  }
  if (patterns.length === 0) return catalogue;
  return catalogue.filter((rule) => patterns.some((pattern) => matchesRule(pattern, rule)));
}

/** Rules of the area that was named, or all whose area contains it. */
function nearestRules(pattern: string, catalogue: readonly Rule[]): string {
  const [area = "", words = ""] = pattern.split("/");
  const there = catalogue.filter((rule) => rule.area.includes(area.replace(/\*/g, "")));
  return near(
    words,
    there.map(({ id }) => id),
  );
}
