/** The shutdown of a process that received a signal. */
export interface Shutdown {
  /** Aborted when the signal arrives. */
  readonly signal: AbortSignal;
  /** ms until the process has to exit; Infinity before the signal. */
  readonly left: () => number;
}

/** ms that are reserved for the outcome itself. */
const OUTCOME_MS = 700;

/** Whether there is no time left but for the outcome itself. */
export function isLate(ending: Shutdown | undefined): boolean {
  return ending !== undefined && ending.left() < OUTCOME_MS;
}
