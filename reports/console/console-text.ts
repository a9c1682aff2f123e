import Table from "cli-table3";
import type { Colors } from "picocolors/types.js";
import { type RunResult, VERDICTS, type Verdict } from "../../harness/results.ts";
import { type AreaRow, areaRows, rowOf } from "../evidence/statistics.ts";
import {
  couldNotRunWithoutNeed,
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
  GATE_LISTED,
  gateInWords,
} from "../evidence/outcome-words.ts";
import { clip, count, duration, indent, oneLine } from "../text/text.ts";

/** The most entries that are shown. The files contain all. */
const FULL = 20;
const NEEDS = 8;
const LATER = 10;
/** With this many areas or more, those where nothing passed and nothing is violated share a row. */
const FOLDED_FROM = 4;

/** No frame, and two spaces between columns, which is readable both in a log and on a terminal. */
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

/** The columns of the table: a verdict, its title and its colour. */
const COLUMNS = [
  ["passed", "passed", "green"],
  ["violated", "violated", "red"],
  ["could_not_run", "not run", "dim"],
  ["not_applicable", "n/a", "dim"],
  ["inconclusive", "inconclusive", "yellow"],
  ["unstable", "unstable", "yellow"],
  ["broken", "broken", "magenta"],
] as const satisfies readonly (readonly [Verdict, string, keyof Colors])[];

const UNMET = "unmet needs (rules)";

/** A table with one row per area. */
export function areaTable(result: RunResult, colors: Colors): string {
  const rows = folded(areaRows(result));
  const shown = COLUMNS.filter(
    ([verdict]) => verdict === "passed" || verdict === "violated" || result.totals[verdict] > 0,
  );
  const words = verdictWords(result);
  const titles = shown.map(([verdict, title]) => (result.traffic == null ? title : words[verdict]));
  const isWaiting = result.traffic == null && rows.some(({ unmet }) => unmet !== "");
  const head = [
    ...["area", "rules", ...titles],
    ...(result.traffic == null ? ["time"] : []),
    ...(isWaiting ? [UNMET] : []),
  ];
  const table = new Table({
    chars: FRAMELESS,
    head: head.map((title) => colors.bold(title)),
    colAligns: head.map((title, place) => (place === 0 || title === UNMET ? "left" : "right")),
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
  });
  for (const row of rows) {
    table.push([
      oneLine(row.area),
      String(row.rules.length),
      ...shown.map(([verdict, , colour]) =>
        row.totals[verdict] === 0 ? "·" : colors[colour](row.totals[verdict]),
      ),
      ...(result.traffic == null ? [duration(row.durationMs)] : []),
      ...(isWaiting ? [row.unmet] : []),
    ]);
  }
  return table.toString().replace(/ +$/gm, "");
}

/** The rows, with one row for all areas without a passed or violated rule, if there are many. */
function folded(rows: readonly AreaRow[]): readonly AreaRow[] {
  const unknown = rows.filter(({ totals }) =>
    VERDICTS.every((verdict) => totals[verdict] === 0 || UNKNOWN.includes(verdict)),
  );
  if (unknown.length < FOLDED_FROM) return rows;
  const rest = rowOf(
    `${unknown.length} other areas`,
    unknown.flatMap(({ rules }) => rules),
  );
  return [...rows.filter((row) => !unknown.includes(row)), rest];
}

const UNKNOWN: readonly Verdict[] = ["could_not_run", "inconclusive", "not_applicable"];

/** What could not run, by missing need, with how to supply it; null if everything ran. Missing routes are shown as causes. */
export function needsText(result: RunResult, colors: Colors): string | null {
  const missing = needsOfServed(result).filter(({ isShownAsCause }) => !isShownAsCause);
  const shown = missing.slice(0, NEEDS);
  const rest = missing.slice(NEEDS);
  const waiting = waitingForSections(result);
  const lines = [
    ...(waiting === 0
      ? []
      : [
          `routes for ${count(waiting, "rule")}: the target has no route of ${oneLine(sectionsInWords(result))}`,
        ]),
    ...shown.map(({ need, supply, rules, alone }) => {
      const enough =
        alone === 0 || result.traffic != null
          ? ""
          : ` (${alone} ${alone === 1 ? "needs" : "need"} nothing else)`;
      return `${colors.bold(oneLine(need))} for ${count(rules.length, "rule")}${enough}: ${oneLine(supply)}`;
    }),
    ...(rest.length === 0
      ? []
      : [
          `${rest.length} more needs, each for fewer rules: \`payconform doctor\` lists them, and \`payconform explain NEED\` describes one`,
        ]),
    ...couldNotRunWithoutNeed(result).map(
      ({ reason, rules }) => `${oneLine(clip(reason, 300))}: ${count(rules.length, "rule")}`,
    ),
  ];
  const title = result.traffic == null ? "Missing needs" : "Not seen";
  return lines.length === 0 ? null : `${colors.bold(title)}\n${indent(lines.join("\n"), "  ")}`;
}

