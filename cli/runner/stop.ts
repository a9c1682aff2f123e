import { warn } from "../output.ts";

/** A wish of the user's that the process end. */
export interface Stop {
  /** Aborted when it is there. */
  readonly signal: AbortSignal;
  /** Milliseconds until the process has to be over; Infinity while nobody asks. */
  readonly left: () => number;
  /** No longer listened for. */
  readonly release: () => void;
}

/** From the signal to the end of the process, ms. */
const STOP_MS = 2_000;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Listens for Ctrl-C and SIGTERM. After the first one a command ends its work and writes what it has; the second one ends the
 * process.
 */
export function listenForStop(says: string): Stop {
  const stop = new AbortController();
  let deadline = Infinity;
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(3);
    deadline = performance.now() + STOP_MS;
    warn(says);
    stop.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    signal: stop.signal,
    left: () => deadline - performance.now(),
    release: () => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}

/** What comes of this work, or null once the user wishes that the process end: the work is left to itself. */
export async function unlessStopped<T>(
  { signal }: Pick<Stop, "signal">,
  work: Promise<T>,
): Promise<T | null> {
  if (signal.aborted) return null;
  let onStop = (): void => undefined;
  const stopped = new Promise<null>((resolve) => {
    onStop = () => resolve(null);
    signal.addEventListener("abort", onStop, { once: true });
  });
  // What fails after it was left to itself is nobody's business.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", onStop);
  }
}
