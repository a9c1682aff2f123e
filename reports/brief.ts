import pc from "picocolors";
import type { RuleResult } from "../harness/results.ts";
import { reasonOf } from "./evidence/causes.ts";
import { comparisonText } from "./evidence/comparison.ts";
import { hasColours } from "./console/console.ts";
import { headline } from "./evidence/evidence.ts";
import { asInterrupted, type ReportOptions, type Reports } from "./index.ts";
import { clip, count, oneLine } from "./text/text.ts";

/** The most rules that are listed. */
const SHOWN = 10;

/** A report of a few lines and no files: what is violated, and what changed since the earlier run. */
export function briefReport(options: ReportOptions): Reports {
  const { stream, stop } = options;
  const colors = pc.createColors(hasColours(options));
  const line = (text: string): unknown => stream.write(`${text}\n`);
  let shown = 0;
  const show = (result: RuleResult): void => {
    if (result.verdict !== "violated" || result.known) return;
    shown += 1;
    if (shown <= SHOWN) line(`${colors.red(headline(result))}  ${oneLine(clip(reasonOf(result), 300))}`);
  };
  return {
    on: (event) => {
      if (event.type === "started") line(`judging first what failed: ${count(event.planned, "rule")}`);
      else if (event.type === "judged") show(event.result);
    },
    finish: (result) => {
      if (shown > SHOWN) line(`and ${count(shown - SHOWN, "violation")} more`);
      const changes = comparisonText(result, colors);
      const stopped = stop?.signal.aborted === true;
      if (changes !== null && !stopped) line(changes);
      return Promise.resolve({ paths: [], result: stopped ? asInterrupted(result) : result });
    },
  };
}
