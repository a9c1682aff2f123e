import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import pc from "picocolors";
import { profileDigest } from "../../harness/profile/defaults.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode, Reporter, RuleResult, RunResult } from "../../harness/results.ts";
import { retirementText } from "../../harness/retirement.ts";
import { remainingText } from "../../reports/console/console-text.ts";
import { exitInWords, VERDICT_WORDS } from "../../reports/evidence/outcome-words.ts";
import { evidenceText, headline } from "../../reports/evidence/evidence.ts";
import { transcriptText } from "../../reports/evidence/transcript.ts";
import { clip, count, groupBy, oneLine } from "../../reports/text/text.ts";
import { catalogue, retiredRules } from "../../spec/index.ts";
import { type FolderLock, lockFolder } from "../reporting/folder-lock.ts";
import { cleanupLogOf } from "../reporting/cleanup-log.ts";
import { isWritable } from "../reporting/out-folder.ts";
import { print } from "../terminal/output.ts";
import { loadReplay, quoted, type ReplayFile } from "../replay/replay-file.ts";
import { DEFAULT_SEED } from "../runner/run-config.ts";
import { judge } from "../runner/judge.ts";
import { listenForStop } from "../runner/stop.ts";
import { type Host, keepThread, type KeptThread } from "../runner/threads.ts";
import { findTarget, type TargetArguments } from "../targets/find.ts";
import type { Target } from "../targets/describe.ts";
import { selectRules } from "../selection/select-rules.ts";
import { SUITE_VERSION } from "../package/own-package.ts";

export type ReplayArguments = Omit<TargetArguments, "seed">;

const TRANSCRIPT_LIMIT = 256 * 1024;
const silent: Reporter = { on: () => undefined };

/**
 * Judges the rule of a recorded violation (its file, or the output directory of a run) again, beginning with the recorded case, until it is violated. Prints the exchanges and the verdict.
 * Of a folder, it judges all violations again and prints what became of each.
 */
export async function replay(
  path: string,
  options: ReplayArguments,
  { startThread = keepThread, leave = (code) => process.exit(code) }: Host = {},
): Promise<ExitCode> {
  const violations = isFolder(path) ? replaysIn(path) : [replayIn(path)];
  const thread = startThread();
  try {
    const { exitCode, interrupted } = await replayAll(thread, { path, violations }, options);
    return interrupted ? leave(exitCode) : exitCode;
  } finally {
    thread.close();
  }
}

async function replayAll(
  thread: KeptThread,
  { path, violations }: { readonly path: string; readonly violations: readonly ReplayFile[] },
  options: ReplayArguments,
): Promise<{ readonly exitCode: ExitCode; readonly interrupted: boolean }> {
  const [recorded] = violations;
  if (recorded === undefined) throw new UsageError(`${path} has no recorded violation`);
  const all = isFolder(path);
  const known = violations.filter(({ rule }) => catalogue.some(({ id }) => id === rule));
  const target = await findTarget(targetOf(recorded, options), thread.inquiry, { isEmulatorMeant: true });
  const stop = listenForStop("interrupted; printing what was judged");
  let lock: FolderLock | null = null;
  const log = (lines: readonly string[]): void => print(lines.join("\n"));
  try {
    log([
      `replaying ${all ? count(violations.length, "violation") : recorded.rule} on ${target.embedded ? "the embedded emulator" : target.profile.target.baseUrl}`,
      ...differences(recorded, profileDigest(target.profile), target.embedded),
    ]);
    if (recorded.steps !== undefined) return await replayExploration(target, recorded, stop.signal);
    if (known.length === 0) {
      log(outcomeLines(violations, []));
      return { exitCode: 0, interrupted: false };
    }
    const folder = all ? path : cleanupFolder(path);
    const cleanupLog = isWritable(folder) ? cleanupLogOf(target, folder) : null;
    if (cleanupLog !== null) lock = lockFolder(folder, folder);
    if (cleanupLog === null && !target.embedded)
      log([`note: ${folder} is not writable, so objects left on the target are listed here only`]);
    const result = await judge({
      target,
      settings: {
        seed: recorded.seed,
        runs: recorded.runs,
        patterns: known.map(({ rule }) => rule),
        recorded: Object.fromEntries(
          known.flatMap(({ rule, case: one }) => (one === null ? [] : [[rule, one]])),
        ),
        firstViolationEnds: true,
        replayTemplate: `payconform run --rules ID --seed ${recorded.seed}`,
      },
      // Only these rules are in scope.
      allowIncomplete: false,
      reporter: silent,
      cleanupLog: cleanupLog?.write,
      thread: thread.judge,
      stop: stop.signal,
    });
    cleanupLog?.close();
    const [rule] = result.rules;
    log([
      ...(all
        ? outcomeLines(violations, result.rules)
        : rule === undefined
          ? []
          : ["", textOf(rule, recorded)]),
      ...(target.embedded ? [] : remainingLines(result, cleanupLog === null ? null : folder)),
      "",
      `exit code ${result.exitCode}: ${exitInWords(result)}`,
    ]);
    return result;
  } finally {
    stop.release();
    lock?.release();
    const closed = target.close();
    if (!stop.signal.aborted) await closed;
  }
}

