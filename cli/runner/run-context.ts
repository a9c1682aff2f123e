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
  /** The run to compare with; by default the one whose reports are in the output directory. */
  readonly earlier?: EarlierRun | null;
  /** When the run began, ms since 1970; by default when it is called. */
  readonly startedAt?: number;
  /** Where the target is asked and the rules are judged; without it, in a thread of the run. */
  readonly thread?: KeptThread;
  /** Where the console report goes; standard output without it. */
  readonly stream?: ConsoleStream;
  /** Prints what is violated and what changed, and writes no reports. */
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
