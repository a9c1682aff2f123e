import { supplyOf } from "../../harness/judge/needs.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { type ExitCode, isWatched } from "../../harness/results.ts";
import { matcherOf } from "../../harness/patterns.ts";
import { METHODS } from "../../reports/evidence/outcome-words.ts";
import { catalogue, levels, type RetiredRule, retiredRules } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { fileLines } from "./explain-files.ts";
import { didYouMean, similar } from "../../harness/profile/suggest.ts";
import {
  needLines,
  openPointLines,
  openPointsOf,
  routeLines,
  similarNeeds,
} from "./explain-needs-and-points.ts";
import { print } from "../terminal/output.ts";
import { selectRules } from "../selection/select-rules.ts";

/** Needs with a similar name; none if the text matches rules or is more similar to the name of an area. */
function suggestedNeeds(id: string): readonly string[] {
  if (catalogue.some(matcherOf(id)) || id.includes("/")) return [];
  const needs = similarNeeds(id);
  const areas = [...new Set(catalogue.map(({ area }) => area))];
  const bare = needs.map((need) => need.slice(need.indexOf(".") + 1));
  const [closest = ""] = similar(id.slice(id.indexOf(".") + 1), [...areas, ...bare]);
  return areas.includes(closest) ? [] : needs;
}

/** The levels that have a rule, with their dates. */
function levelsOf(id: string): string {
  const having = levels().filter(({ rules }) => rules.includes(id));
  return having.length === 0 ? "none yet" : having.map(({ name, date }) => `${name} (${date})`).join(", ");
}

/** Describes a retired rule. @internal */
export function retiredLines({ id, reason, replacedBy }: RetiredRule): readonly string[] {
  return [
    id,
    "",
    `  retired    ${reason}`,
    `  replaced   ${replacedBy.length === 0 ? "by nothing" : `by ${replacedBy.join(", ")}`}`,
    ...replacedBy.map((replacement) => `  see        payconform explain ${replacement}`),
  ];
}

/** Describes a rule, active or retired, a need, or an open point. @throws UsageError if there is none or several match */
export async function explain(id: string): Promise<ExitCode> {
  const other = needLines(id) ?? routeLines(id) ?? openPointLines(id);
  if (other !== null) {
    print(other.join("\n"));
    return 0;
  }
  const retired = retiredRules.find((entry) => entry.id === id);
  if (retired !== undefined) {
    print(retiredLines(retired).join("\n"));
    return 0;
  }
  const needs = suggestedNeeds(id);
  if (needs.length > 0) throw new UsageError(`there is no need "${id}"${didYouMean(needs)}`);
  const [rule, ...others] = selectRules([id]).rules;
  if (rule === undefined || others.length > 0)
    throw new UsageError(
      `"${id}" matches ${others.length + 1} rules; give the id of one (\`payconform rules ${id}\` lists them)`,
    );
  const check = checks.find((candidate) => candidate.id === rule.id);
  const lines = [
    rule.id,
    "",
    `  says       ${rule.says}`,
    `  document   ${rule.references.join("; ")}`,
    `  level      ${rule.level}`,
    `  levels     ${levelsOf(rule.id)}`,
    `  judged     ${rule.unobservable === undefined ? METHODS[rule.kind] : `never, it cannot be observed: ${rule.unobservable}`}`,
  ];
  if (!isWatched(rule) && rule.unobservable === undefined && check === undefined)
    lines.push("  state      planned: no check yet");
  if (check?.options.alone === true)
    lines.push("  schedule   alone, unless the control of the target can create a merchant for it");
  if (check?.options.last === true) lines.push("  schedule   after all other rules");
  if (check?.options.socket === true) lines.push("  transport  only over a socket");
  lines.push(`  needs      ${rule.needs.length === 0 ? "a test key" : ""}`.trimEnd());
  for (const need of rule.needs) lines.push(`    ${need}: ${supplyOf(need)}`);
  lines.push(...openPointsOf(rule.section), "", ...fileLines(rule));
  lines.push("", `  run        payconform run --rules ${rule.id}`);
  print(lines.join("\n"));
  return 0;
}
