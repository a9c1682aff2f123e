import { contractOperations } from "../contract.ts";
import type { Exchange } from "../http/answer.ts";
import type { WireAnswer } from "../http/wire.ts";
import { pointed } from "../../spec/json.ts";
import { textOf } from "../reported.ts";
import { readBody } from "../event.ts";

/** Fewer refusals may be a coincidence. */
const LEAST_REFUSALS = 3;
/** In less time, the requests that were answered show no rate, ms. */
const LEAST_MS = 1_000;
/** The share of the observed rate that is proposed, because requests do not arrive as evenly as they are sent. */
const SHARE = 0.8;

/** Whether the target itself answers 503: where the contract has it, or with a documented code, as an outage behind a port has (§7.7). */
function isOwnRefusal(operation: string | null, { body }: Pick<WireAnswer, "body">): boolean {
  const read = readBody(body);
  if (read.kind !== "json") return false;
  const isDocumented = contractOperations.get(operation ?? "")?.answers.has(503) === true;
  return isDocumented || /^(?:E_|connect\.)/.test(textOf(pointed(read.value, "/code")));
}

/**
 * Notices a rate limit that answers 503, as that of nginx does by default. The document has no such limit, so the requests are not sent again;
 * the user can set a rate that the target accepts.
 */
export class RateRefusals {
  #refusals = 0;
  #answers = 0;
  #firstAt = 0;
  #firstRefusedAt = 0;
  #lastRefusedAt = 0;
  /** Answers between the first refusal and now, and between the first and the last one. */
  #answersSince = 0;
  #answersBetween = 0;

  /** To be called with every exchange with the hosts of the document. */
  observe({ operation, answer, returnedAt }: Exchange): void {
    if (answer === null) return;
    this.#firstAt ||= returnedAt;
    if (answer.status === 503 && !isOwnRefusal(operation, answer)) {
      if (this.#refusals === 0) this.#firstRefusedAt = returnedAt;
      this.#refusals += 1;
      this.#lastRefusedAt = returnedAt;
      this.#answersBetween = this.#answersSince;
    } else {
      this.#answers += 1;
      if (this.#refusals > 0) this.#answersSince += 1;
    }
  }

  /** What to do, in one sentence; null if nothing looks like a rate limit. `setTo`: the profile's rate so far, requests per second. */
  advice(setTo: number | undefined): string | null {
    if (this.#refusals < LEAST_REFUSALS || this.#answers === 0) return null;
    const rate = Math.min(this.#rate() * SHARE, (setTo ?? Infinity) * SHARE);
    const proposed = rate >= 1 ? Math.floor(rate) : Math.max(0.1, Math.floor(rate * 10) / 10);
    return (
      `${this.#refusals} requests were answered 503 and ${this.#answers} others were answered, as by a rate limit: set ` +
      `budget.requestsPerSecond: ${proposed} in the profile, and judge again`
    );
  }

  /**
   * The rate that was accepted, requests per second. A bucket is full at each refusal, so no burst adds to the answers between two of them.
   */
  #rate(): number {
    const between = this.#lastRefusedAt - this.#firstRefusedAt;
    if (between >= LEAST_MS && this.#answersBetween > 0) return (this.#answersBetween * 1_000) / between;
    const all = Math.max(LEAST_MS, this.#lastRefusedAt - this.#firstAt);
    return (this.#answers * 1_000) / all / 2;
  }
}
