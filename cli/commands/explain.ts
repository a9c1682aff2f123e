import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
  filesByRule,
  type Rule,
} from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { didYouMean, similar } from "../../harness/profile/suggest.ts";
import { contractOperations } from "../../harness/contract.ts";
import { routeNeed } from "../../harness/judge/routes.ts";
import { count, groupBy } from "../../reports/text/text.ts";
import { documentedOperations } from "../../spec/json.ts";
import { print } from "../terminal/output.ts";
import { selectRules } from "../selection/select-rules.ts";
import { packageRoot } from "../package/own-package.ts";

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

/** Lists the files of a rule in the repository: its sentence, check and mutants. An installed package lacks them, so line numbers are omitted. @internal */
export function fileLines({ id, kind }: Rule, found = filesByRule()): readonly string[] {
  const files = found.get(id);
  if (files === undefined) return [];
  const { stated, check, mutants } = files;
  const isConstraint = stated.some((file) => file.startsWith("spec/openapi/"));
  const judged = isConstraint
    ? "the constraint itself"
    : kind === "trace"
      ? located(TRACE_RULES, id)
      : "none";
  return [
    "  in the repository",
    ...stated.map((place) => `    rule     ${statedAt(place, id)}`),
    `    check    ${check === undefined ? judged : located(check, id)}`,
    ...Object.entries(mutants).flatMap(([file, ids]) =>
      ids.map((mutant) => `    mutant   ${located(file, mutant, id)}  ${mutant}`),
    ),
  ];
}

/** The list of all trace rules, which imports the files that judge them. */
const TRACE_RULES = "harness/judge/trace/rules.ts";

/** A place in the contract has its line, as most ids there are derived. */
function statedAt(place: string, id: string): string {
  const [file = place, line] = place.split(":");
  if (line === undefined) return located(file, id);
  return existsSync(join(packageRoot, file)) ? place : file;
}

/** The texts that can name an id, by file: in an area, in code. */
const TEXTS = [
  [/\.yaml$/, /(?<=^ +"?)[a-z0-9{}-]+(?="?:)/g],
  [/\.ts$/, /(?<=(["`]))[^"`]+(?=\1)/g],
] as const;

/**
 * The path and line that name or compose one of the ids, tried in order. The line can be in a shared file that the file imports. If no
 * line matches, the line of the exported list; if the file does not exist, its path alone.
 */
function located(file: string, ...ids: readonly string[]): string {
  for (const id of ids) {
    const [best] = [file, ...sharedBy(file)]
      .map((candidate) => mostAlike(candidate, id))
      // Tables of the suites are about many things, whose names are words of many ids.
      .filter((found) => found.file === file || !file.startsWith("suites/") || found.likeness >= WHOLE)
      .sort((one, other) => other.likeness - one.likeness);
    if (best !== undefined && best.likeness > 0) return `${best.file}:${best.line}`;
  }
  const list = linesOf(file).findIndex((line) => EXPORTED_LIST.test(line));
  return list < 0 ? file : `${file}:${list + 1}`;
}

/** The declaration in a file that derives its checks or mutants from the catalogue or the contract, and so names none of them. */
const EXPORTED_LIST = /^export (default|const) /;

/** The line of a file that names an id most certainly. `likeness` is 0 if no line names it. */
function mostAlike(file: string, id: string): { file: string; line: number; likeness: number } {
  const [, texts] = TEXTS.find(([files]) => files.test(file)) ?? [];
  const likeness = linesOf(file).map((line) =>
    Math.max(
      0,
      ...(texts === undefined ? [] : (line.match(texts) ?? [])).map((text) => likenessOf(text, id)),
    ),
  );
  const most = Math.max(0, ...likeness);
  return { file, line: likeness.indexOf(most) + 1, likeness: most };
}

/** The parts that files of areas share and that name rules or mutants: by the part, the end of their imports. */
const SHARED: Readonly<Record<string, RegExp>> = {
  mutants: /from "\.\.\/((?:faults|shared)\/[^"]+)"/,
  suites: /from "\.\.\/((?:expect\/)?[\w-]+\.ts)"/,
};

/** The shared files that a file imports. */
function sharedBy(file: string): readonly string[] {
  if (file === TRACE_RULES)
    return linesOf(file).flatMap((line) => {
      const [, name] = /from "\.\/([^"]+)"/.exec(line) ?? [];
      return name === undefined ? [] : [`harness/judge/trace/${name}`];
    });
  const [part = ""] = file.split("/");
  return linesOf(file).flatMap((line) => {
    const name = SHARED[part]?.exec(line)?.[1];
    return name === undefined ? [] : [`${part}/${name}`];
  });
}

function linesOf(file: string): readonly string[] {
  const path = join(packageRoot, file);
  return existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
}

/** The least likeness of a text that names or composes a whole id. */
const WHOLE = 500;

/** How certainly a text names an id: as the whole id, its template (`{row}-without-key`), its beginning or end, or `${slug(rule)}-empty`. */
function likenessOf(text: string, id: string): number {
  const own = id.slice(id.indexOf("/") + 1);
  if (text === id) return Infinity;
  if (text === own) return 1_000;
  if (text.includes("{")) {
    const fixed = text.split(/\$?\{[^{}]+\}/).map((part) => part.replace(/[.*+?^()|[\]\\]/g, "\\$&"));
    if (!/[a-z]/.test(fixed.join(""))) return 0;
    const template = new RegExp(`^${fixed.join("[A-Za-z0-9-]+")}$`);
    if (!template.test(text.includes("/") ? id : own)) return 0;
    // A template with expressions is weaker evidence than any word of the id.
    return /\{\w*[^\w{}][^{}]*\}/.test(text) ? 0.5 : WHOLE;
  }
  // Short words occur in the ids of many mutants.
  const isEnough = id.includes("/") || text.length * 2 >= id.length;
  return isEnough && (own.endsWith(`-${text}`) || own.startsWith(`${text}-`)) ? text.length : 0;
}
