import { join } from "node:path";
import type { Reporter, RunResult } from "../harness/results.ts";
import { generateAllureReport, mendAllureResults } from "./allure.ts";
import { conformanceJsonReporter } from "./conformance-json.ts";
import { type ConsoleStream, consoleReport } from "./console.ts";
import { exitInWords, inCatalogueOrder } from "./digest.ts";
import { junitReporter } from "./junit.ts";
import { summaryReporter } from "./summary-markdown.ts";
import { oneLine } from "./text.ts";
import { transcriptsReporter } from "./transcripts.ts";

export interface ReportOptions {
  /** Output directory; made when it is missing. */
  readonly outDir: string;
  readonly stream: ConsoleStream;
  readonly isTTY: boolean;
  /** True in a CI job: plain lines, no colours, no redrawing. */
  readonly ci: boolean;
  /** Forbids colours on a terminal; default: the variable NO_COLOR is set and not empty. */
  readonly noColor?: boolean;
  /** Rule ids in the catalogue's order, for reports that do not change with the order of execution. */
  readonly catalogue?: readonly string[];
  /** Mend `allure-results/` and generate `allure-report/index.html`; the folder must have been prepared. Default false. */
  readonly allure?: boolean;
}

/** Some reports could not be written; the others were. The message names each with its reason. */
export class ReportError extends Error {
  override readonly name = "ReportError";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join("; "));
    this.problems = problems;
  }
}

/**
 * All reports of a run as one listener. `finish` writes the files, then prints the outcome with their paths, and gives those that
 * matter to a reader. A report that fails does not keep the others from being written: it is printed, and `finish` rejects with a `ReportError`.
 */
export function createReporters(options: ReportOptions): Required<Reporter> {
  const { outDir, stream, isTTY, ci, catalogue = [] } = options;
  const noColor = options.noColor ?? (process.env["NO_COLOR"] ?? "") !== "";
  const terminal = isTTY && !ci;
  const console = consoleReport({ stream, live: terminal, colour: terminal && !noColor });
  const files: readonly (readonly [string, Required<Reporter>])[] = [
    ["conformance.json", conformanceJsonReporter({ outDir })],
    ["junit.xml", junitReporter({ outDir })],
    ["summary.md", summaryReporter({ outDir })],
    ["transcripts", transcriptsReporter({ outDir })],
    ...(options.allure === true ? ([["Allure's report", allureReporter(outDir)]] as const) : []),
  ];
  return {
    on: console.on,
    finish: async (unordered) => {
      const result = inCatalogueOrder(unordered, catalogue);
      const paths: string[] = [];
      const problems: string[] = [];
      for (const [name, reporter] of files) {
        try {
          const written = await reporter.finish(result);
          if (name !== "transcripts") paths.push(...written);
          else if (written.length > 0) paths.push(join(outDir, "transcripts"));
        } catch (error) {
          problems.push(
            oneLine(
              `${name} could not be written: ${error instanceof Error ? error.message : String(error)}`,
            ),
          );
        }
      }
      console.close(result, paths, problems);
      if (problems.length > 0) throw new ReportError(problems);
      return paths;
    },
  };
}

function allureReporter(outDir: string): Required<Reporter> {
  const results = join(outDir, "allure-results");
  return {
    on: () => {},
    finish: async (result: RunResult) => {
      await mendAllureResults(results, result);
      return [
        await generateAllureReport(results, join(outDir, "allure-report"), { outcome: exitInWords(result) }),
      ];
    },
  };
}
