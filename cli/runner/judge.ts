import { randomUUID } from "node:crypto";
import type { Baseline } from "../../harness/baseline/baseline.ts";
import { CATALOGUE_VERSION } from "../../harness/catalogue.ts";
import type { CleanupLogEntry } from "../../harness/cleanup/remaining.ts";
import type { Profile } from "../../harness/profile/types.ts";
import type { Reporter, RunResult } from "../../harness/results.ts";
import { count } from "../../reports/text.ts";
import { proofsByRule } from "../../spec/index.ts";
import type { Gate } from "../gate.ts";
import type { RunConfig } from "../run-config.ts";
import type { OperationMap } from "../targets/operation-map.ts";
import type { Target } from "../targets/target.ts";
import { collect } from "./collect.ts";
import { judgeHere, type JudgingThread, type ThreadOptions } from "./threads.ts";

/** Options of a run. */
export interface JudgeOptions {
  readonly target: Target;
  readonly seed: number;
  readonly runs: number;
  readonly patterns: readonly string[];
  /** Version of the catalogue; the newest without it. */
  readonly catalogue?: string | undefined;
  readonly shard?: RunConfig["shard"] | undefined;
  readonly allowIncomplete: boolean;
  readonly maxRequests?: number | undefined;
  /** Unknown to the baseline; without a limit if undefined. */
  readonly maxViolations?: number | undefined;
  /** Seconds, whole or not. */
  readonly maxDuration?: number | undefined;
  readonly baseline?: Baseline | undefined;
  /** Rules that must pass. */
  readonly gate?: Gate | undefined;
  readonly recorded?: RunConfig["recorded"] | undefined;
  /** Whether an answer that contradicts a rule ends its judgement; otherwise the rule is executed once more. */
  readonly firstViolationEnds?: boolean | undefined;
  /** Whether the results keep all exchanges of rules that passed; otherwise what reports show of them. Default true. */
  readonly wholeTranscripts?: boolean | undefined;
  readonly replayTemplate: string;
  readonly reporter: Reporter;
  /** When the run began, ms since 1970; now without it. */
  readonly startedAt?: number | undefined;
  readonly cleanupLog?: ((entry: CleanupLogEntry) => void) | undefined;
  /** Where the rules are judged; in this thread without it. */
  readonly thread?: ((options: ThreadOptions) => JudgingThread) | undefined;
  /** What the target serves; null where that was not asked. */
  readonly map?: OperationMap | null | undefined;
  /** Aborted when the run is to end early. */
  readonly stop?: AbortSignal | undefined;
}

/** How long the worker may go on after an interruption, ms. */
interface GracePeriod {
  /** Until it acknowledges. */
  readonly acknowledgedWithin: number;
  /** Until it has cleaned up. */
  readonly endsWithin: number;
}

/** After a signal the process ends within two seconds; the rest of them is for the reports. */
const STOPPED: GracePeriod = { acknowledgedWithin: 500, endsWithin: 1_000 };
/** Time for requests in flight and for the cleanup of each check. */
const TIME_OVER: GracePeriod = { acknowledgedWithin: 2_000, endsWithin: 20_000 };

/** Judges a target. Never rejects because of its behaviour. */
export async function judge(options: JudgeOptions): Promise<RunResult> {
  const { target, stop } = options;
  const config: RunConfig = {
    profile: partOf(target.profile, options.shard ?? null),
    keys: target.keys,
    access: target.access,
    seed: options.seed,
    runs: options.runs,
    patterns: options.patterns,
    catalogue: options.catalogue ?? CATALOGUE_VERSION,
    shard: options.shard ?? null,
    liveKeyAllowed: target.liveKeyAllowed,
    maxRequests: options.maxRequests ?? null,
    recorded: options.recorded ?? null,
    firstViolationEnds: options.firstViolationEnds === true,
    wholeTranscripts: options.wholeTranscripts !== false,
    replayTemplate: options.replayTemplate,
    ...(options.map ? { absent: options.map.absent } : {}),
    channel: `payconform-${randomUUID()}`,
  };
  if (options.map) {
    const { operations, keyRefusal } = options.map;
    options.reporter.on({ type: "mapped", operations, keyRefusal });
  }
  let thread: JudgingThread | undefined;
  let acknowledged = (): void => undefined;
  let isReported = false;
  const collector = collect({
    config,
    profile: target.profile,
    embedded: target.embedded,
    allowIncomplete: options.allowIncomplete,
    reporter: options.reporter,
    startedAt: options.startedAt,
    baseline: options.baseline,
    gate: options.gate,
    cleanupLog: options.cleanupLog,
    onInterrupt: () => thread?.interrupt(),
    onEnding: () => acknowledged(),
    onEnded: () => {
      isReported = true;
      if (stop?.aborted === true) leave();
    },
  });
  const timers: NodeJS.Timeout[] = [];
  const after = (ms: number, act: () => void): NodeJS.Timeout => {
    const timer = setTimeout(act, Math.min(ms, 2 ** 31 - 1));
    timers.push(timer);
    return timer;
  };
  let abandon = (): void => undefined;
  const abandoned = new Promise<void>((resolve) => {
    abandon = () => {
      thread?.abandon();
      resolve();
    };
  });
  // All results are here and the process is about to end: does not wait for the thread.
  const leave = (): void => {
    if (options.thread !== undefined) abandon();
  };
  const end = (why: string, gracePeriod: GracePeriod): void => {
    const unacknowledged = after(gracePeriod.acknowledgedWithin, () => abandon());
    acknowledged = () => clearTimeout(unacknowledged);
    after(gracePeriod.endsWithin, () => abandon());
    collector.interrupt(why);
  };
  const onStop = (): void => {
    end("the run was interrupted", STOPPED);
    if (isReported) leave();
  };
  const { maxDuration } = options;
  if (maxDuration !== undefined)
    after(maxDuration * 1_000, () =>
      end(`the limit of ${maxDuration} s (--max-duration) was reached`, TIME_OVER),
    );
  const known = new Set(options.baseline?.known.map(({ rule }) => rule));
  const { maxViolations = Infinity } = options;
  let violations = 0;
  const receive: ThreadOptions["receive"] = (message) => {
    collector.receive(message);
    if (message.type !== "judged" || message.result.verdict !== "violated") return;
    if (known.has(message.result.id)) return;
    violations += 1;
    if (violations === maxViolations)
      end(`the limit of ${count(violations, "violation")} was reached (--bail, --max-violations)`, TIME_OVER);
  };
  try {
    thread = (options.thread ?? judgeHere)({ config, receive });
    if (stop?.aborted === true) onStop();
    else stop?.addEventListener("abort", onStop, { once: true });
    await Promise.race([thread.done, abandoned]);
    const result = await collector.finish(proofsByRule());
    return options.map ? { ...result, operations: options.map.operations } : result;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    stop?.removeEventListener("abort", onStop);
  }
}

/** Shards run at the same time on one account, so each gets its share of the budget. */
function partOf(profile: Profile, shard: RunConfig["shard"]): Profile {
  if (shard === null) return profile;
  const { budget } = profile;
  const share = Math.max(1, Math.floor(budget.accountCreationsPerMinute / shard.count));
  const { requestsPerSecond } = budget;
  return {
    ...profile,
    budget: {
      accountCreationsPerMinute: share,
      ...(requestsPerSecond === undefined ? {} : { requestsPerSecond: requestsPerSecond / shard.count }),
    },
  };
}
