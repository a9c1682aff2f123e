import { spawn } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { oneLine } from "../text/text.ts";
import { CATEGORIES, RESULTS } from "./results.ts";

const TIMEOUT_MS = 120_000;
/** The number of runs in the history. Each takes 0.8 KB per rule. */
const HISTORY_RUNS = 10;

export interface GenerateOptions {
  /** The command of the generator. */
  readonly command: string;
  /** The run's outcome in words, for the report's title, because Allure's percentage ignores skipped and unknown results. */
  readonly outcome: string;
  /** File of the earlier runs. The history with this run is in `HISTORY` afterwards. Default: none. */
  readonly history?: string | undefined;
  /** Ends the generator. */
  readonly stop: AbortSignal;
}

/** The name of the history in the work folder. */
export const HISTORY = "history.jsonl";

/**
 * Makes one page, which opens from disk and loads nothing, from the results in a work folder. The generator runs in its own process,
 * because it exits if a report grows too large. It gets paths relative to that folder, because it takes others for patterns. Rejects if
 * it fails or takes longer than two minutes.
 */
export async function generate(
  work: string,
  { command, outcome, history, stop }: GenerateOptions,
): Promise<string> {
  const hasEarlierRuns = history !== undefined && existsSync(history);
  if (hasEarlierRuns) copyFileSync(history, join(work, HISTORY));
  const title = oneLine(`payconform: ${outcome}`);
  const config = {
    name: title,
    output: join(work, "report"),
    ...(history === undefined ? {} : { historyPath: join(work, HISTORY), historyLimit: HISTORY_RUNS }),
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
          charts: [...CHARTS, ...(hasEarlierRuns ? TRENDS : [])],
        },
      },
    },
  };
  writeFileSync(join(work, "allurerc.json"), JSON.stringify(config));
  await runGenerator(command, work, stop);
  return sealed(readFileSync(join(work, "report/index.html"), "utf8"));
}

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

/** The generator's environment. Other variables may contain tokens of report servers, which it would use, or the run's keys. */
function environmentIn(work: string): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  // It looks for a home, which a user without an entry in the password file lacks.
  return { PATH, SystemRoot, HOME: work, USERPROFILE: work, TMPDIR: work, TEMP: work, TMP: work };
}

/** The command of the package `allure`, which its exports do not name; null if it is not installed. */
export function generatorCommand(): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("allure")), "../cli.js");
  } catch {
    return null;
  }
}

function runGenerator(cli: string, work: string, stop: AbortSignal): Promise<void> {
  // A larger young generation saves a fifth of its time.
  const args = ["--max-semi-space-size=64", cli, "generate", "--config", "allurerc.json", RESULTS];
  return new Promise((fulfil, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: work,
      env: environmentIn(work),
      stdio: ["ignore", "pipe", "pipe"],
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
      killSignal: "SIGKILL",
    });
    let output = "";
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString("utf8")).slice(-2_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) fulfil();
      else
        reject(
          new Error(
            `Allure's report generator ended with ${code}: ${oneLine(output.trim()) || "it printed nothing"}`,
          ),
        );
    });
  });
}

/** Nothing may reach the network, not even hostile evidence. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' data: blob:",
  "style-src 'unsafe-inline' data: blob:",
  ...["img-src", "media-src", "connect-src", "worker-src", "frame-src"].map((kind) => `${kind} data: blob:`),
  "font-src data:",
  "form-action 'none'",
  "base-uri 'self'",
].join("; ");

/** The analytics of the generator's template. */
const ANALYTICS =
  /<script async src="https:\/\/www\.googletagmanager\.com\/[^>]*><\/script>\s*<script>[^<]*<\/script>/u;

/** Removes the analytics from a page, and forbids it to load anything. @throws Error if the template of the generator has changed */
function sealed(html: string): string {
  const [start = ""] = /^[\s\S]{0,1000}?<head\b[^>]*>/u.exec(html) ?? [];
  if (start === "" || !ANALYTICS.test(html))
    throw new Error("the page that Allure's generator wrote is not as expected: its template has changed");
  const policy = `\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  return `${start}${policy}${html.slice(start.length).replace(ANALYTICS, "")}`;
}
