import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { loadBaseline } from "../../harness/profile/baseline.ts";
import { readingProblem, UnreachableError, UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode, RunResult } from "../../harness/results.ts";
import { briefReport } from "../../reports/brief.ts";
import { createReporters } from "../../reports/index.ts";
import { compared, type EarlierRun, earlierRunIn } from "../../reports/evidence/comparison.ts";
import { CLEANUP_FILE, type OutputFolder } from "../../reports/output/output-folder.ts";
import { catalogue } from "../../spec/index.ts";
import { cleanupLogOf } from "../reporting/cleanup-log.ts";
import { beginOutput, endOutput, outputFolder } from "../reporting/out-folder.ts";
import { gateOf, loadGate } from "../selection/conclusion.ts";
import { openReport } from "../terminal/open-report.ts";
import { reportStream, warn } from "../terminal/output.ts";
import type { RunArguments, RunContext, RunEnd } from "../runner/run-options.ts";
import { quoted, recordViolations } from "../replay/replay-file.ts";
import { judge } from "../runner/judge.ts";
import { listenForStop, unlessStopped } from "../runner/stop.ts";
import { type Host, keepThread, type KeptThread } from "../runner/threads.ts";
import { findTarget, profileFileOf, selectTarget } from "../targets/find.ts";
import { areasOf, inquiryHere, mapWithRetry, obstacleOf } from "../targets/inquiry.ts";
import { type Target, withLevel } from "../targets/describe.ts";
import type { OperationMap } from "../targets/operation-map.ts";
import { catalogueFacts } from "../reporting/reporters.ts";
import { selectRules } from "../selection/select-rules.ts";

/** Judges a target and writes the reports. */
export async function run(
  given: RunArguments,
  { startThread = keepThread, leave = (code) => process.exit(code), startedAt = processStart() }: Host = {},
): Promise<ExitCode> {
  // A watched profile can get another level.
  const options = given.watch === true ? given : withLevel(given, selectTarget);
  const { warnings } = selectRules(options.rules ?? [], selectionFor(options));
  if (options.baseline !== undefined) loadBaseline(options.baseline);
  if (options.gate !== undefined) gateOf(loadGate(options.gate), options.level);
  if (options.document !== undefined) catalogueFacts(options.document);
  if (options.har !== undefined) requireWritable(options.har);
  if (options.watch === true) {
    const { watch } = await import("../watch/watch.ts");
    return leave(await watch(options, judgeOnce));
  }
  const stop = listenForStop("interrupted; writing reports of what was judged");
  try {
    const end = await judgeOnce(options, { stop, warnings, startedAt }, startThread);
    if (end.interrupted && end.result === null) warn("nothing was judged");
    // Does not wait for requests in flight or for the thread.
    return end.interrupted ? leave(end.exitCode) : end.exitCode;
  } finally {
    stop.release();
  }
}

/** What else the options select the rules by. */
const selectionFor = ({ kind: kinds, level }: RunArguments) => ({ kinds, level });

/** Creates the file of the recording, so that a mistake shows before the run. @throws UsageError */
function requireWritable(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Keeps an earlier recording until this run begins.
    writeFileSync(file, "", { flag: "a" });
  } catch (error) {
    throw new UsageError(`cannot write --har ${file}: ${readingProblem(error)}`);
  }
}

/** Epoch milliseconds. */
const processStart = (): number => Date.now() - performance.now();

async function judgeOnce(
  options: RunArguments,
  context: RunContext,
  startThread = keepThread,
): Promise<RunEnd> {
  const folder = options.dryRun ? null : outputFolder(options.out, { allure: options.allure });
  const ownThread = options.dryRun || context.thread ? null : startThread();
  try {
    const { earlier = earlierRunIn(resolve(options.out)), startedAt = Date.now() } = context;
    const chosen = options.lastFailed === true ? lastFailedOf(options, earlier) : options;
    const thread = context.thread ?? ownThread;
    const end = await judgeInto(folder, chosen, { ...context, earlier, startedAt, thread });
    if (end.result === null) folder?.retire();
    return end;
  } catch (error) {
    if (error instanceof UnreachableError) folder?.retire();
    throw error;
  } finally {
    ownThread?.close();
    if (folder !== null) endOutput(folder);
  }
}

/** Reduces the selection to the rules that failed in the earlier run. If none did, warns and returns the options unchanged. */
function lastFailedOf(options: RunArguments, earlier: EarlierRun | null): RunArguments {
  const { rules } = selectRules(options.rules ?? [], selectionFor(options));
  const failed = new Set(earlier?.failed);
  const ids = rules.map(({ id }) => id).filter((id) => failed.has(id));
  if (ids.length > 0) return { ...options, rules: ids };
  warn(
    earlier === null
      ? `${options.out} has no earlier run; judging all selected rules`
      : `no selected rule failed in ${options.out}; judging all of them`,
  );
  return options;
}

