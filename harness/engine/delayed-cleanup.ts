import { SETTLING_MS } from "../inbox/inbox.ts";
import { pause } from "../pause.ts";

/** An execution that has ended. */
interface Ended {
  readonly reliance: { readonly onIdle: boolean };
  readonly cleanUp: () => Promise<unknown>;
}

/**
 * Delays the clean-up of checks that relied on the target's report that it is idle. They keep listening for a settling time, to
 * notice an event that arrives after the report.
 */
export class DelayedCleanup {
  readonly #inProgress = new Set<Promise<void>>();

  /**
   * Cleans up after an execution and calls `onEnd`: immediately, or in the background if it relied on a report, after the settling time or
   * as soon as the run is interrupted.
   */
  async after(
    execution: Ended,
    { signal, onEnd }: { signal: AbortSignal; onEnd: () => void },
  ): Promise<void> {
    const { reliance, cleanUp } = execution;
    if (!reliance.onIdle) {
      await cleanUp();
      return onEnd();
    }
    const ending = pause(SETTLING_MS, signal)
      .then(cleanUp)
      .then(onEnd)
      .finally(() => this.#inProgress.delete(ending));
    this.#inProgress.add(ending);
  }

  /** Resolves when all delayed clean-up is done. */
  async ended(): Promise<void> {
    while (this.#inProgress.size > 0) await Promise.all(this.#inProgress);
  }
}
