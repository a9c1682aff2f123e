import type { RuleResult, RunResult } from "../harness/results.ts";
import { comparisonFacts } from "./comparison.ts";
import {
  areaRows,
  couldNotRunWithoutNeed,
  exitInWords,
  missingNeeds,
  slowest,
  type Problems,
  totalsInWords,
  problems,
  VERDICT_WORDS,
} from "./digest.ts";
import { evidence } from "./evidence.ts";
import { block, code, inline, prose, table } from "./markdown.ts";
import { clip, count, duration, inert } from "./text.ts";

/** GitHub takes job summaries of up to 1 MiB: these many rules are shown in full, these many are listed, the rest is counted. */
const FULL = 25;
const LISTED = 200;
const OBSERVATIONS = 200;
const COMPARED = 10;
const VALUE = 2_000;
const BODY = 2_000;

const zero = (number: number) => (number === 0 ? "·" : String(number));

function verdictSection(result: RunResult): string {
  const mark = result.exitCode === 0 ? "✅" : result.exitCode === 3 ? "⚠️" : "❌";
  return [
    `# ${mark} payconform: ${inline(exitInWords(result))}`,
    `${inline(totalsInWords(result.totals))}. Target ${code(result.target.baseUrl)}, seed ${result.seed}, ` +
      `${duration(result.durationMs)}, exit code ${result.exitCode}.` +
      (result.interrupted ? " **The run was interrupted.**" : ""),
    `The catalogue ${result.catalogue.version} has ${count(result.catalogue.rules, "rule")}: ${result.catalogue.planned} planned (no check yet), ` +
      `${result.catalogue.unobservable} unobservable.`,
  ].join("\n\n");
}

function comparisonSection({ comparison }: RunResult): string | null {
  if (comparison === null || comparison === undefined) return null;
  const lines = comparisonFacts(comparison).map(({ what, ids }) => {
    const more = ids.length > COMPARED ? `, and ${ids.length - COMPARED} more` : "";
    return `- **${ids.length} ${what}**: ${ids.slice(0, COMPARED).map(code).join(", ")}${more}`;
  });
  if (lines.length === 0) return null;
  const other = comparison.otherTarget === null ? "" : `, which judged ${code(comparison.otherTarget)}`;
  return [`## Since the run of ${inline(comparison.since)}${other}`, lines.join("\n")].join("\n\n");
}

function areaSection(result: RunResult): string {
  const rows = areaRows(result).map(({ area, rules, totals, unjudged, durationMs }) => [
    inline(area),
    String(rules),
    zero(totals.passed),
    zero(totals.violated),
    zero(totals.could_not_run),
    zero(totals.not_applicable),
    zero(totals.inconclusive),
    zero(totals.unstable),
    zero(totals.broken),
    zero(unjudged),
    duration(durationMs),
  ]);
  const header = [
    "Area",
    "Rules:",
    "Passed:",
    "Violated:",
    "Could not run:",
    "Not applicable:",
    "Inconclusive:",
  ];
  return `## By area\n\n${table([...header, "Unstable:", "Broken:", "Not judged:", "Time:"], rows)}`;
}

/** Sentences are prose, long values and values of several lines are blocks, all others are code spans. */
function item(label: string, value: string): string {
  if (label === "says") return `**${label}** ${prose(value)}`;
  if (label === "requests") return `**${label}**\n\n${block(value, "sh")}`;
  if (label === "reason") return `**${label}** ${inline(value)}`;
  const shown = clip(value, 3 * VALUE);
  return shown.includes("\n") || shown.length > 200
    ? `**${label}**\n\n${block(shown)}`
    : `**${label}** ${code(shown)}`;
}

function problemEntry(rule: RuleResult): string {
  const known = rule.known ? ", known" : "";
  const title = `### ${VERDICT_WORDS[rule.verdict]}: ${code(rule.id)} (§${inline(rule.section)}, ${rule.level}${known})`;
  const items = evidence(rule, { value: VALUE, body: BODY });
  return [title, ...items.map(({ label, value }) => item(label, value))].join("\n\n");
}

