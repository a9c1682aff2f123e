import { timeForRuns } from "../deadline.ts";
import type { ExecutionOptions } from "./context.ts";
import { SlowAnswers } from "./slow-answers.ts";

/** The deadline of a check, which slow answers and long properties postpone. */
export class CheckDeadline {
  readonly slowAnswers: SlowAnswers;
  readonly #ruleMs: number;
  /** Postpones the deadlines of other checks that wait for a shared result of this one. */
  readonly #onLater: Pick<ExecutionOptions, "onPaced" | "onLonger">;
  #at: number;

  constructor({ session, deadlineAt, onPaced, onLonger }: ExecutionOptions) {
    const now = performance.now();
    this.#ruleMs = session.profile.deadlines.ruleMs;
    this.#at = deadlineAt ?? now + this.#ruleMs;
    this.#onLater = { onPaced, onLonger };
    this.slowAnswers = new SlowAnswers(this.#at - now, this.later);
  }

  /** Monotonic ms. */
  get at(): number {
    return this.#at;
  }

  readonly later = (ms: number): void => {
    this.#at += ms;
    this.#onLater.onPaced?.(ms);
  };

  /** The deadline with that many runs of a property, monotonic ms. */
  readonly forRuns = (runs: number): number => {
    const more = timeForRuns(runs, this.#ruleMs);
    this.#at += more;
    this.#onLater.onLonger?.(more);
    return this.#at;
  };
}
