import { type ExitCode, isWatched, type RuleKind } from "../../harness/results.ts";
import { checks } from "../../suites/index.ts";
import { print, printJson, warn } from "../terminal/output.ts";
import { selectRules } from "../selection/select-rules.ts";
import { textTable } from "../terminal/tables.ts";

type State = "judged" | "planned" | "unobservable";

/** Lists the catalogue with the state of each rule. */
export async function rules(options: {
  patterns: readonly string[];
  kind?: readonly RuleKind[];
  json: boolean;
}): Promise<ExitCode> {
  const { rules: selected, warnings } = selectRules(options.patterns, { kinds: options.kind });
  warnings.forEach(warn);
  const judged = new Set<string>(checks.map((check) => check.id));
  const stateOf = (rule: (typeof selected)[number]): State => {
    if (rule.unobservable !== undefined) return "unobservable";
    return isWatched(rule) || judged.has(rule.id) ? "judged" : "planned";
  };
  if (options.json) {
    const shown = selected.map((rule) => ({ ...rule, state: stateOf(rule) }));
    printJson(JSON.stringify(shown, null, 2));
    return 0;
  }
  const rows = selected.map((rule) => [rule.id, rule.section, rule.kind, stateOf(rule), rule.says]);
  print(`${textTable(["rule", "§", "kind", "state", "says"], rows)}\n${selected.length} rules`);
  return 0;
}