function problemSection(result: RunResult): string | null {
  const { single, grouped } = problems(result);
  if (single.length + grouped.length === 0) return null;
  const listed = single.slice(FULL, FULL + LISTED);
  const rest = single.length - FULL - listed.length;
  return [
    "## Needs attention",
    ...single.slice(0, FULL).map(problemEntry),
    ...grouped.slice(0, FULL).map(groupEntry),
    ...(listed.length === 0 ? [] : ["### Further rules", listed.map(shortLine).join("\n")]),
    ...(rest > 0 ? [`… and ${rest} more: see \`conformance.json\`.`] : []),
  ].join("\n\n");
}

function groupEntry(group: Problems["grouped"][number]): string {
  const { verdict, reason, rules } = group;
  const more = rules.length > 10 ? `, and ${rules.length - 10} more` : "";
  return [
    `### ${VERDICT_WORDS[verdict]}: ${count(rules.length, "rule")} for the same reason`,
    `**reason** ${inline(clip(reason, VALUE))}`,
    `**rules** ${rules.slice(0, 10).map(code).join(", ")}${more}`,
  ].join("\n\n");
}

function shortLine(rule: RuleResult): string {
  const why = rule.violation === null ? (rule.reason ?? "") : `got ${rule.violation.actual}`;
  return `- ${VERDICT_WORDS[rule.verdict]}: ${code(rule.id)} ${inline(clip(why, 200))}`;
}

function needSection(result: RunResult): string | null {
  const groups = missingNeeds(result);
  const others = couldNotRunWithoutNeed(result);
  if (groups.length + others.length === 0) return null;
  const rows = groups.map(({ need, supply, rules }) => [
    code(need),
    String(rules.length),
    inline(supply),
    rules.slice(0, 5).map(code).join(", ") + (rules.length > 5 ? `, and ${rules.length - 5} more` : ""),
  ]);
  return [
    "## What could not run",
    ...(rows.length === 0 ? [] : [table(["Need", "Rules:", "How to supply it", "Missing for"], rows)]),
    ...(others.length === 0 ? [] : [others.slice(0, LISTED).map(shortLine).join("\n")]),
  ].join("\n\n");
}

function staleSection(result: RunResult): string | null {
  const { stale = [] } = result;
  if (stale.length === 0) return null;
  return `## Stale baseline entries\n\n${stale.map(({ says }) => `- ${inline(says)}`).join("\n")}`;
}

function warningSection(result: RunResult): string | null {
  const { warnings = [] } = result;
  if (warnings.length === 0) return null;
  return `## Warnings\n\n${warnings.map((warning) => `- ${inline(warning)}`).join("\n")}`;
}

function remainingSection(result: RunResult): string | null {
  const { leftovers = [] } = result;
  if (leftovers.length === 0) return null;
  const rows = leftovers
    .slice(0, LISTED)
    .map(({ kind, id, why }) => [inline(kind), code(id), inline(why ?? "not tried")]);
  return `## Left on the target\n\n${table(["Kind", "Id", "Why"], rows)}\n\nRun \`payconform sweep\` to remove it.`;
}

function observationSection(result: RunResult): string | null {
  if (result.observations.length === 0) return null;
  const rows = result.observations
    .slice(0, OBSERVATIONS)
    .map(({ id, section, question, seen }) => [
      code(id),
      `§${inline(section)}`,
      inline(clip(question, 300)),
      inline(clip(seen, 300)),
    ]);
  const rest = result.observations.length - rows.length;
  return [
    "## Where the document is silent",
    "Recorded, never judged.",
    table(["Point", "Section", "Question", "Observed"], rows),
    ...(rest > 0 ? [`… and ${rest} more: see \`conformance.json\`.`] : []),
  ].join("\n\n");
}

function slowestSection(result: RunResult): string | null {
  const rules = slowest(result);
  if (rules.length === 0) return null;
  const rows = rules.map((rule) => [code(rule.id), duration(rule.durationMs), String(rule.exchanges)]);
  return `## Slowest rules\n\n${table(["Rule", "Time:", "Exchanges:"], rows)}`;
}

/** The run as Markdown for a CI job summary. Text of the target is escaped, so that it links, mentions and formats nothing. */
export function summaryMarkdown(result: RunResult): string {
  const sections = [
    verdictSection(result),
    comparisonSection(result),
    areaSection(result),
    problemSection(result),
    staleSection(result),
    warningSection(result),
    needSection(result),
    remainingSection(result),
    observationSection(result),
    slowestSection(result),
  ];
  return inert(`${sections.filter((section) => section !== null).join("\n\n")}\n`);
}
