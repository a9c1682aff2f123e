import type { Exchange } from "../http/answer.ts";

/** How long a target takes to answer where the usual time of a rule is enough; ms. */
const USUAL_MS = 100;

/** How many times its usual time a rule gets in addition, at most: a list that never ends must not last forever. */
const MOST = 9;

/** What slow answers add to the time of a check. Answers that are awaited at the same time count once. */
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
