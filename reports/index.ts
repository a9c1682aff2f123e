import { join } from "node:path";
import type { Reporter, RuleResult, RunResult } from "../harness/results.ts";
import { badgeJson, badgeSvg } from "./files/badge.ts";
import { conformanceJson } from "./files/conformance-json.ts";
import { type ConsoleStream, consoleReport, hasColours } from "./console/console.ts";
import { ndjsonReport } from "./console/ndjson.ts";
import { inCatalogueOrder } from "./evidence/statistics.ts";
import { sarif } from "./files/sarif.ts";
import { writeEvidence } from "./files/shard-evidence.ts";
import { type Shutdown, ReportError } from "./output/shutdown.ts";
import { EVIDENCE_FILE, OUTCOME_FILES, OutputError, type OutputFolder } from "./output/output-folder.ts";
import { summaryMarkdown } from "./files/summary-markdown.ts";
import { type CatalogueFacts, NO_FACTS } from "./evidence/facts.ts";
import { messageOf, oneLine } from "./text/text.ts";
import { writeTranscripts } from "./files/transcripts.ts";

export interface ReportOptions {
  /** The output directory, which must exist. */
  readonly folder: OutputFolder;
  readonly stream: ConsoleStream;
  readonly isTTY: boolean;
  /** Whether this is a CI job, for plain lines without colours or redrawing. */
  readonly ci: boolean;
  /** What is printed: text for a reader, or one JSON object a line for a program. Default: text. */
  readonly format?: "console" | "ndjson" | undefined;
  /** Print only the verdict, the causes and the next step. Default false. */
  readonly quiet?: boolean;
  /** Rule ids in catalogue order, so that reports do not depend on the order of execution. */
  readonly catalogue?: readonly string[];
  /** Facts of the catalogue that the results do not contain. */
  readonly facts?: CatalogueFacts | undefined;
  /** Let Allure's generator write `allure-report/index.html`. Default false. */
  readonly allure?: boolean;
  /** File of the earlier runs, for Allure's trends, to which this run is added. Default: none. */
  readonly allureHistory?: string | undefined;
  /** Keep `allure-results/`, which plugins of CI services read. Default false. */
  readonly keepResults?: boolean;
  /** Write the evidence of all rules, which `merge` reads. Default false. */
  readonly evidence?: boolean;
  /** The path of the profile, relative to the current folder, with slashes; null if there is none below it. */
  readonly profileFile?: string | null;
  /** After its signal, Allure's report is skipped, as is everything that would take too long. */
  readonly stop?: Shutdown;
}

/** A listener that writes reports at the end of the run. */
export interface Reports extends Reporter {
  readonly finish: (result: RunResult) => Promise<Finished>;
}

export interface Finished {
  /** The files that matter to a reader. */
  readonly paths: readonly string[];
  /** The result as the reports state it. */
  readonly result: RunResult;
}

/** The result of a run that was interrupted after its last verdict, but before its reports were complete. */
export function asInterrupted(result: RunResult): RunResult {
  return { ...result, interrupted: true, exitCode: result.exitCode === 0 ? 3 : result.exitCode };
}

/**
 * All reports of a run as one listener. `finish` prints the findings, writes the files, and prints their paths and the exit code. The
 * outcome files are written last, all that can be made or none. If a report other than Allure's fails, they state exit code 4. If
 * they cannot be written, all reports are deleted. In both cases `finish` rejects with a `ReportError`.
 */
