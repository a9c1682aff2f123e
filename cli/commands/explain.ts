import { supplyOf, rulesByNeed } from "../../harness/judge/needs.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { type ExitCode, isWatched, type CatalogueRule } from "../../harness/results.ts";
import { matcherOf } from "../../harness/patterns.ts";
import { METHODS } from "../../reports/evidence/outcome-words.ts";
import {
  catalogue,
  levels,
  type RetiredRule,
  retiredRules,
  control,
  needs,
  type OpenPoint,
  openPoints,
  type Port,
  ports,
} from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { fileLines } from "./explain-files.ts";
import { didYouMean, similar } from "../../harness/profile/suggest.ts";
import { contractOperations } from "../../harness/contract.ts";
import { routeNeed } from "../../harness/judge/routes.ts";
import { count, groupBy } from "../../reports/text/text.ts";
import { documentedOperations } from "../../spec/json.ts";
import { print } from "../terminal/output.ts";
import { selectRules } from "../selection/select-rules.ts";

/** Needs with a similar name; none if the text matches rules or is more similar to the name of an area. */
function suggestedNeeds(id: string): readonly string[] {
  if (catalogue.some(matcherOf(id)) || id.includes("/")) return [];
  const alike = similarNeeds(id);
  const areas = [...new Set(catalogue.map(({ area }) => area))];
  const bare = alike.map((need) => need.slice(need.indexOf(".") + 1));
  const [closest = ""] = similar(id.slice(id.indexOf(".") + 1), [...areas, ...bare]);
  return areas.includes(closest) ? [] : alike;
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

/** The full id of a need that is given with or without its prefix. */
function fullName(id: string): string {
  const prefixes = ["", "port.", "fixture.", "field.", "control."];
  const names = prefixes.map((prefix) => `${prefix}${id}`);
  return names.find(isNeed) ?? id;
}

const isNeed = (id: string): boolean =>
  needs.some((need) => need.id === id) ||
  ports.some(({ name }) => `port.${name}` === id) ||
  controlOperation(id) !== null;

/**
 * Describes the need of a route, given as `route.createPaymentIntent`, `createPaymentIntent` or `POST /v1/payment-intents`;
 * null for any other name.
 */
function routeLines(name: string): readonly string[] | null {
  const operation = [...contractOperations.values()].find((one) =>
    [one.id, routeNeed(one.id), `${one.method} ${one.path}`].includes(name),
  );
  if (operation === undefined || operation.servedRule === null) return null;
  const { id, method, path, servedRule } = operation;
  const rule = catalogue.find((one) => one.id === servedRule);
  return [
    routeNeed(id),
    "",
    `  is         The route ${method} ${path}${rule === undefined ? "" : ` (§${rule.section})`}.`,
    `  supply     ${supplyOf(routeNeed(id))}`,
    `  rule       ${servedRule}: ${rule?.says ?? ""}`,
    `  needed by  every rule that requests it; a run names them when the route is missing`,
    "",
    `  run        payconform run --rules ${servedRule}`,
  ];
}

/** Needs with a similar name, with or without their prefix. */
function similarNeeds(typed: string): readonly string[] {
  const operations = documentedOperations(control).map(
    ({ operation }) => `control.${String(operation["operationId"])}`,
  );
  const names = [...needs.map(({ id }) => id), ...ports.map(({ name }) => `port.${name}`), ...operations];
  const bare = (name: string): string => name.slice(name.indexOf(".") + 1);
  const close = similar(bare(typed), [...new Set(names.map(bare))]);
  return [...new Set(close.flatMap((name) => names.filter((one) => bare(one) === name)))];
}

/** Describes a need, a port or a control operation: how to supply it and which rules need it. Null for any other name. */
function needLines(name: string): readonly string[] | null {
  const id = fullName(name);
  const need = needs.find((candidate) => candidate.id === id);
  const operation = controlOperation(id);
  const port = ports.find((candidate) => `port.${candidate.name}` === id);
  if (need === undefined && operation === null && port === undefined) return null;
  const rules = rulesByNeed(id);
  return [
    id,
    "",
    `  is         ${need?.what ?? port?.what ?? operation?.summary ?? ""}`,
    `  supply     ${supplyOf(id)}`,
    ...(need?.met_by === undefined ? [] : [`  or by      ${need.met_by.join(", ")}`]),
    ...(operation === null
      ? []
      : [`  over HTTP  ${operation.method} ${operation.path} below controlUrl (payconform/control.yaml)`]),
    ...(port === undefined ? [] : portLines(port)),
    `  needed by  ${count(rules.length, "rule")}${rules.length === 0 ? "; other operations use it" : ""}`,
    ...byArea(rules).map((line) => `    ${line}`),
  ];
}

function portLines({ section, inputs, outputs }: Port): readonly string[] {
  const field = ({ name, type, what, required }: Port["inputs"][number]): string =>
    `    ${name} (${type}${required ? "" : ", optional"}): ${what}`;
  return [
    `  section    §${section}`,
    `  inputs     ${inputs.length === 0 ? "none" : "written {name} in path, query, headers or body"}`,
    ...inputs.map(field),
    `  outputs    ${outputs.length === 0 ? "none" : "JSON pointers into the answer"}`,
    ...outputs.map(field),
  ];
}

function byArea(rules: readonly CatalogueRule[]): readonly string[] {
  return [...groupBy(rules, ({ area }) => area)].map(([area, some]) =>
    some.length > MAX_LISTED
      ? `${area}: ${some.length} rules (payconform rules ${area} lists them)`
      : `${area}: ${some.map(({ id }) => id).join(", ")}`,
  );
}

/** An area with more rules is listed by their number. */
const MAX_LISTED = 6;

function controlOperation(id: string): { method: string; path: string; summary: string } | null {
  if (!id.startsWith("control.")) return null;
  const found = documentedOperations(control).find(
    ({ operation }) => `control.${String(operation["operationId"])}` === id,
  );
  if (found === undefined) return null;
  const { method, path, operation } = found;
  return { method, path, summary: `${(operation["summary"] as string | undefined) ?? ""}.` };
}

/** Describes an open point: its readings, what the suite accepts, what a run records. Null for any other name. */
function openPointLines(name: string): readonly string[] | null {
  const point = openPoints.find(({ id }) => id === name);
  if (point === undefined) return null;
  return [
    point.id,
    "",
    `  asks       ${point.question}`,
    `  section    §${point.section} (\`payconform rules ${point.section}\` lists its rules)`,
    "  readings",
    ...point.readings.map((reading) => `    ${reading}`),
    `  accepted   ${point.accepts}`,
    `  recorded   ${point.records ?? "nothing"}`,
    ...(point.operations.length === 0 ? [] : [`  concerns   ${point.operations.join(", ")}`]),
  ];
}

/** Lists the open points of a section: up to `MAX_DETAILED` with what the suite accepts, more by name only. */
function openPointsOf(section: string): readonly string[] {
  const open = openPoints.filter((point) => point.section === section);
  if (open.length === 0) return [];
  if (open.length <= MAX_DETAILED)
    return [
      "",
      `  open in §${section}`,
      ...open.map(({ id, question, accepts }: OpenPoint) => `    ${id}: ${question} Accepted: ${accepts}`),
    ];
  return [
    "",
    `  open in §${section} (\`payconform explain NAME\` shows one)`,
    ...open.map(({ id }) => `    ${id}`),
  ];
}

const MAX_DETAILED = 5;
