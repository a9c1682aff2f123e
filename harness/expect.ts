import { isDeepStrictEqual } from "node:util";
import { Answer } from "./http/answer.ts";
import type { ReceivedEvent } from "./inbox/event.ts";
import { show } from "./show.ts";
import { Inconclusive, Violation } from "./verdicts.ts";

/** The parts of a refusal that are judged. */
interface Refusal {
  readonly status: number | readonly number[];
  /** Literal value of the body's `code`. */
  readonly code?: string;
  /** An entry of `errors` names this field (dotted for nested ones) … */
  readonly field?: string;
  /** … and this rule. */
  readonly rule?: string;
  /** Fields of the body with their exact values. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Statuses of an intermediary or a busy target. Never a violation. */
export const NO_ANSWER_STATUSES = [408, 429, 502, 503, 504];

export class AnswerExpectation {
  readonly #answer: Answer;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  /**
   * The answer has this status (or one of these).
   * @throws Inconclusive if the target was too busy to answer
   */
  toAnswer(...statuses: readonly number[]): void {
    const { status } = this.#answer;
    if (statuses.includes(status)) return;
    this.#letBusyTargetsOff(statuses);
    throw this.#violation(
      `${this.#answer.what} to answer ${statuses.join(" or ")}`,
      `it answered ${this.#answer.summary}`,
    );
  }

  /** The request is refused as documented. */
  toRefuse(refusal: Refusal): void {
    const statuses = typeof refusal.status === "number" ? [refusal.status] : refusal.status;
    this.toAnswer(...statuses);
    const body = this.#answer.body as Record<string, unknown>;
    if (refusal.code !== undefined && body["code"] !== refusal.code) {
      throw this.#violation(
        `the refusal to carry the code ${refusal.code}`,
        `it answered ${this.#answer.summary}`,
      );
    }
    if (refusal.field !== undefined || refusal.rule !== undefined) this.#toNameFault(body, refusal);
    for (const [name, value] of Object.entries(refusal.body ?? {})) {
      if (!isDeepStrictEqual(body[name], value)) {
        throw this.#violation(
          `the refusal to say ${name}: ${shown(value)}`,
          `it answered ${this.#answer.summary}`,
        );
      }
    }
  }

  /** The body contains these fields with exactly these values; other fields are ignored. */
  toCarry(fields: Readonly<Record<string, unknown>>): void {
    const body = this.#answer.body as Record<string, unknown>;
    for (const [name, value] of Object.entries(fields)) {
      if (!isDeepStrictEqual(body[name], value)) {
        throw this.#violation(`${name} to be ${shown(value)}`, `it is ${shown(body[name])}`);
      }
    }
  }

  #toNameFault(body: Record<string, unknown>, refusal: Refusal): void {
    const errors = Array.isArray(body["errors"]) ? (body["errors"] as unknown[]) : [];
    const named = errors.some((entry) => {
      const fault = entry as { field?: unknown; rule?: unknown } | null;
      return (
        (refusal.field === undefined || fault?.field === refusal.field) &&
        (refusal.rule === undefined || fault?.rule === refusal.rule)
      );
    });
    if (named) return;
    const wanted = [
      refusal.field === undefined ? "" : `field ${refusal.field}`,
      refusal.rule === undefined ? "" : `rule ${refusal.rule}`,
    ];
    throw this.#violation(
      `an entry of errors with ${wanted.filter((part) => part !== "").join(" and ")}`,
      `it answered ${this.#answer.summary}`,
    );
  }

  #letBusyTargetsOff(wanted: readonly number[]): void {
    const { status } = this.#answer;
    if (NO_ANSWER_STATUSES.includes(status) && !wanted.includes(status)) {
      throw new Inconclusive(`${this.#answer.what} was kept from answering: ${this.#answer.summary}`);
    }
  }

  #violation(expected: string, actual: string): Violation {
    return new Violation({ expected, actual, exchange: this.#answer.exchange.sequence });
  }
}

export class ValueExpectation {
  readonly #what: string;
  readonly #value: unknown;
  readonly #shownBy: Answer | ReceivedEvent | undefined;

  constructor(options: { what: string; value: unknown; shownBy: Answer | ReceivedEvent | undefined }) {
    this.#what = options.what;
    this.#value = options.value;
    this.#shownBy = options.shownBy;
  }

  /** Deep, strict equality. */
  toBe(expected: unknown): void {
    if (!isDeepStrictEqual(this.#value, expected)) this.#fail(shown(expected));
  }

  toBeOneOf(allowed: readonly unknown[]): void {
    if (!allowed.some((value) => isDeepStrictEqual(this.#value, value))) {
      this.#fail(allowed.map(show).join(" or "));
    }
  }

  toDifferFrom(other: unknown): void {
    if (isDeepStrictEqual(this.#value, other)) this.#fail(`something else than ${shown(other)}`);
  }

  /** `expected` describes the predicate in words. */
  toSatisfy(expected: string, predicate: (value: unknown) => boolean): void {
    if (!predicate(this.#value)) this.#fail(expected);
  }

  #fail(expected: string): never {
    throw new Violation({
      expected: `${this.#what} to be ${expected}`,
      actual: `it is ${shown(this.#value)}`,
      ...(this.#shownBy instanceof Answer
        ? { exchange: this.#shownBy.exchange.sequence }
        : { event: this.#shownBy ?? null }),
    });
  }
}

/** `expect(answer)` judges an answer; `expect.that(what, value)` judges a value, described in words, and names its evidence. */
export interface Expect {
  (answer: Answer): AnswerExpectation;
  readonly that: (what: string, value: unknown, shownBy?: Answer | ReceivedEvent) => ValueExpectation;
}

export const expect: Expect = Object.assign((answer: Answer) => new AnswerExpectation(answer), {
  that: (what: string, value: unknown, shownBy?: Answer | ReceivedEvent) =>
    new ValueExpectation({ what, value, shownBy }),
});

/** A value, shortened as in violations. */
const shown = (value: unknown): string => show(value, 400);
