import { SETTLING_MS } from "../inbox/inbox.ts";
import { pause } from "../pause.ts";

/**
 * Delays the clean-up of checks that relied on the target's report that it is idle. They keep listening for a settling time, to
 * notice an event that arrives after the report.
 */
export class DelayedCleanup {
  readonly #underWay = new Set<Promise<void>>();

  /** Calls `cleanUp` after the settling time, or as soon as the run is interrupted. */
  add(options: { readonly signal: AbortSignal; readonly cleanUp: () => Promise<unknown> }): void {
    const ending = this.#end(options).finally(() => this.#underWay.delete(ending));
    this.#underWay.add(ending);
  }

  async #end({ signal, cleanUp }: { signal: AbortSignal; cleanUp: () => Promise<unknown> }): Promise<void> {
    await pause(SETTLING_MS, signal);
    await cleanUp();
  }

  /** Resolves when all delayed clean-up is done. */
  async ended(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}
