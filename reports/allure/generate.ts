import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { prettyJson } from "../json.ts";
import type { OutputFolder } from "../output-folder.ts";
import { oneLine } from "../text.ts";
import { sealHtml } from "./offline.ts";
import { packHtml } from "./pack.ts";
import { HISTORY_RUNS, readHistory, writeHistory } from "./history.ts";
import { CATEGORIES, RESULTS } from "./results.ts";

/** The environment of the generator. Other variables may contain tokens of report servers, which it would use, or the run's keys. */
const PASSED_ON = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR"];

const TIMEOUT_MS = 120_000;

export interface GenerateOptions {
  /** The run's outcome in words, for the report's title. */
  readonly outcome?: string;
  /** File of the earlier runs, to which this run is added. Default: none. */
  readonly history?: string | undefined;
  /** Ends the generator. */
  readonly stop?: AbortSignal;
}

/**
 * Generates `allure-report/index.html` from Allure's results: one file that opens from disk and loads nothing. The generator runs in its
 * own process, because it exits if a report grows too large. Rejects if it fails or takes longer than two minutes. Returns the path.
 */
export async function generateAllureReport(
  folder: OutputFolder,
  options: GenerateOptions = {},
): Promise<string> {
  const work = await mkdtemp(join(tmpdir(), "payconform-allure-"));
  try {
    const config = join(work, "allurerc.json");
    const history = join(work, "history.jsonl");
    const before = options.history === undefined ? "" : readHistory(options.history);
    await writeFile(history, before);
    const kept = options.history === undefined ? {} : { historyPath: history, historyLimit: HISTORY_RUNS };
    const charts = before === "" ? CHARTS : [...CHARTS, ...TRENDS];
    await writeFile(
      config,
      prettyJson({ ...generatorConfig(join(work, "report"), titleOf(options), charts), ...kept }),
    );
    const results = resolve(folder.path, RESULTS);
    const args = [generatorPath(), "generate", "--config", config, "--cwd", work, results];
    await runNode(args, work, options);
    const html = await readFile(join(work, "report", "index.html"), "utf8");
    const path = folder.write("allure-report/index.html", packHtml(sealHtml(html)));
    if (options.history !== undefined) writeHistory(options.history, await readFile(history, "utf8"));
    return path;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Charts that need only one run. */
const CHARTS = [
  { type: "currentStatus", title: "Verdicts" },
  {
    type: "testResultSeverities",
    title: "Verdicts by damage: money is blocker, disclosure critical, contract normal, form minor",
  },
  { type: "successRateDistribution", title: "Share of passed rules by section" },
  { type: "durations", title: "Time of the rules" },
];

/** Charts that need earlier runs. */
const TRENDS = [
  { type: "statusDynamics", title: "Verdicts, run by run", limit: HISTORY_RUNS },
  { type: "statusTransitions", title: "New and fixed, run by run", limit: HISTORY_RUNS },
  { type: "durationDynamics", title: "Time of the rules, run by run", limit: HISTORY_RUNS },
];

/** The title with the outcome, because Allure's percentage ignores skipped and unknown results. */
function titleOf({ outcome }: GenerateOptions): string {
  return outcome === undefined ? "payconform" : `payconform: ${oneLine(outcome)}`;
}

function generatorConfig(output: string, title: string, charts: readonly object[]) {
  return {
    name: title,
    output,
    categories: CATEGORIES.map(({ name, verdict }) => ({
      name,
      matchers: { labels: { verdict: `^${verdict}$` } },
    })),
    plugins: {
      awesome: {
        options: {
          singleFile: true,
          reportName: title,
          reportLanguage: "en",
          groupBy: ["epic", "feature"],
          defaultSortBy: "status,asc",
          charts,
        },
      },
    },
  };
}

/** The command-line entry of the `allure` package, which its exports do not name. */
function generatorPath(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve("allure")), "..", "cli.js");
}

function runNode(args: readonly string[], cwd: string, { stop }: GenerateOptions): Promise<void> {
  const env = Object.fromEntries(
    PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  return new Promise((fulfil, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-2_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const kill = (): void => void child.kill("SIGKILL");
    const timer = setTimeout(kill, TIMEOUT_MS);
    stop?.addEventListener("abort", kill, { once: true });
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      stop?.removeEventListener("abort", kill);
      if (code === 0) return fulfil();
      const how =
        signal === null ? `ended with ${code}` : `was stopped by ${signal} after at most ${TIMEOUT_MS} ms`;
      reject(
        new Error(`Allure's report generator ${how}: ${oneLine(output.trim()) || "it printed nothing"}`),
      );
    });
  });
}
