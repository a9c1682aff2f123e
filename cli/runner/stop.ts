import { warn } from "../output.ts";

/** A wish of the user's that the process end. */
export interface Stop {
  /** Aborted when it is there. */
  readonly signal: AbortSignal;
  /** No longer listened for. */
  readonly release: () => void;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Listens for Ctrl-C and SIGTERM. After the first one a command ends its work and writes what it has; the second one ends the
 * process.
 */
export function listenForStop(says: string): Stop {
  const stop = new AbortController();
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(3);
    warn(says);
    stop.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    signal: stop.signal,
    release: () => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
