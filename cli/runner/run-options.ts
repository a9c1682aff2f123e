import type { ExitCode, RuleKind, RunResult } from "../../harness/results.ts";
import type { EarlierRun } from "../../reports/evidence/comparison.ts";
import type { ConsoleStream } from "../../reports/console/console.ts";
import type { Stop } from "./stop.ts";
import type { KeptThread } from "./threads.ts";
import type { Shard } from "../selection/shard.ts";
import type { ReportArguments } from "../reporting/reporters.ts";
import type { TargetArguments } from "../targets/find.ts";

/** What one run gets in addition to its options. */
export interface RunContext {
  readonly stop: Stop;
  readonly warnings?: readonly string[];
  /** The run to compare with. Default: the one whose reports are in the output directory. */
  readonly earlier?: EarlierRun | null;
  /** When the run began, epoch milliseconds. Default: now. */
  readonly startedAt?: number;
  /** The thread that queries the target and judges the rules. Default: a new one. */
  readonly thread?: KeptThread;
  /** The stream of the console report. Default: standard output. */
  readonly stream?: ConsoleStream;
  /** Whether the run only prints what is violated and what changed, and writes no reports. */
  readonly brief?: boolean;
}

/** How a run ended. */
export interface RunEnd {
  readonly exitCode: ExitCode;
  readonly interrupted: boolean;
  /** Null when nothing was judged. */
  readonly result: RunResult | null;
}

/** Judges once and writes the reports. */
export type JudgeOnce = (options: RunArguments, context: RunContext) => Promise<RunEnd>;

/** Options of `run`. */
export interface RunArguments extends TargetArguments, ReportArguments {
  readonly rules?: readonly string[];
  /** Kinds of rules to judge. Default: all. */
  readonly kind?: readonly RuleKind[];
  /** The level by which the run is judged. Default: all rules. */
  readonly level?: string;
  readonly runs: number;
  readonly shard?: Shard;
  readonly allowIncomplete: boolean;
  readonly baseline?: string;
  readonly dryRun: boolean;
  /** Judge only rules that failed when a run in the output directory last judged them. */
  readonly lastFailed?: boolean;
  /** Judge again after each change and when the user asks, until the user quits. */
  readonly watch?: boolean;
  /** Files and folders whose changes start a run. */
  readonly watchPath?: readonly string[];
  /** Stop at the first violation. */
  readonly bail?: boolean;
  readonly maxViolations?: number;
  readonly quiet: boolean;
  /** What is printed. Default: text. */
  readonly reporter?: "console" | "ndjson";
  /** The file into which all that is sent and received is recorded. */
  readonly har?: string;
  readonly open: boolean;
  readonly maxRequests?: number;
  readonly maxDuration?: number;
}
