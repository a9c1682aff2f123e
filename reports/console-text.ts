import Table from "cli-table3";
import type { Colors } from "picocolors/types.js";
import type { RuleResult, RunResult, Verdict } from "../harness/results.ts";
import {
  areaRows,
  couldNotRunWithoutNeed,
  exitInWords,
  missingNeeds,
  slowest,
  totalsInWords,
  problems,
  VERDICT_WORDS,
} from "./digest.ts";
import { evidenceText, headline } from "./evidence.ts";
import { clip, count, duration, indent, oneLine } from "./text.ts";

/** How many rules are shown with all their evidence; the rest is listed, as the files have everything. */
const FULL = 20;

/** No frame, two spaces between columns: reads the same in a log and on a terminal. */
const FRAMELESS = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
};

/** Paints a text in the colour of a verdict. */
export function paint(colors: Colors, verdict: Verdict, text: string): string {
  switch (verdict) {
    case "passed":
      return colors.green(text);
    case "violated":
      return colors.red(text);
    case "broken":
      return colors.magenta(text);
    case "inconclusive":
    case "unstable":
      return colors.yellow(text);
    case "could_not_run":
    case "not_applicable":
      return colors.dim(text);
  }
}

const COLUMNS: readonly (readonly [Verdict, string])[] = [
  ["passed", "passed"],
  ["violated", "violated"],
  ["could_not_run", "could not run"],
  ["not_applicable", "n/a"],
  ["inconclusive", "inconclusive"],
  ["unstable", "unstable"],
  ["broken", "broken"],
];

