/** The shutdown of a process that received a signal. */
export interface Shutdown {
  /** Aborted when the signal arrives. */
  readonly signal: AbortSignal;
  /** Milliseconds until the process must exit; Infinity before the signal. */
  readonly left: () => number;
}

/** The time that is reserved for the outcome files, ms. */
const OUTCOME_MS = 700;

/** Whether the remaining time suffices only for the outcome files. */
export function isLate(shutdown: Shutdown | undefined): boolean {
  return shutdown !== undefined && shutdown.left() < OUTCOME_MS;
}

/** Reports that could not be written. The message names each one with the reason. */
export class ReportError extends Error {
  override readonly name = "ReportError";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join("; "));
    this.problems = problems;
  }
}