/** Performs the steps of an exploration again, and prints whether they violate the rule. */
async function replayExploration(
  target: Target,
  recorded: ReplayFile,
  signal: AbortSignal,
): Promise<{ readonly exitCode: ExitCode; readonly interrupted: boolean }> {
  const { replaySteps } = await import("../explore/case.ts");
  const rule = await replaySteps(target, { ...recorded, steps: recorded.steps ?? [] }, signal);
  const interrupted = signal.aborted;
  const exitCode = rule !== null ? 1 : interrupted ? 3 : 0;
  print(
    rule !== null
      ? `\n${textOf(rule, recorded)}`
      : interrupted
        ? `\n${recorded.rule} was not judged`
        : `\n${recorded.rule} held: the recorded steps do not violate it`,
  );
  print(`\nexit code ${exitCode}`);
  return { exitCode, interrupted };
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** A recorded violation. @throws UsageError also if its rule is not judged any more */
function replayIn(file: string): ReplayFile {
  const recorded = loadReplay(file);
  const retired = retiredRules.find(({ id }) => id === recorded.rule);
  if (retired !== undefined) throw new UsageError(`cannot replay ${file}: ${retirementText(retired)}`);
  selectRules([recorded.rule]);
  return recorded;
}

/** The violations that a run has recorded in its output directory. @throws UsageError if there are none, or they are of several runs */
function replaysIn(folder: string): readonly ReplayFile[] {
  const inner = basename(resolve(folder)) === "replays" ? folder : join(folder, "replays");
  const names = isFolder(inner) ? readdirSync(inner).filter((name) => name.endsWith(".json")) : [];
  const violations = names.sort().map((name) => loadReplay(join(inner, name)));
  const [first] = violations;
  if (first === undefined)
    throw new UsageError(
      `${folder} has no recorded violation; give the output directory of a run that has one`,
    );
  if (violations.some(({ steps }) => steps !== undefined))
    throw new UsageError(`${inner} has violations that were found by exploring; replay each file by itself`);
  const runOf = ({ seed, runs, target }: ReplayFile): string => JSON.stringify([seed, runs, target]);
  const other = violations.find((one) => runOf(one) !== runOf(first));
  if (other !== undefined)
    throw new UsageError(
      `${inner} has violations of several runs (${first.rule} and ${other.rule}); replay each file by itself`,
    );
  return violations;
}

/** What became of each violation, and how many there are of each kind. */
function outcomeLines(violations: readonly ReplayFile[], results: readonly RuleResult[]): readonly string[] {
  const outcomes = violations.map((recorded) => ({ recorded, ...outcomeOf(recorded, results) }));
  const width = Math.max(...outcomes.map(({ what }) => what.length));
  const counts = groupBy(outcomes, ({ what }) => what);
  return [
    "",
    ...outcomes.map(({ recorded, what, why }) =>
      oneLine(`${what.padEnd(width)}  ${recorded.rule}${why === "" ? "" : `: ${clip(why, 300)}`}`),
    ),
    "",
    [...counts].map(([what, some]) => `${some.length} ${what}`).join(", "),
  ];
}

function outcomeOf(
  { rule }: ReplayFile,
  results: readonly RuleResult[],
): { readonly what: string; readonly why: string } {
  const result = results.find(({ id }) => id === rule);
  const retired = retiredRules.find(({ id }) => id === rule);
  if (result === undefined)
    return { what: "gone", why: retired === undefined ? "no rule has this id" : retired.reason };
  if (result.verdict === "passed") return { what: "fixed", why: "" };
  if (result.verdict === "not_applicable") return { what: "gone", why: result.reason ?? "" };
  if (result.verdict === "violated") return { what: "still there", why: result.violation?.actual ?? "" };
  return { what: "not judged", why: `${VERDICT_WORDS[result.verdict]}, ${result.reason ?? ""}` };
}

/** The folder of the cleanup log: the output directory of the run, or the folder of a file that was moved. */
function cleanupFolder(file: string): string {
  const folder = dirname(file);
  return basename(folder) === "replays" ? dirname(folder) : folder;
}

function remainingLines(result: RunResult, folder: string | null): readonly string[] {
  const text = remainingText(result, pc.createColors(false));
  if (text === null) return [];
  return ["", text, ...(folder === null ? [] : [`  payconform sweep --out ${quoted(folder)}`])];
}

/** The recorded target, unless the command line names another one. */
function targetOf({ target }: ReplayFile, named: ReplayArguments): TargetArguments {
  if (target === null || named.target !== undefined) return { ...named, seed: DEFAULT_SEED };
  return {
    ...named,
    target: target.baseUrl,
    checkoutUrl: named.checkoutUrl ?? target.checkoutUrl,
    seed: DEFAULT_SEED,
  };
}

/** Notes on why the recorded case may have another outcome now. */
function differences(recorded: ReplayFile, digest: string, embedded: boolean): readonly string[] {
  return [
    ...(recorded.suite.version === SUITE_VERSION
      ? []
      : [
          `note: recorded by version ${recorded.suite.version}, replayed by ${SUITE_VERSION}: generated values may differ`,
        ]),
    ...(embedded || recorded.profile === digest
      ? []
      : ["note: the profile has changed since the violation was recorded"]),
  ];
}

function textOf(rule: RuleResult, recorded: ReplayFile): string {
  const head =
    rule.verdict === "passed"
      ? `passed: ${rule.id}  §${rule.section} ${rule.level}\n${recorded.case === null ? "" : "the recorded case was tried first, then all other cases\n"}`
      : `${headline(rule)}\n${evidenceText({ ...rule, transcript: [], events: [], replay: null }, { value: 16 * 1024, body: 0 })}\n`;
  return `${head}\n${transcriptText(rule, TRANSCRIPT_LIMIT)}`.trimEnd();
}