/** A table with one row per area. */
export function areaTable(result: RunResult, colors: Colors): string {
  const rows = areaRows(result);
  const shown = COLUMNS.filter(
    ([verdict]) => verdict === "passed" || verdict === "violated" || result.totals[verdict] > 0,
  );
  const withUnjudged = rows.some(({ unjudged }) => unjudged > 0);
  const cell = (verdict: Verdict, number: number) =>
    number === 0 ? "·" : paint(colors, verdict, String(number));
  const head = [
    "area",
    "rules",
    ...shown.map(([, title]) => title),
    ...(withUnjudged ? ["not judged"] : []),
    "time",
  ];
  const table = new Table({
    chars: FRAMELESS,
    head: head.map((title) => colors.bold(title)),
    colAligns: head.map((_, place) => (place === 0 ? "left" : "right")),
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
  });
  for (const row of rows) {
    table.push([
      oneLine(row.area),
      String(row.rules),
      ...shown.map(([verdict]) => cell(verdict, row.totals[verdict])),
      ...(withUnjudged ? [row.unjudged === 0 ? "·" : String(row.unjudged)] : []),
      duration(row.durationMs),
    ]);
  }
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Every rule that needs attention, with its evidence in reading order; null when there is none. */
export function problemsText(result: RunResult, colors: Colors): string | null {
  const { single, grouped } = problems(result);
  if (single.length + grouped.length === 0) return null;
  const full = single.slice(0, FULL).map((rule) => {
    const text = evidenceText(rule, { value: 2_000, body: 800 });
    return `${paint(colors, rule.verdict, headline(rule))}\n${indent(text, "  ")}`;
  });
  const rest = single.slice(FULL).map((rule) => `${headline(rule)}  ${reasonLine(rule)}`);
  const groups = grouped.map(({ verdict, reason, rules }) => {
    const shown = rules.slice(0, 5).map(oneLine).join(", ");
    const more = rules.length > 5 ? ` and ${rules.length - 5} more` : "";
    const title = paint(colors, verdict, `${VERDICT_WORDS[verdict]}: ${count(rules.length, "rule")}`);
    return `${title}\n  reason         ${oneLine(clip(reason, 300))}\n  rules          ${shown}${more}`;
  });
  return [...full, ...groups, ...(rest.length === 0 ? [] : [rest.join("\n")])].join("\n\n");
}

/** Why a rule did not pass, in one line of bounded length. */
export function reasonLine(rule: RuleResult): string {
  const why =
    rule.violation === null
      ? (rule.reason ?? "no reason was given")
      : `expected ${rule.violation.expected}, but ${rule.violation.actual}`;
  return oneLine(clip(why, 300));
}

/** What could not run, by missing need, with how to supply it; null when everything ran. */
export function needsText(result: RunResult, colors: Colors): string | null {
  const missing = missingNeeds(result);
  const groups = missing
    .slice(0, FULL)
    .map(
      ({ need, supply, rules }) =>
        `${colors.bold(oneLine(need))} is missing for ${count(rules.length, "rule")}: ${oneLine(supply)}`,
    );
  const others = couldNotRunWithoutNeed(result);
  const lines = [
    ...groups,
    ...(missing.length > FULL
      ? [
          `and ${missing.length - FULL} more needs of fewer rules; \`payconform doctor\` lists them, \`payconform explain NEED\` describes one`,
        ]
      : []),
    ...others.slice(0, FULL).map((rule) => `${oneLine(rule.id)}: ${reasonLine(rule)}`),
    ...(others.length > FULL ? [`and ${others.length - FULL} more`] : []),
  ];
  return lines.length === 0 ? null : `could not run\n${indent(lines.join("\n"), "  ")}`;
}

/** The slowest rules with their durations; null when no rule was judged. */
export function slowestText(result: RunResult): string | null {
  const rules = slowest(result);
  if (rules.length === 0) return null;
  const lines = rules.map((rule) => `${duration(rule.durationMs).padStart(12)}  ${oneLine(rule.id)}`);
  return `slowest rules\n${lines.join("\n")}`;
}

/** Totals, catalogue and exit code: the last lines of a run. */
export function closingText(result: RunResult, colors: Colors): string {
  const { version, rules, planned, unobservable } = result.catalogue;
  const colour = result.exitCode === 0 ? colors.green : result.exitCode === 3 ? colors.yellow : colors.red;
  return [
    `${totalsInWords(result.totals)} in ${duration(result.durationMs)} (seed ${result.seed})`,
    `catalogue ${version}: ${count(rules, "rule")}, ${planned} planned, ${unobservable} unobservable; ` +
      `${count(result.observations.length, "observation")} where the document is silent`,
    colour(`exit code ${result.exitCode}: ${exitInWords(result)}`),
  ].join("\n");
}

/** What the run created and could not delete, and how to remove it; null when nothing is left. */
export function remainingText(result: RunResult, colors: Colors): string | null {
  const { leftovers = [] } = result;
  if (leftovers.length === 0) return null;
  const lines = leftovers
    .slice(0, FULL)
    .map(({ kind, id, why }) => oneLine(`${kind} ${id}${why === null ? "" : `: ${why}`}`));
  const more = leftovers.length - lines.length;
  return [
    colors.yellow(`left on the target (run \`payconform sweep\` to remove it)`),
    indent([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"), "  "),
  ].join("\n");
}

/** Stale baseline entries, which fail the run; null when there is none. */
export function staleText(result: RunResult, colors: Colors): string | null {
  const { stale = [] } = result;
  if (stale.length === 0) return null;
  return `${colors.red("stale baseline entries")}\n${indent(stale.map(({ says }) => oneLine(says)).join("\n"), "  ")}`;
}

/** Warnings, which fail nothing; null when there is none. */
export function warningsText(result: RunResult, colors: Colors): string | null {
  const { warnings = [] } = result;
  if (warnings.length === 0) return null;
  return `${colors.yellow("warnings")}\n${indent(warnings.map(oneLine).join("\n"), "  ")}`;
}

/** Where the reports are. */
export function pathsText(paths: readonly string[]): string | null {
  return paths.length === 0 ? null : `reports\n${indent(paths.map(oneLine).join("\n"), "  ")}`;
}

/** "311/540": one line of progress with the counts so far. */
export function progressLine(
  done: number,
  planned: number,
  totals: Readonly<Record<Verdict, number>>,
): string {
  const counts = COLUMNS.filter(([verdict]) => totals[verdict] > 0).map(
    ([verdict]) => `${totals[verdict]} ${VERDICT_WORDS[verdict]}`,
  );
  return [`${done}/${Math.max(planned, done)} rules`, ...counts].join(", ");
}
