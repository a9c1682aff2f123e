/**
 * The library `payconform`: judge a target from a program, receive each result when it is known, judge the traffic of a client's tests, read the
 * rule catalogue.
 * The emulator is exported by `payconform/emulator`.
 */
import { type Baseline, loadBaseline } from "../harness/profile/baseline.ts";
import type { ProfileInput } from "../harness/profile/defaults.ts";
import type { Keys } from "../harness/profile/types.ts";
import { UnreachableError, UsageError } from "../harness/profile/usage-error.ts";
import type { CatalogueRule, RunEvent, RunResult } from "../harness/results.ts";
import { compared, earlierRunIn } from "../reports/evidence/comparison.ts";
import { CLEANUP_FILE, type OutputFolder } from "../reports/output/output-folder.ts";
import { catalogue, retiredRules, type RetiredRule, type Rule } from "../spec/index.ts";
import { selectRules } from "./selection/select-rules.ts";
import { type Gate, gateOf, loadGate } from "./selection/conclusion.ts";
import { cleanupLogOf } from "./reporting/cleanup-log.ts";
import { beginOutput, endOutput, outputFolder } from "./reporting/out-folder.ts";
import { plainReports } from "./reporting/reporters.ts";
import { recordViolations } from "./replay/replay-file.ts";
import { DEFAULT_RUNS, DEFAULT_SEED } from "./runner/run-config.ts";
import { reportWarning } from "./runner/collect.ts";
import { judge } from "./runner/judge.ts";
import { describeTarget, type Target, withLevel } from "./targets/describe.ts";
import { embeddedTarget } from "./targets/emulator.ts";
import { areasOf, mapWithRetry, obstacleOf } from "./targets/inquiry.ts";
import { reachTarget, requireEmulatorMeant } from "./targets/find.ts";

export type { ProfileInput } from "../harness/profile/defaults.ts";
export type { KeyRole, Keys } from "../harness/profile/types.ts";
export type {
  CatalogueRule,
  ExitCode,
  RunComparison,
  RemainingObject as Leftover,
  Observation,
  RecordedExchange,
  RuleResult,
  RunEvent,
  RunResult,
  RunTotals,
  GateOutcome,
  ChosenLevel,
  LevelOutcome,
  StaleBaselineEntry as StaleExcuse,
  Verdict,
  ViolationDetail,
} from "../harness/results.ts";
export type { Rule } from "../spec/index.ts";
export { ConformanceError, judging, type Judging, type JudgingOptions } from "./judging/judging.ts";
export { UnreachableError, UsageError };

/** The rule catalogue, sorted by id. */
export const rules: readonly Rule[] = catalogue;

export { retiredRules, type RetiredRule };

export interface RunOptions {
  /** Base URL of the payment host; takes precedence over the profile. Without either, the embedded emulator is judged. */
  readonly target?: string;
  readonly checkoutUrl?: string;
  /** A profile as data, or the path of its file. */
  readonly profile?: ProfileInput | string;
  /** Keys by role. Default: the sources that the profile names, such as `PAYCONFORM_KEY`. */
  readonly keys?: Keys;
  /** Ids, ids with `*`, areas or sections. Default: all rules. */
  readonly rules?: readonly string[];
  /**
   * A level: only its rules count. Rules of its areas that came later are judged and shown apart. Default: that of the profile, unless
   * `rules` are given; `all` for all rules.
   */
  readonly level?: string;
  /** Default 1. */
  readonly seed?: number;
  /** Number of runs of each property. Default 20. */
  readonly runs?: number;
  /** Judges only part `index` (from 1) of `count` parts. */
  readonly shard?: { readonly index: number; readonly count: number };
  readonly allowIncomplete?: boolean;
  readonly allowLiveKey?: boolean;
  /** Path of a baseline of known violations. */
  readonly baseline?: string;
  /** Path of a gate: rules that must pass. */
  readonly gate?: string;
  /** Ends the run early after this many violations; known ones do not count. */
  readonly maxViolations?: number;
  /** Ends the run early after this many requests. */
  readonly maxRequests?: number;
  /** Ends the run early after this time, seconds. */
  readonly maxDuration?: number;
  /** Output directory of the reports. Default: nothing is written. */
  readonly outDir?: string;
  /** Called for each event of the run when it occurs. What it throws becomes a warning of the result. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Ends the run early; the result contains the rules that were judged until then. */
  readonly signal?: AbortSignal;
}

