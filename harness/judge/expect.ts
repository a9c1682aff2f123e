import { isDeepStrictEqual } from "node:util";
import { Answer } from "../http/answer.ts";
import type { ReceivedEvent } from "../event.ts";
import type { Symptom } from "../results.ts";
import { cut, show } from "../plain.ts";
import { Inconclusive, Violation } from "../verdicts.ts";

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
    const expected = statuses.join(" or ");
    throw this.#violation(
      `${this.#answer.what} to answer ${expected}`,
      `it answered ${this.#answer.summary}`,
      this.#answer.hasNot(expected),
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
        this.#refusalPart("code", refusal.code, body["code"]),
      );
    }
    if (refusal.field !== undefined || refusal.rule !== undefined) this.#toNameFault(body, refusal);
    for (const [name, value] of Object.entries(refusal.body ?? {})) {
      if (!isDeepStrictEqual(body[name], value)) {
        throw this.#violation(
          `the refusal to say ${name}: ${shown(value)}`,
          `it answered ${this.#answer.summary}`,
          this.#refusalPart(name, value, body[name]),
        );
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
      this.#refusalPart("errors", "an entry for the fault", body["errors"]),
    );
  }

  #letBusyTargetsOff(wanted: readonly number[]): void {
    const { status } = this.#answer;
    if (NO_ANSWER_STATUSES.includes(status) && !wanted.includes(status)) {
      throw new Inconclusive(`${this.#answer.what} was kept from answering: ${this.#answer.summary}`);
    }
  }

  #refusalPart(part: string, expected: unknown, actual: unknown): Symptom {
    return {
      kind: "refusal",
      where: [this.#answer.operation],
      part,
      expected: typeof expected === "string" ? expected : show(expected, IN_SYMPTOM),
      actual: actual === undefined ? null : show(actual, IN_SYMPTOM),
    };
  }

  #violation(expected: string, actual: string, symptom: Symptom): Violation {
    return new Violation({ expected, actual, exchange: this.#answer.exchange.sequence, symptom });
  }
}

/** A value that is judged, and the answer or event that shows it. */
interface Judged {
  /** The name of a field, dotted for a nested one, or a value in words. */
  readonly what: string;
  readonly isField: boolean;
  readonly value: unknown;
  readonly shownBy: Answer | ReceivedEvent | undefined;
}

class ValueExpectation {
  readonly #judged: Judged;

  constructor(judged: Judged) {
    this.#judged = judged;
  }

  /** Asserts deep, strict equality. */
  toBe(expected: unknown): void {
    if (!isDeepStrictEqual(this.#judged.value, expected)) this.#fail(shown(expected));
  }

  toBeOneOf(allowed: readonly unknown[]): void {
    if (!allowed.some((value) => isDeepStrictEqual(this.#judged.value, value))) {
      this.#fail(allowed.map(shown).join(" or "));
    }
  }

  toDifferFrom(other: unknown): void {
    if (isDeepStrictEqual(this.#judged.value, other)) this.#fail(`something else than ${shown(other)}`);
  }

  /** `expected` describes the predicate in words. */
  toSatisfy(expected: string, predicate: (value: unknown) => boolean): void {
    if (!predicate(this.#judged.value)) this.#fail(expected);
  }

  #fail(expected: string): never {
    const { what, isField, value, shownBy } = this.#judged;
    throw new Violation({
      expected: `${what} to be ${expected}`,
      actual: `it is ${shown(value)}`,
      ...(shownBy instanceof Answer ? { exchange: shownBy.exchange.sequence } : { event: shownBy ?? null }),
      symptom: isField
        ? fieldSymptom(this.#judged, expected)
        : { kind: "value", where: whereOf(shownBy), what },
    });
  }
}

type ExpectValue = (what: string, value: unknown, shownBy?: Answer | ReceivedEvent) => ValueExpectation;

/**
 * `expect(answer)` judges an answer, `expect.field(name, value)` a field of an answer or event (a nested one is dotted), and
 * `expect.that(what, value)` a value described in words. Each names its evidence. Violations of the same field have one cause in reports.
 */
export interface Expect {
  (answer: Answer): AnswerExpectation;
  readonly field: ExpectValue;
  readonly that: ExpectValue;
}

export const expect: Expect = Object.assign((answer: Answer) => new AnswerExpectation(answer), {
  field: (...[what, value, shownBy]: Parameters<ExpectValue>) =>
    new ValueExpectation({ what, isField: true, value, shownBy }),
  that: (...[what, value, shownBy]: Parameters<ExpectValue>) =>
    new ValueExpectation({ what, isField: false, value, shownBy }),
});

/** The most characters of a value in a symptom. */
const IN_SYMPTOM = 80;

function fieldSymptom({ what, value, shownBy }: Judged, expected: string): Symptom {
  return {
    kind: "field",
    where: whereOf(shownBy),
    field: `/${what.replaceAll(".", "/")}`,
    status: shownBy instanceof Answer ? shownBy.status : null,
    fault: value === undefined ? "absent" : "value",
    expected: cut(expected, IN_SYMPTOM),
    actual: show(value, IN_SYMPTOM),
  };
}

function whereOf(shownBy: Answer | ReceivedEvent | undefined): readonly string[] {
  if (shownBy === undefined) return [];
  return [shownBy instanceof Answer ? shownBy.operation : `event ${shownBy.type}`];
}

/** A value, shortened as in violations. */
const shown = (value: unknown): string => show(value, 400);