type Judged = Omit<RunContext, "thread"> & {
  readonly earlier: EarlierRun | null;
  /** Null if nothing is judged. */
  readonly thread: KeptThread | null;
};

async function judgeInto(
  folder: OutputFolder | null,
  options: RunArguments,
  context: Judged,
): Promise<RunEnd> {
  const { stop, warnings = [] } = context;
  const inquiry = context.thread?.inquiry ?? inquiryHere;
  const notJudged = (exitCode: ExitCode): RunEnd => ({
    exitCode,
    interrupted: stop.signal.aborted,
    result: null,
  });
  const target = await unlessStopped(stop, findTarget(options, inquiry));
  if (target === null) return notJudged(3);
  try {
    if (folder === null) {
      warnings.forEach(warn);
      const { printPlan } = await import("./dry-run.ts");
      return notJudged(await printPlan({ target, options }));
    }
    const { rules } = selectRules(options.rules ?? [], { level: options.level });
    const map = target.embedded
      ? null
      : await unlessStopped(
          stop,
          mapWithRetry(target, areasOf(rules), { inquiry, signal: stop.signal, onWait: warn }),
        );
    if (stop.signal.aborted) return notJudged(3);
    const obstacle = map === null ? null : obstacleOf(map);
    if (obstacle !== null) throw new UnreachableError(obstacle);
    const result = await judgeAndReport({ ...context, target, options, folder, map });
    return { exitCode: result.exitCode, interrupted: result.interrupted, result };
  } finally {
    const closed = target.close();
    if (!stop.signal.aborted) await closed;
  }
}

async function judgeAndReport(
  context: Judged & {
    readonly target: Target;
    readonly options: RunArguments;
    readonly folder: OutputFolder;
    readonly map: OperationMap | null;
  },
): Promise<RunResult> {
  const { target, options, stop, folder, earlier, map, brief = false, thread } = context;
  // Otherwise, reports of an earlier run could be taken for those of this run.
  if (!brief) beginOutput(folder);
  const facts = catalogueFacts(options.document);
  const { seed, runs, maxRequests, shard, keepResults = false } = options;
  const isShard = shard !== undefined;
  const evidence = keepResults || isShard;
  const reporters = (brief ? briefReport : createReporters)({
    folder,
    stream: context.stream ?? reportStream,
    isTTY: process.stdout.isTTY === true,
    ci: isInCi(),
    quiet: options.quiet,
    format: options.reporter,
    catalogue: catalogue.map((rule) => rule.id),
    facts,
    profileFile: profileFileOf(options),
    // `merge` writes that of the whole run.
    allure: options.allure && (keepResults || !isShard),
    allureHistory: options.allureHistory,
    keepResults,
    evidence,
    stop,
  });
  const cleanupLog = cleanupLogOf(target, folder.path, () => folder.adopt(CLEANUP_FILE));
  const flags = flagsOf(options);
  const judged = await judge({
    target,
    map,
    settings: {
      ...{ seed, runs, maxRequests, shard, ...selectionFor(options) },
      patterns: options.rules ?? [],
      slimTranscripts: !evidence,
      replayTemplate: ["payconform run --rules ID", `--seed ${seed}`, ...targetFlags(options), ...flags].join(
        " ",
      ),
      har: options.har === undefined ? undefined : resolve(options.har),
    },
    allowIncomplete: options.allowIncomplete,
    maxViolations: options.bail === true ? 1 : options.maxViolations,
    maxDuration: options.maxDuration,
    baseline: options.baseline === undefined ? undefined : loadBaseline(options.baseline),
    gate: options.gate === undefined ? undefined : loadGate(options.gate),
    reporter: reporters,
    startedAt: context.startedAt,
    cleanupLog: cleanupLog?.write,
    thread: thread?.judge,
    stop: stop.signal,
  });
  cleanupLog?.close();
  const { out: shownOut } = options;
  const recorded = brief
    ? judged
    : recordViolations(judged, { folder, shownOut, runs, embedded: target.embedded, flags, stop });
  const result = compared(target.embedded ? { ...recorded, leftovers: [] } : recorded, earlier);
  const { paths, result: reported } = await reporters.finish(result);
  const report = paths.find((path) => path.endsWith("report.html"));
  if (options.open && report !== undefined && !isInCi()) await openReport(report);
  return reported;
}

function isInCi(): boolean {
  return !["", "false", undefined].includes(process.env["CI"]);
}

function targetFlags(options: RunArguments): readonly string[] {
  return [
    ...(options.target === undefined ? [] : [`--target ${quoted(options.target)}`]),
    ...(options.checkoutUrl === undefined ? [] : [`--checkout-url ${quoted(options.checkoutUrl)}`]),
  ];
}

/** The flags, without those of the target, that the command for a single rule also needs. */
function flagsOf(options: RunArguments): readonly string[] {
  return [
    ...(options.profile === undefined ? [] : [`--profile ${quoted(options.profile)}`]),
    ...(options.allowLiveKey ? ["--allow-live-key"] : []),
  ];
}
