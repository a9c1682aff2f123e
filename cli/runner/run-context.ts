import type { ExitCode, RunResult } from "../../harness/results.ts";
import type { EarlierRun } from "../../reports/comparison.ts";
import type { ConsoleStream } from "../../reports/console.ts";
import type { RunArguments } from "./arguments.ts";
import type { Stop } from "./stop.ts";
import type { KeptThread } from "./threads.ts";

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
