import pc from "picocolors";
import { emptyTotals, type RuleResult, type RunEvent, type RunResult } from "../harness/results.ts";
import {
  areaTable,
  closingText,
  remainingText,
  needsText,
  paint,
  pathsText,
  progressLine,
  reasonLine,
  slowestText,
  staleText,
  warningsText,
  problemsText,
} from "./console-text.ts";
import { comparisonText } from "./comparison.ts";
import { needsAttention } from "./digest.ts";
import { headline } from "./evidence.ts";
import { oneLine } from "./text.ts";

/** Where the console report goes; `columns` is the width of a terminal. */
export interface ConsoleStream {
  readonly write: (text: string) => unknown;
  readonly columns?: number;
}

export interface ConsoleOptions {
  readonly stream: ConsoleStream;
  /** Redraw one line while the run goes on; otherwise plain lines that a log can keep. */
  readonly live: boolean;
  readonly colour: boolean;
  /** Milliseconds, monotonic. */
  readonly now?: () => number;
}

export interface ConsoleReport {
  readonly on: (event: RunEvent) => void;
  /** Prints everything that is known at the end; `paths` are the reports written, `problems` those that failed. */
  readonly close: (result: RunResult, paths: readonly string[], problems: readonly string[]) => void;
}

const REDRAW_MS = 100;
const REPEATS = 3;
const WINDOW_MS = 3_000;
const CLEAR_LINE = "\r\u001b[2K";

/** Live progress on a terminal, plain lines in a log; then the table, the failures and the totals. */
export function consoleReport(options: ConsoleOptions): ConsoleReport {
  const { stream, live, now = () => performance.now() } = options;
  const colors = pc.createColors(options.colour);
  const totals = emptyTotals();
  let planned = 0;
  let done = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let recent: { readonly at: number; readonly exchanges: number }[] = [];
  let tenths = 0;
  const timesByReason = new Map<string, number>();

  const clear = () => {
    if (live) stream.write(CLEAR_LINE);
  };
  const line = (text: string) => {
    clear();
    stream.write(`${text}\n`);
  };

  const rate = (at: number): string => {
    recent = recent.filter((entry) => at - entry.at <= WINDOW_MS);
    const first = recent[0];
    if (first === undefined || at - first.at < REDRAW_MS) return "";
    const span = (at - first.at) / 1_000;
    const exchanges = recent.reduce((sum, entry) => sum + entry.exchanges, 0);
    return `, ${Math.round(recent.length / span)} rules/s, ${Math.round(exchanges / span)} requests/s`;
  };

  const draw = () => {
    const at = now();
    if (at - drawnAt < REDRAW_MS && done < planned) return;
    drawnAt = at;
    const text = `${progressLine(done, planned, totals)}${rate(at)}`;
    stream.write(`${CLEAR_LINE}${text.slice(0, Math.max(20, (stream.columns ?? 80) - 1))}`);
  };

  /** Prints only the first rules with the same reason: an unreachable target must not fill the log. */
  const trouble = (result: RuleResult) => {
    const reason = result.violation === null ? `${result.verdict} ${result.reason ?? ""}` : result.id;
    const times = (timesByReason.get(reason) ?? 0) + 1;
    timesByReason.set(reason, times);
    if (times > REPEATS) return;
    const more = times === REPEATS && result.violation === null ? " (not repeated for further rules)" : "";
    line(`${paint(colors, result.verdict, headline(result))}  ${reasonLine(result)}${more}`);
  };

  const judged = (result: RuleResult) => {
    done += 1;
    totals[result.verdict] += 1;
    recent.push({ at: now(), exchanges: result.exchanges });
    if (needsAttention(result)) trouble(result);
    if (live) return draw();
    const reached = planned === 0 ? 0 : Math.floor((done * 10) / planned);
    if (reached > tenths) {
      tenths = reached;
      line(progressLine(done, planned, totals));
    }
  };

  return {
    on: (event) => {
      if (event.type === "started") {
        planned = event.planned;
        line(`payconform judges ${oneLine(event.target.baseUrl)}: ${planned} rules, seed ${event.seed}`);
      } else if (event.type === "judged") {
        judged(event.result);
      }
    },
    close: (result, paths, problems) => {
      clear();
      const parts = [
        areaTable(result, colors),
        problemsText(result, colors),
        needsText(result, colors),
        staleText(result, colors),
        warningsText(result, colors),
        remainingText(result, colors),
        slowestText(result),
        comparisonText(result, colors),
        pathsText(paths),
        ...problems.map((problem) => colors.red(oneLine(problem))),
        closingText(result, colors),
      ];
      stream.write(`\n${parts.filter((part) => part !== null).join("\n\n")}\n`);
    },
  };
}
