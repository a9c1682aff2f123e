/**
 * payconform as a library: judge a target from a program, hear results as they come, read the catalogue as data.
 * The emulator is `payconform/emulator`.
 */
import { loadBaseline } from "../harness/baseline/baseline.ts";
import type { ProfileInput } from "../harness/profile/defaults.ts";
import type { Keys } from "../harness/profile/types.ts";
import { UsageError } from "../harness/profile/usage-error.ts";
import type { Reporter, RunEvent, RunResult } from "../harness/results.ts";
import { createReporters } from "../reports/index.ts";
import { catalogue, type Rule } from "../spec/index.ts";
import { rulesMeantBy } from "./commands/rules.ts";
import { openJournal } from "./leaks/journal.ts";
import { madeFolder } from "./out-folder.ts";
import { recordViolations } from "./replay/replay-file.ts";
import { DEFAULT_RUNS, DEFAULT_SEED } from "./run-config.ts";
import { judge } from "./runner/judge.ts";
import { describeTarget } from "./target/describe.ts";
import { embeddedTarget } from "./target/embedded.ts";
import { reachTarget } from "./target/reach.ts";
import type { Target } from "./target/target.ts";

export type { ProfileInput } from "../harness/profile/defaults.ts";
export type { KeyRole, Keys } from "../harness/profile/types.ts";
export type {
  CatalogueRule,
  ExitCode,
  Leftover,
  Observation,
  RecordedExchange,
  RuleResult,
  RunEvent,
  RunResult,
  RunTotals,
  StaleExcuse,
  Verdict,
  ViolationDetail,
} from "../harness/results.ts";
export type { Rule } from "../spec/index.ts";
export { UsageError };

/** The rule catalogue, sorted by id. */
export const rules: readonly Rule[] = catalogue;

export interface RunOptions {
  /** Base URL of the payment host, before that of the profile. Without both, the embedded emulator is judged. */
  readonly target?: string;
  readonly checkoutUrl?: string;
  /** A profile as data, or the path of its file. */
  readonly profile?: ProfileInput | string;
  /** Keys by role; without them they are read from where the profile says (`PAYCONFORM_KEY` by default). */
  readonly keys?: Keys;
  /** Ids, areas, sections, or ids with `*`; all rules without it. */
  readonly rules?: readonly string[];
  /** Version of the catalogue: rules that came later are left out. The newest without it. */
  readonly catalogue?: string;
  /** Default 1. */
  readonly seed?: number;
  /** Runs of a property; default 20. */
  readonly runs?: number;
  readonly shard?: { readonly index: number; readonly count: number };
  readonly allowIncomplete?: boolean;
  readonly allowLiveKey?: boolean;
  /** Path of a baseline of known violations. */
  readonly baseline?: string;
  readonly maxRequests?: number;
  /** Seconds. */
  readonly maxDuration?: number;
  /** Where reports, recorded violations and the journal of leftovers are written; nothing is written without it. */
  readonly outDir?: string;
  /** Hears what happens, while it does. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Ends the run early; what was judged is given. */
  readonly signal?: AbortSignal;
}

/** No answer came from the target, so nothing was judged. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

/**
 * Judges a target in this process.
 * @throws UsageError for what the caller has to mend: a bad profile, no key, a pattern that matches no rule
 * @throws UnreachableError
 */
export async function run(options: RunOptions = {}): Promise<RunResult> {
  const patterns = options.rules ?? [];
  rulesMeantBy(patterns, options.catalogue);
  const baseline = options.baseline === undefined ? undefined : loadBaseline(options.baseline);
  const target = await targetOf(options);
  const outDir = options.outDir === undefined ? null : madeFolder(options.outDir, "outDir");
  const runs = options.runs ?? DEFAULT_RUNS;
  const seed = options.seed ?? DEFAULT_SEED;
  const reports = outDir === null ? null : quietReports(outDir);
  const journal =
    outDir === null || target.embedded
      ? null
      : openJournal({ outDir, target: target.profile.target.baseUrl });
  try {
    const judged = await judge({
      target,
      seed,
      runs,
      patterns,
      catalogue: options.catalogue,
      shard: options.shard,
      allowIncomplete: options.allowIncomplete ?? false,
      maxRequests: options.maxRequests,
      maxDuration: options.maxDuration,
      baseline,
      replayTemplate: `payconform run --rules ID --seed ${seed}`,
      reporter: { on: (event) => options.onEvent?.(event) },
      journal: journal?.write,
      interruptible: interruptBy(options.signal),
    });
    journal?.close();
    const result = target.embedded ? { ...judged, leftovers: [] } : judged;
    if (outDir === null || reports === null) return finished(result, options);
    const shownOut = options.outDir ?? "";
    const recorded = await recordViolations(result, {
      outDir,
      shownOut,
      runs,
      embedded: target.embedded,
      flags: [],
    });
    await reports.finish(recorded);
    return finished(recorded, options);
  } finally {
    await target.close();
  }
}

function finished(result: RunResult, options: RunOptions): RunResult {
  options.onEvent?.({ type: "finished", result });
  return result;
}

async function targetOf(options: RunOptions): Promise<Target> {
  const { profile, target, checkoutUrl, keys } = options;
  const described = describeTarget({ profile, target, checkoutUrl });
  if (described === null) return embeddedTarget({ seed: options.seed ?? DEFAULT_SEED });
  const found = await reachTarget(described, { keys, liveKeyAllowed: options.allowLiveKey ?? false });
  if ("unreachable" in found) throw new UnreachableError(found.unreachable);
  return found.target;
}

/** The reports without the console; Allure's report needs vitest's results, so the command line alone writes it. */
function quietReports(outDir: string): Required<Reporter> {
  return createReporters({
    outDir,
    stream: { write: () => true },
    isTTY: false,
    ci: true,
    catalogue: catalogue.map((rule) => rule.id),
  });
}

function interruptBy(
  signal: AbortSignal | undefined,
): ((interrupt: (why: string) => void) => () => void) | undefined {
  if (signal === undefined) return undefined;
  return (interrupt) => {
    const end = (): void => interrupt("the run was interrupted");
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
    return () => signal.removeEventListener("abort", end);
  };
}