/** The operations and statuses that judged traffic has shown; null for a run. */
export function trafficText({ traffic = null }: RunResult, colors: Colors): string | null {
  if (traffic === null) return null;
  const seen = traffic.operations.filter(({ statuses }) => Object.keys(statuses).length > 0);
  const width = Math.max(0, ...seen.map(({ method, path }) => method.length + path.length + 1));
  const lines = seen.map(({ method, path, statuses }) => {
    const each = Object.entries(statuses).map(([status, times]) => `${status} × ${times}`);
    return `${`${method} ${path}`.padEnd(width)}  ${each.join(", ")}`;
  });
  const others = traffic.operations.filter((one) => !seen.includes(one)).map((one) => one.operation);
  return [
    colors.bold("Operations"),
    indent([...lines, ...(others.length === 0 ? [] : [`never: ${others.join(", ")}`])].join("\n"), "  "),
  ].join("\n");
}

/** A shorter time for writing reports is not printed. */
const SHOWN_REPORTS_MS = 1_000;

/** The last lines of a run: totals, catalogue and exit code. `reportsMs`: how long the reports took after the last rule. */
export function closingText(result: RunResult, colors: Colors, reportsMs = 0): string {
  const { version, rules, planned, unobservable } = result.catalogue;
  const colour = result.exitCode === 0 ? colors.green : result.exitCode === 3 ? colors.yellow : colors.red;
  const reports = reportsMs < SHOWN_REPORTS_MS ? "" : `, reports in ${duration(reportsMs)}`;
  return [
    result.traffic == null
      ? `${totalsInWords(result)} in ${duration(result.durationMs)}${reports} (seed ${result.seed})`
      : `${totalsInWords(result)}, of the ${count(result.rules.length, "rule")} that traffic can show`,
    `catalogue ${version}: ${count(rules, "rule")}, ${planned} planned, ${unobservable} unobservable; ` +
      `${count(result.observations.length, "observation")} where the document is silent`,
    ...levelLines(result, colors),
    ...gateLines(result, colors),
    colour(`exit code ${result.exitCode}: ${exitInWords(result)}`),
  ].join("\n");
}

/** The levels that are reached, what is missing for the next one, and the rules that came after the level of the run. */
function levelLines(result: RunResult, colors: Colors): readonly string[] {
  const later = laterInWords(result);
  const failing = result.level ? failingLater(result.level) : [];
  const more = failing.length - LATER;
  return [
    ...[levelsInWords(result)].filter((line) => line !== null),
    ...(later === null ? [] : [failing.length === 0 ? later : colors.yellow(later)]),
    ...failing.slice(0, LATER).map(({ rule, verdict }) => `  ${oneLine(rule)}: ${VERDICT_WORDS[verdict]}`),
    ...(more > 0 ? [`  and ${more} more: see \`level\` in conformance.json`] : []),
  ];
}

/** The verdict of the gate and the first rules that fail it; empty without a gate. */
function gateLines({ gate }: RunResult, colors: Colors): readonly string[] {
  if (gate === null || gate === undefined) return [];
  const colour = gate.verdict === "passed" ? colors.green : colors.red;
  const shown = gate.failed.slice(0, GATE_LISTED);
  const more = gate.failed.length - shown.length;
  return [
    colour(oneLine(`${gateInWords(gate)} (${gate.file})`)),
    ...shown.map((failed) => `  ${failed.rule}: ${gateVerdict(failed)}`),
    ...(more > 0 ? [`  and ${more} more: see \`gate\` in conformance.json`] : []),
  ];
}

/** The objects that the run created and could not delete, and how to remove them; null if there are none. */
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

/** Stale baseline entries, which fail the run; null if there are none. */
export function staleText(result: RunResult, colors: Colors): string | null {
  const { stale = [] } = result;
  if (stale.length === 0) return null;
  return `${colors.red("stale baseline entries")}\n${indent(stale.map(({ says }) => oneLine(says)).join("\n"), "  ")}`;
}

/** Warnings, which do not fail the run; null if there are none. */
export function warningsText(result: RunResult, colors: Colors): string | null {
  const { warnings = [] } = result;
  if (warnings.length === 0) return null;
  return `${colors.yellow("warnings")}\n${indent(warnings.map(oneLine).join("\n"), "  ")}`;
}

/** The paths of the reports, and how to get one more; null if there are none. */
export function pathsText(paths: readonly string[], hint?: string): string | null {
  const more = hint === undefined ? [] : [`(${hint})`];
  return paths.length === 0 ? null : `reports\n${indent([...paths, ...more].map(oneLine).join("\n"), "  ")}`;
}
