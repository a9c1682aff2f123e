import pc from "picocolors";
import { isWatched, type RunEvent, type RunResult } from "../../harness/results.ts";
import { causes } from "../evidence/causes.ts";
import { causesText, lostText, nextText } from "../evidence/causes-text.ts";
import {
  areaTable,
  closingText,
  needsText,
  pathsText,
  remainingText,
  staleText,
  trafficText,
  warningsText,
} from "./console-text.ts";
import { comparisonText } from "../evidence/comparison.ts";
import { operationMapText, wasAsked } from "./operation-map.ts";
import { count, oneLine, duration } from "../text/text.ts";

/** The stream of the console report. `columns` is the width of a terminal. */
export interface ConsoleStream {
  readonly write: (text: string) => unknown;
  readonly columns?: number;
}

/** Whether reports are coloured: on a terminal, unless in a CI job or if NO_COLOR is set and not empty. */
export const hasColours = ({ isTTY, ci }: { readonly isTTY: boolean; readonly ci: boolean }): boolean =>
  isTTY && !ci && (process.env["NO_COLOR"] ?? "") === "";

interface ConsoleOptions {
  readonly stream: ConsoleStream;
  /** Redraw one line during the run. Otherwise, print plain lines, at most one every ten seconds. */
  readonly live: boolean;
  readonly colour: boolean;
  /** Print only the verdict, the causes and the next step. Default false. */
  readonly quiet?: boolean;
  /** Monotonic clock, ms. */
  readonly now?: () => number;
}

interface WrittenReports {
  readonly paths: readonly string[];
  /** Why others were not written, with exit code 4. */
  readonly problems: readonly string[];
  /** Why others were not written, without an effect on the exit code. */
  readonly notes?: readonly string[];
  /** How to get a report that nobody has asked for. */
  readonly hint?: string | undefined;
}

export interface ConsoleReport {
  readonly on: (event: RunEvent) => void;
  /** Prints the findings of the run, before slow reports are written. */
  readonly outcome: (result: RunResult) => void;
  /** Shows which report is being written. */
  readonly writing: (report: string) => void;
  /** Prints the outcome, if that was not done, and the rest. */
  readonly close: (result: RunResult, reports: WrittenReports) => void;
}

const REDRAW_MS = 100;
const LINE_MS = 10_000;
const CLEAR_LINE = "\r\u001b[2K";

/** Progress in one line on a terminal, in plain lines in a log; then the table, the causes, the totals and the next step. */
export function consoleReport(options: ConsoleOptions): ConsoleReport {
  const { stream, live, quiet = false, now = () => performance.now() } = options;
  const colors = pc.createColors(options.colour);
  const progress = createProgress();
  let shownAt = Number.NEGATIVE_INFINITY;

  /** Shows a line of progress, unless the last one is too recent. */
  let hidesProgress = quiet;
  const show = (parts: () => readonly string[], { isNow = false } = {}) => {
    const at = now();
    if (hidesProgress || (!isNow && at - shownAt < (live ? REDRAW_MS : LINE_MS))) return;
    shownAt = at;
    stream.write(
      live ? `${CLEAR_LINE}${fitting(parts(), (stream.columns ?? 80) - 1)}` : `${parts().join(", ")}\n`,
    );
  };
  const draw = () => show(() => progress.parts(now()));

  /** When the outcome was printed; null before. */
  let outcomeAt: number | null = null;
  let separator = quiet ? "" : "\n";
  const printed = (parts: readonly (string | null)[]): void => {
    if (live && !quiet) stream.write(CLEAR_LINE);
    const texts = parts.filter((part) => part !== null);
    if (texts.length === 0) return;
    stream.write(`${separator}${texts.join("\n\n")}\n`);
    separator = "\n";
  };
  const outcome = (result: RunResult): void => {
    outcomeAt = now();
    // In a log, the report that is written next is named only if it takes long.
    if (!live) shownAt = outcomeAt;
    const detailed = (text: (result: RunResult, colours: typeof colors) => string | null): string | null =>
      quiet ? null : text(result, colors);
    printed([
      detailed(areaTable),
      detailed(trafficText),
      lostText(result, colors),
      causesText(causes(result), colors),
      detailed(needsText),
      staleText(result, colors),
      detailed(warningsText),
      detailed(remainingText),
      comparisonText(result, colors),
    ]);
  };

  return {
    on: (event) => {
      if (event.type === "mapped") {
        // The areas of other rules than the selected ones are not tried.
        const asked = event.operations.filter(wasAsked);
        if (!quiet && asked.length > 0) stream.write(`${operationMapText(asked)}\n\n`);
        if (event.keyRefusal !== null) stream.write(`${colors.red(oneLine(event.keyRefusal))}\n\n`);
      } else if (event.type === "started") {
        const { planned, checks = planned, target, embedded, version, seed } = event;
        progress.planned(planned, checks, now());
        if (quiet) return;
        // It is judged immediately.
        hidesProgress ||= event.traffic !== undefined;
        if (event.traffic !== undefined) {
          stream.write(
            `payconform judges ${oneLine(event.traffic)}, traffic of ${oneLine(target.baseUrl)}, by ${count(planned, "rule")}, suite ${oneLine(version)}\n`,
          );
          return;
        }
        stream.write(
          `payconform judges ${embedded ? "the embedded emulator at " : ""}${oneLine(target.baseUrl)}: ${count(planned, "rule")}, seed ${seed}, suite ${oneLine(version)}\n`,
        );
        if (!live) shownAt = now();
      } else if (event.type === "progress") {
        progress.sent(event.requests, event.judging, now(), event.paused);
        draw();
      } else if (event.type === "judged") {
        const { verdict } = event.result;
        progress.judged({ isPassive: isWatched(event.result), isViolated: verdict === "violated" });
        draw();
      }
    },
    writing: (report) => show(() => [`writing ${report}`], { isNow: live }),
    outcome,
    close: (result, { paths, problems, notes = [], hint }) => {
      const reportsMs = outcomeAt === null ? 0 : now() - outcomeAt;
      if (outcomeAt === null) outcome(result);
      const failures = problems.map((problem) => colors.red(oneLine(problem)));
      printed([
        ...(quiet ? [] : [pathsText(paths, hint)]),
        ...failures,
        ...notes.map((note) => colors.yellow(oneLine(note))),
        closingText(result, colors, reportsMs),
        nextText(result, causes(result), colors),
      ]);
    },
  };
}

