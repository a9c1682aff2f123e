import type { RunEvent, RunResult } from "../../harness/results.ts";
import { ruleEntry } from "../files/conformance-json.ts";
import { inertJson } from "../text/text.ts";
import type { ConsoleReport, ConsoleStream } from "./console.ts";

/**
 * The run for programs: each line is a JSON object with a `type`. A judged rule has the fields that it has in `conformance.json`; the last line
 * has the outcome, and the paths of the reports.
 */
export function ndjsonReport(stream: ConsoleStream): ConsoleReport {
  const line = (value: object): void => void stream.write(`${inertJson(JSON.stringify(value))}\n`);
  return {
    on: (event: RunEvent) => {
      if (event.type === "judged") line({ type: event.type, rule: ruleEntry(event.result, false) });
      else if (event.type !== "finished") line(event);
    },
    outcome: () => undefined,
    writing: () => undefined,
    close: (result: RunResult, { paths, problems, notes = [] }) => {
      const { exitCode, totals, interrupted, durationMs, gate = null, level = null, levels = [] } = result;
      const outcome = { exitCode, interrupted, totals, level, levels, gate, durationMs };
      const known = result.rules.filter((rule) => rule.known).map(({ id }) => id);
      const reports = { paths, problems: [...problems, ...notes], warnings: result.warnings ?? [] };
      line({ type: "finished", ...outcome, known, ...reports });
    },
  };
}
