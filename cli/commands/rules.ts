import Table from "cli-table3";
import { FIRST_CATALOGUE } from "../../harness/catalogue.ts";
import type { ExitCode } from "../../harness/results.ts";
import { checks } from "../../suites/index.ts";
import { print, printJson, warn } from "../output.ts";
import { selectRules } from "../select-rules.ts";

type State = "judged" | "planned" | "unobservable";

/** Lists the catalogue with the state of each rule. */
export async function rules(options: {
  patterns: readonly string[];
  json: boolean;
  catalogue?: string;
}): Promise<ExitCode> {
  const { rules: selected, warnings } = selectRules(options.patterns, { version: options.catalogue });
  warnings.forEach(warn);
  const judged = new Set<string>(checks.map((check) => check.id));
  const stateOf = (rule: (typeof selected)[number]): State => {
    if (rule.unobservable !== undefined) return "unobservable";
    return rule.kind === "passive" || judged.has(rule.id) ? "judged" : "planned";
  };
  if (options.json) {
    const shown = selected.map((rule) => ({ since: FIRST_CATALOGUE, ...rule, state: stateOf(rule) }));
    printJson(JSON.stringify(shown, null, 2));
    return 0;
  }
  const table = new Table({
    head: ["rule", "§", "kind", "state", "says"],
    style: { head: [], border: [], compact: true },
    colWidths: [null, null, null, null, 80],
    wordWrap: true,
  });
  for (const rule of selected) table.push([rule.id, rule.section, rule.kind, stateOf(rule), rule.says]);
  print(`${table.toString()}\n${selected.length} rules`);
  return 0;
}