export function createReporters(options: ReportOptions): Reports {
  const { folder, stream, isTTY, ci, quiet = false, catalogue = [], stop } = options;
  const console =
    options.format === "ndjson"
      ? ndjsonReport(stream)
      : consoleReport({ stream, live: isTTY && !ci, colour: hasColours(options), quiet });
  let prepare = (_rule: RuleResult): void => undefined;
  return {
    on: (event) => {
      console.on(event);
      // Loads slow modules while the rules are judged. A failure is reported when they are used.
      if (event.type === "started") {
        import("./files/junit.ts").catch(() => undefined);
        import("./page/page.ts")
          .then(({ prepareRulePage }) => (prepare = prepareRulePage))
          .catch(() => undefined);
      }
      if (event.type === "judged") prepare(event.result);
    },
    finish: async (unordered) => {
      const judged = inCatalogueOrder(unordered, catalogue);
      const problems: string[] = [];
      /** Prints; a console report that fails keeps no file from being written. */
      const tell = (print: () => void): void => {
        try {
          print();
        } catch (error) {
          const problem = oneLine(`the console report failed: ${messageOf(error)}`);
          if (!problems.includes(problem)) problems.push(problem);
        }
      };
      const attempt = async <T>(name: string, write: () => T | Promise<T>): Promise<T | null> => {
        tell(() => console.writing(name));
        try {
          return await write();
        } catch (error) {
          const why = messageOf(error);
          problems.push(oneLine(error instanceof OutputError ? why : `${name} could not be written: ${why}`));
          return null;
        }
      };
      tell(() => console.outcome(judged));
      if (options.evidence === true) await attempt(EVIDENCE_FILE, () => writeEvidence(folder, judged, stop));
      const transcripts = await attempt("transcripts", () => writeTranscripts(folder, judged, stop));
      const ended = stop?.signal.aborted === true ? asInterrupted(judged) : judged;
      const failed = (): RunResult => ({ ...ended, exitCode: 4 });
      const before = problems.length;
      // Begins here, because Allure's generator, a process of its own, can work while the outcome is written.
      const allure =
        options.allure === true && stop?.signal.aborted !== true
          ? startAllure(before === 0 ? ended : failed(), options)
          : null;
      const texts = await rendered(before === 0 ? ended : failed(), OUTCOME_FILES, {
        options,
        attempt,
        transcripts,
      });
      // The other files state that one is missing.
      const written =
        before === 0 && problems.length > 0
          ? await rendered(failed(), [...texts.keys()], { options, attempt, transcripts })
          : texts;
      const outcome = await attempt("the outcome", () => folder.writeAll([...written]));
      if (outcome === null) allure?.stop();
      else if (allure !== null) tell(() => console.writing("Allure's report"));
      const { path: report = null, problem, hint } = (await allure?.done) ?? {};
      if (outcome === null) folder.clear();
      const paths = [
        ...(outcome ?? []),
        ...(transcripts === null || transcripts.size === 0 ? [] : [join(folder.path, "transcripts")]),
        ...(report === null ? [] : [report]),
      ];
      const shown = outcome === null ? [] : paths;
      const reported = problems.length === 0 ? ended : failed();
      const notes = problem === undefined ? [] : [problem];
      tell(() => console.close(reported, { paths: shown, problems, notes, hint }));
      if (problems.length > 0) throw new ReportError(problems);
      return { paths: shown, result: reported };
    },
  };
}

type OutcomeFile = (typeof OUTCOME_FILES)[number];

/** The texts of outcome files. A file that cannot be made is left out. */
async function rendered(
  result: RunResult,
  names: readonly OutcomeFile[],
  context: {
    readonly options: ReportOptions;
    readonly attempt: <T>(name: string, write: () => T | Promise<T>) => Promise<T | null>;
    readonly transcripts: Parameters<typeof conformanceJson>[1];
  },
): Promise<ReadonlyMap<OutcomeFile, string>> {
  const { options, attempt, transcripts } = context;
  const facts = options.facts ?? NO_FACTS;
  const make: Readonly<Record<OutcomeFile, () => string | Promise<string>>> = {
    "report.html": async () => (await import("./page/page.ts")).reportPage(result, facts),
    "conformance.json": () => conformanceJson(result, transcripts),
    "junit.xml": async () => (await import("./files/junit.ts")).junitXml(result),
    "summary.md": () => summaryMarkdown(result),
    "results.sarif": () => sarif(result, facts, options.profileFile),
    "badge.json": () => badgeJson(result),
    "badge.svg": () => badgeSvg(result),
  };
  const texts = new Map<OutcomeFile, string>();
  for (const name of names) {
    const text = await attempt(name, make[name]);
    if (text !== null) texts.set(name, text);
  }
  return texts;
}

/** Allure's report in progress. It shows nothing that the outcome does not have, so it changes no exit code if it fails. */
interface Allure {
  readonly stop: () => void;
  /** The path of the report, or why there is none: a problem, or how to get it; nothing if it was stopped. */
  readonly done: Promise<{
    readonly path?: string | null;
    readonly problem?: string;
    readonly hint?: string;
  }>;
}

function startAllure(result: RunResult, options: ReportOptions): Allure {
  const { folder, stop, facts, allureHistory: history, keepResults = false } = options;
  const own = new AbortController();
  const signal = stop === undefined ? own.signal : AbortSignal.any([stop.signal, own.signal]);
  const work = async (): Promise<string | null> => {
    const { allureReport } = await import("./allure/allure.ts");
    return allureReport(folder, result, { facts, history, keepResults, stop: signal });
  };
  return {
    stop: () => own.abort(),
    done: work().then(
      (path) => ({ path }),
      (error: unknown) => {
        const why = oneLine(messageOf(error));
        // A named history asks for the report.
        if (error instanceof Error && error.name === "AllureMissingError" && history === undefined)
          return { hint: why };
        return { problem: `there is no Allure report, which changes no verdict: ${why}` };
      },
    ),
  };
}