/**
 * Judges a target in this process.
 * @throws UsageError for what the caller must fix: an invalid profile, a missing key, a pattern that matches no rule
 * @throws UnreachableError
 */
export async function run(given: RunOptions = {}): Promise<RunResult> {
  const patterns = given.rules ?? [];
  const options = withLevel(given);
  const { rules } = selectRules(patterns, { level: options.level });
  const baseline = options.baseline === undefined ? undefined : loadBaseline(options.baseline);
  if (options.gate !== undefined && options.shard !== undefined)
    throw new UsageError("gate: a shard judges only a part; give it to `payconform merge --gate`");
  const gate = options.gate === undefined ? undefined : gateOf(loadGate(options.gate), options.level);
  const folder = options.outDir === undefined ? null : outputFolder(options.outDir, { flag: "outDir" });
  try {
    return await runInto(folder, { options, patterns, rules, baseline, gate });
  } catch (error) {
    if (error instanceof UnreachableError) folder?.retire();
    throw error;
  } finally {
    if (folder !== null) endOutput(folder);
  }
}

async function runInto(
  folder: OutputFolder | null,
  context: {
    options: RunOptions;
    patterns: readonly string[];
    rules: readonly CatalogueRule[];
    baseline: Baseline | undefined;
    gate: Gate | undefined;
  },
): Promise<RunResult> {
  const { options, patterns, rules, baseline, gate } = context;
  const target = await targetOf(options);
  const map = target.embedded ? null : await mapWithRetry(target, areasOf(rules), { signal: options.signal });
  const obstacle = map === null ? null : obstacleOf(map);
  if (obstacle !== null) throw new UnreachableError(obstacle);
  const earlier = folder === null ? null : earlierRunIn(folder.path);
  if (folder !== null) beginOutput(folder);
  const runs = options.runs ?? DEFAULT_RUNS;
  const seed = options.seed ?? DEFAULT_SEED;
  const stream = { write: () => true };
  const evidence = options.shard !== undefined;
  const reports = folder === null ? null : plainReports(folder, { stream, evidence });
  const cleanupLog =
    folder === null ? null : cleanupLogOf(target, folder.path, () => folder.adopt(CLEANUP_FILE));
  try {
    const judged = await judge({
      target,
      map,
      settings: {
        seed,
        runs,
        patterns,
        level: options.level,
        shard: options.shard,
        maxRequests: options.maxRequests,
        replayTemplate: `payconform run --rules ID --seed ${seed}`,
      },
      allowIncomplete: options.allowIncomplete ?? false,
      maxViolations: options.maxViolations,
      maxDuration: options.maxDuration,
      baseline,
      gate,
      reporter: { on: (event) => options.onEvent?.(event) },
      cleanupLog: cleanupLog?.write,
      stop: options.signal,
    });
    cleanupLog?.close();
    const result = target.embedded ? { ...judged, leftovers: [] } : judged;
    if (folder === null || reports === null) return finished(result, options);
    const shownOut = options.outDir ?? "";
    const recorded = recordViolations(result, {
      folder,
      shownOut,
      runs,
      embedded: target.embedded,
      flags: [],
    });
    const shown = compared(recorded, earlier);
    await reports.finish(shown);
    return finished(shown, options);
  } finally {
    await target.close();
  }
}

function finished(result: RunResult, options: RunOptions): RunResult {
  try {
    options.onEvent?.({ type: "finished", result });
    return result;
  } catch (error) {
    return { ...result, warnings: [...(result.warnings ?? []), reportWarning(error)] };
  }
}

async function targetOf(options: RunOptions): Promise<Target> {
  const { profile, target, checkoutUrl, keys } = options;
  const described = describeTarget({ profile, target, checkoutUrl });
  if (described === null) {
    if (keys !== undefined)
      throw new UsageError("keys are given without a target; add `target` or `profile`");
    requireEmulatorMeant();
    return embeddedTarget({ seed: options.seed ?? DEFAULT_SEED });
  }
  return reachTarget(described, { keys, liveKeyAllowed: options.allowLiveKey ?? false });
}