/** The parts that fit on a line. The next part is truncated, if enough of it fits. */
function fitting(parts: readonly string[], columns: number): string {
  const width = Math.max(20, columns);
  const line = parts.join(", ");
  if (line.length <= width) return line;
  const cut = line.slice(0, width - 1);
  const whole = cut.slice(0, cut.lastIndexOf(", "));
  return cut.includes(", ") && cut.length - whole.length < SHORTEST_PART ? whole : `${cut}…`;
}

const SHORTEST_PART = 20;

const WINDOW_MS = 3_000;
/** The time and the share of checks before which the remaining time is not estimated, because it would be unreliable. */
const ESTIMATED_AFTER_MS = 2_000;
const ESTIMATED_FROM = 0.05;
const BAR_WIDTH = 20;

/** The progress of a run. */
interface Progress {
  /** Sets the number of rules in scope, and the number of those with their own checks. */
  readonly planned: (rules: number, checks: number, at: number) => void;
  readonly judged: (rule: { readonly isPassive: boolean; readonly isViolated: boolean }) => void;
  /** Sets the number of requests so far, the rules that are being judged, longest first, and why the suite waits. */
  readonly sent: (requests: number, judging: readonly string[], at: number, paused?: string | null) => void;
  /** The parts of a progress line, most important first. Times are of a monotonic clock, ms. */
  readonly parts: (at: number) => readonly string[];
}

/** The progress of one run. @internal */
export function createProgress(): Progress {
  const total = { rules: 0, checks: 0 };
  const done = { rules: 0, checks: 0, violated: 0 };
  let startedAt = 0;
  let waitsFor: string | null = null;
  let recent: readonly { readonly at: number; readonly requests: number; readonly checks: number }[] = [];

  const rate = (): string | null => {
    const [first, last] = [recent[0], recent.at(-1)];
    if (first === undefined || last === undefined || last.at <= first.at) return null;
    return `${Math.round(((last.requests - first.requests) * 1_000) / (last.at - first.at))} requests/s`;
  };
  const left = (at: number): string | null => {
    const share = total.checks === 0 ? 0 : done.checks / total.checks;
    const elapsed = at - startedAt;
    if (elapsed < ESTIMATED_AFTER_MS || share < ESTIMATED_FROM || share >= 1) return null;
    const ms = Math.max((elapsed * (1 - share)) / share, leftAtRecentRate(at));
    return `about ${duration(Math.ceil(ms / 1_000) * 1_000).replace(".0", "")} left`;
  };
  /** The time left at the rate of the last seconds, ms. On a shared account, checks of lists run last, one after another. */
  const leftAtRecentRate = (at: number): number => {
    const [first] = recent;
    const judged = done.checks - (first?.checks ?? 0);
    return first === undefined || judged === 0
      ? 0
      : ((total.checks - done.checks) * (at - first.at)) / judged;
  };

  return {
    planned: (rules, checks, at) => {
      Object.assign(total, { rules, checks });
      startedAt = at;
      recent = [{ at, requests: 0, checks: 0 }];
    },
    judged: ({ isPassive, isViolated }) => {
      done.rules += 1;
      if (!isPassive) done.checks += 1;
      if (isViolated) done.violated += 1;
    },
    sent: (requests, judging, at, paused = null) => {
      const { checks } = done;
      recent = [...recent.filter((entry) => at - entry.at <= WINDOW_MS), { at, requests, checks }];
      const [longest = null] = judging;
      waitsFor = paused ?? (longest === null ? null : `for ${longest}`);
    },
    parts: (at) => {
      const rules = Math.max(total.rules, done.rules);
      const filled = rules === 0 ? 0 : Math.floor((done.rules * BAR_WIDTH) / rules);
      const waiting = waitsFor === null ? null : `waiting ${oneLine(waitsFor)}`;
      return [
        `[${"#".repeat(filled)}${".".repeat(BAR_WIDTH - filled)}] ${done.rules}/${rules} rules`,
        ...(done.violated === 0 ? [] : [`${done.violated} violated`]),
        ...[left(at), rate(), waiting].filter((part) => part !== null),
      ];
    },
  };
}
