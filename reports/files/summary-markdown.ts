import type { RuleResult, RunResult, Verdict } from "../../harness/results.ts";
import { comparisonFacts } from "../evidence/comparison.ts";
import { areaRows, slowest } from "../evidence/statistics.ts";
import {
  couldNotRunWithoutNeed,
  leaveOutText,
  needsOfServed,
  sectionsInWords,
  waitingForSections,
} from "../evidence/missing-needs.ts";
import {
  exitInWords,
  failingLater,
  gateVerdict,
  laterInWords,
  levelsInWords,
  totalsInWords,
  VERDICT_WORDS,
  verdictWords,
  gateInWords,
} from "../evidence/outcome-words.ts";
import { type Cause, causeCounts, causes, GROUP_WORDS, tryAgain } from "../evidence/causes.ts";
import { lostInWords } from "../evidence/causes-text.ts";
import { curlOfLast } from "../evidence/curl.ts";
import { evidence } from "../evidence/evidence.ts";
import { block, code, inline, prose, table } from "../text/markdown.ts";
import { capitalized, clip, count, duration, firstOf, inert } from "../text/text.ts";

/** GitHub accepts job summaries of up to 1 MiB. `FULL` entries are shown with details, `LISTED` entries are listed, the rest is counted. */
const FULL = 25;
const LISTED = 200;
const OBSERVATIONS = 200;
const COMPARED = 10;
/** The most rules of a cause: with details, and listed. */
const OF_ONE_CAUSE = 3;
const OTHERS = 10;
const VALUE = 2_000;
const BODY = 2_000;

const zero = (number: number) => (number === 0 ? "·" : String(number));

function verdictSection(result: RunResult): string {
  const mark = result.exitCode === 0 ? "✅" : result.exitCode === 3 ? "⚠️" : "❌";
  return [
    `# ${mark} payconform: ${inline(exitInWords(result))}`,
    `${inline(totalsInWords(result))}. Target ${result.embedded === true ? "the embedded emulator" : code(result.target.baseUrl)}, seed ${result.seed}, ` +
      `${duration(result.durationMs)}, exit code ${result.exitCode}.` +
      (result.interrupted ? " **The run was interrupted.**" : ""),
    `The catalogue ${result.catalogue.version} has ${count(result.catalogue.rules, "rule")}: ${result.catalogue.planned} planned (no check yet), ` +
      `${result.catalogue.unobservable} unobservable.`,
  ].join("\n\n");
}

function levelSection(result: RunResult): string | null {
  const { level } = result;
  const lines = [levelsInWords(result), laterInWords(result)].filter((line) => line !== null);
  const failing = level ? failingLater(level).slice(0, LISTED) : [];
  if (lines.length === 0) return null;
  return [
    "## Levels",
    ...lines.map((line) => `${inline(capitalized(line))}.`),
    ...(failing.length === 0
      ? []
      : [failing.map(({ rule, verdict }) => `- ${code(rule)}: ${VERDICT_WORDS[verdict]}`).join("\n")]),
  ].join("\n\n");
}

function gateSection({ gate }: RunResult): string | null {
  if (gate === null || gate === undefined) return null;
  const mark = gate.verdict === "passed" ? "✅" : "❌";
  const shown = gate.failed.slice(0, LISTED);
  const more = gate.failed.length - shown.length;
  const lines = [
    ...shown.map((failed) => `- ${code(failed.rule)}: ${gateVerdict(failed)}`),
    ...(more > 0 ? [`- and ${more} more: see \`gate\` in \`conformance.json\``] : []),
  ];
  const verdict = `${mark} ${inline(gateInWords(gate))} (${code(gate.file)}).`;
  return ["## Gate", verdict, ...(lines.length === 0 ? [] : [lines.join("\n")])].join("\n\n");
}

function comparisonSection({ comparison }: RunResult): string | null {
  if (comparison === null || comparison === undefined) return null;
  const lines = comparisonFacts(comparison).map(
    ({ what, ids }) => `- **${ids.length} ${what}**: ${firstOf(ids.map(code), COMPARED)}`,
  );
  if (lines.length === 0) return null;
  const other = comparison.otherTarget === null ? "" : `, which judged ${code(comparison.otherTarget)}`;
  return [`## Since the run of ${inline(comparison.since)}${other}`, lines.join("\n")].join("\n\n");
}

/** The verdicts in the order of the columns, the usual ones first. */
const COLUMNS: readonly Verdict[] = [
  "passed",
  "violated",
  "could_not_run",
  "not_applicable",
  "inconclusive",
  "unstable",
  "broken",
];

