import type { Exchange } from "../http/answer.ts";

/** Answers that take no longer than this need no extra time, ms. */
const USUAL_MS = 100;

/** The most extra time of a rule, as a multiple of its usual time. Without a limit, an endless list would keep it running forever. */
const MOST = 9;

/** Computes what slow answers add to the time of a check. Answers that are awaited at the same time count once. */
export class SlowAnswers {
  readonly #most: number;
  readonly #onLater: (ms: number) => void;
  #added = 0;
  #countedTo = Number.NEGATIVE_INFINITY;

  /** `onLater` is called with the ms that an answer adds. */
  constructor(usualMs: number, onLater: (ms: number) => void) {
    this.#most = usualMs * MOST;
    this.#onLater = onLater;
  }

  observe({ answer, calledAt, returnedAt }: Pick<Exchange, "answer" | "calledAt" | "returnedAt">): void {
    // Without an answer, the target may be gone.
    if (answer === null) return;
    const slow = returnedAt - Math.max(calledAt + USUAL_MS, this.#countedTo);
    const ms = Math.min(slow, this.#most - this.#added);
    if (ms <= 0) return;
    this.#countedTo = returnedAt;
    this.#added += ms;
    this.#onLater(ms);
  }
}
