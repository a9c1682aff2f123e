/** The end of a process that was asked to end. */
export interface Shutdown {
  /** Aborted when it was. */
  readonly signal: AbortSignal;
  /** Milliseconds until it has to be over; Infinity before. */
  readonly left: () => number;
}

/** The outcome of the whole catalogue takes a fraction of it; ms. */
const OUTCOME_MS = 700;

/** Whether only the outcome itself has time left. */
export function isLate(ending: Shutdown | undefined): boolean {
  return ending !== undefined && ending.left() < OUTCOME_MS;
}
