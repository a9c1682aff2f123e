import { type ExitCode, isWatched, type RuleKind } from "../../harness/results.ts";
import { checks } from "../../suites/index.ts";
import { print, printJson, warn } from "../terminal/output.ts";
import { isCountedBy } from "../selection/levels.ts";
import { selectRules } from "../selection/select-rules.ts";
import { textTable } from "../terminal/tables.ts";

type State = "judged" | "planned" | "unobservable";

interface RulesArguments {
  readonly kind?: readonly RuleKind[];
  /** Only the rules of this level. */
  readonly level?: string;
  readonly json: boolean;
}

/** Lists the catalogue with the state of each rule. */
export async function rules(patterns: readonly string[], options: RulesArguments): Promise<ExitCode> {
  const { kind: kinds, level } = options;
  const { rules: all, warnings } = selectRules(patterns, { kinds, level });
  const isCounted = isCountedBy(level);
  const selected = all.filter(({ id }) => isCounted(id));
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
