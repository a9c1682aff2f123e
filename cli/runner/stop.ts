import { warn } from "../terminal/output.ts";

/** The user's request to end the process. */
export interface Stop {
  /** Aborted when the user makes the request. */
  readonly signal: AbortSignal;
  /** Milliseconds until the process must have ended; Infinity before a request. */
  readonly left: () => number;
  /** Stops listening. */
  readonly release: () => void;
}

/** From the signal to the end of the process, ms. */
export const STOP_MS = 2_000;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Listens for Ctrl-C and SIGTERM. After the first one a command ends its work and writes what it has; the second one ends the
 * process.
 */
export function listenForStop(message: string): Stop {
  const stop = new AbortController();
  let deadline = Infinity;
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(3);
    deadline = performance.now() + STOP_MS;
    warn(message);
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

/** Calls back on the first Ctrl-C or SIGTERM; the second ends the process. Returns a function that stops listening. */
export function onceStopped(act: () => void): () => void {
  const release = (): void => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  const onSignal = (): void => {
    release();
    act();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return release;
}

/** Awaits work. Returns null as soon as the user asks to stop; the work then continues, and its outcome is ignored. */
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
  // Ignores a failure after the stop.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", onStop);
  }
}
