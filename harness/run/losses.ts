import type { Exchange } from "../http/answer.ts";
import type { Redactor } from "../redaction/redactor.ts";
import { repeatables, record, slim } from "../judge/transcript.ts";
import type { FaultKind, LostTarget } from "../results.ts";

/** Fewer requests without a connection may be a coincidence. */
const LOST_AFTER = 3;
const KEPT = 5;
/** The most UTF-16 units of a body that are kept. */
const MOST = 4_096;
/** The faults of requests that were in flight when the target ended, or were sent afterwards. */
const WITHOUT_CONNECTION: readonly FaultKind[] = ["refused", "reset", "truncated"];

/** Notices that a target stops answering, and which requests it had received last. */
export class Losses {
  #failures = 0;
  /** The first request without an answer since the last answer. */
  #first: Exchange | null = null;
  #unanswered: Exchange[] = [];
  #answered: Exchange | null = null;

  answered(exchange: Exchange): void {
    if (this.#answered === null || exchange.calledAt > this.#answered.calledAt)
      this.#answered = slim(exchange);
    if (this.#first === null || exchange.calledAt < this.#first.returnedAt) return;
    this.#failures = 0;
    this.#first = null;
    this.#unanswered = [];
  }

  failed(exchange: Exchange, kind: FaultKind): void {
    if (!WITHOUT_CONNECTION.includes(kind)) return;
    this.#failures += 1;
    this.#first ??= slim(exchange);
    const inFlight = exchange.calledAt <= this.#first.returnedAt;
    if (kind !== "refused" && inFlight) this.#unanswered.push(slim(exchange));
  }

  /** How the target stopped answering; null while it answers. */
  lost(redactor: Redactor): LostTarget | null {
    const first = this.#first;
    if (first === null || this.#failures < LOST_AFTER) return null;
    const unanswered = [...this.#unanswered].sort((a, b) => a.calledAt - b.calledAt).slice(0, KEPT);
    const last = unanswered.length === 0 && this.#answered !== null ? [this.#answered] : unanswered;
    const repeated = repeatables(last, redactor);
    return {
      at: new Date(first.startedAt + first.returnedAt - first.calledAt).toISOString(),
      fault: redactor.text(first.fault ?? ""),
      last: last.map((exchange) => record(exchange, redactor, MOST, repeated.get(exchange))),
    };
  }
}