function areaSection(result: RunResult): string {
  const areas = areaRows(result);
  const isWaiting = areas.some(({ unmet }) => unmet !== "");
  const rows = areas.map(({ area, rules, totals, durationMs, unmet }) => [
    inline(area),
    String(rules.length),
    ...COLUMNS.map((verdict) => zero(totals[verdict])),
    duration(durationMs),
    ...(isWaiting ? [inline(unmet)] : []),
  ]);
  const words = verdictWords(result);
  const titles = COLUMNS.map((verdict) => `${capitalized(words[verdict])}:`);
  return `## By area\n\n${table(["Area", "Rules:", ...titles, "Time:", ...(isWaiting ? ["Unmet needs (rules)"] : [])], rows)}`;
}

/** An item of evidence. Sentences are prose, values that are long or have several lines are blocks, all others are code spans. */
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
  const title = `#### ${VERDICT_WORDS[rule.verdict]}: ${code(rule.id)} (§${inline(rule.section)}, ${rule.level}${known})`;
  const items = evidence(rule, { value: VALUE, body: BODY });
  return [title, ...items.map(({ label, value }) => item(label, value))].join("\n\n");
}

function causeSection(found: readonly Cause[]): string | null {
  if (found.length === 0) return null;
  let left = FULL;
  const entries = found.slice(0, LISTED).map((cause, index) => {
    const rules = [...cause.rules, ...cause.waiting];
    const full =
      index < FULL ? rules.slice(0, Math.max(1, Math.min(OF_ONE_CAUSE, cause.rules.length, left))) : [];
    left -= full.length;
    return causeEntry(cause, index, full);
  });
  const rest = found.length - entries.length;
  return [
    "## Causes",
    ...entries,
    ...(rest > 0 ? [`… and ${rest} more: see \`causes\` in \`conformance.json\`.`] : []),
  ].join("\n\n");
}

/** A cause with the evidence of the rules in `full`, and a list of the others. */
function causeEntry(cause: Cause, index: number, full: readonly RuleResult[]): string {
  const { group, says } = cause;
  const known = cause.known ? " (known)" : "";
  const others = [...cause.rules, ...cause.waiting].filter((rule) => !full.includes(rule));
  return [
    `### ${index + 1}. ${prose(clip(says, VALUE))}${known}`,
    `${GROUP_WORDS[group]}: ${causeCounts(cause)}.`,
    ...full.map(problemEntry),
    ...(others.length === 0
      ? []
      : [
          `**${full.length === 0 ? "rules" : "further rules"}** ${firstOf(
            others.map(({ id }) => code(id)),
            OTHERS,
          )}`,
        ]),
  ].join("\n\n");
}

function lostSection({ lost = null, target }: RunResult): string | null {
  if (lost === null) return null;
  const requests = block(curlOfLast(lost).join("\n"), "sh");
  return ["## The target stopped answering", inline(lostInWords(lost, target.baseUrl)), requests].join(
    "\n\n",
  );
}

function nextSection(result: RunResult, found: readonly Cause[]): string | null {
  const first = found.find(({ known }) => !known);
  if (first === undefined) return null;
  const command = tryAgain(first, result);
  return [
    "## Fix first",
    `${prose(clip(first.says, VALUE))} (${causeCounts(first)}).`,
    ...(command === null ? [] : [`Try it again:\n\n${block(command, "sh")}`]),
  ].join("\n\n");
}

function needSection(result: RunResult): string | null {
  const groups = needsOfServed(result);
  const others = couldNotRunWithoutNeed(result);
  const waiting = waitingForSections(result);
  if (groups.length + others.length + waiting === 0) return null;
  const rows = groups.map(({ need, supply, rules, alone }) => [
    code(need),
    String(rules.length),
    zero(alone),
    inline(supply),
    firstOf(rules.map(code), 5),
  ]);
  return [
    "## Not judged",
    ...(waiting === 0
      ? []
      : [
          `${count(waiting, "rule")}: the target has no route of ${inline(sectionsInWords(result))}; ${inline(leaveOutText(result) ?? "")}`,
        ]),
    ...(rows.length === 0
      ? []
      : [table(["Need", "Rules:", "Need nothing else:", "How to supply it", "Rules that need it"], rows)]),
    ...(others.length === 0
      ? []
      : [
          others
            .map(({ reason, rules }) => `- ${inline(clip(reason, 200))}: ${count(rules.length, "rule")}`)
            .join("\n"),
        ]),
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

/** The run as Markdown for a CI job summary. Text of the target is escaped, so it contains no links, mentions or formatting. */
export function summaryMarkdown(result: RunResult): string {
  const found = causes(result);
  const sections = [
    verdictSection(result),
    levelSection(result),
    gateSection(result),
    comparisonSection(result),
    lostSection(result),
    nextSection(result, found),
    areaSection(result),
    causeSection(found),
    staleSection(result),
    warningSection(result),
    needSection(result),
    remainingSection(result),
    observationSection(result),
    slowestSection(result),
  ];
  return inert(`${sections.filter((section) => section !== null).join("\n\n")}\n`);
}
