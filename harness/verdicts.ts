import type { ReceivedEvent } from "./event.ts";
import type { ExitCode, FaultKind, RunTotals, Symptom } from "./results.ts";

/**
 * The target contradicts the document. `basis`: "answer" if an answer or event shows it, "deadline" if something is missing at
 * a deadline, which a second execution can disprove.
 */
export class Violation extends Error {
  override readonly name = "Violation";
  readonly expected: string;
  readonly actual: string;
  readonly basis: "answer" | "deadline";
  /** The sequence number of the exchange that shows it. */
  readonly exchange: number | null;
  /** The event that shows it. */
  readonly event: ReceivedEvent | null;
  /** Epoch ms. */
  readonly at = Date.now();
  /** What violations of the same cause have in common. */
  readonly symptom: Symptom | null;
  counterexample: unknown = null;
  /** The failing case of a property, so that exactly this case can be run again. */
  recorded: { readonly property?: number; readonly batch: number; readonly path: string } | null = null;

  constructor(options: {
    expected: string;
    actual: string;
    basis?: "answer" | "deadline";
    exchange?: number | null;
    event?: ReceivedEvent | null;
    symptom?: Symptom;
  }) {
    super(`expected ${options.expected}, but ${options.actual}`);
    this.expected = options.expected;
    this.actual = options.actual;
    this.basis = options.basis ?? "answer";
    this.exchange = options.exchange ?? null;
    this.event = options.event ?? null;
    this.symptom = options.symptom ?? null;
  }
}

/** The target did not let the check finish: a setup request failed, an answer was unusable, or a deadline passed. */
export class Inconclusive extends Error {
  override readonly name = "Inconclusive";
  /** What results of the same cause have in common. */
  readonly symptom: Symptom | null;

  constructor(message: string, symptom: Symptom | null = null) {
    super(message);
    this.symptom = symptom;
  }
}

/**
 * A permitted answer leaves the rule nothing to judge, for example null where the document says "or null". The verdict is `not_applicable`, so
 * that a conformant target stays complete. Never for a state that the check could not create.
 */
export class NothingToJudge extends Inconclusive {}

/** The check needs something that the profile, the API and control do not supply. */
export class NeedMissing extends Error {
  override readonly name = "NeedMissing";
  readonly need: string;

  /** @param detail what of the need is missing, if a part of it is there */
  constructor(need: string, detail?: string) {
    super(detail === undefined ? `needs ${need}` : `needs ${need}: ${detail}`);
    this.need = need;
  }
}

/** No answer arrived: the connection was refused, reset or cut off, or the deadline passed. The verdict is usually `inconclusive`. */
export class TransportFault extends Error {
  override readonly name = "TransportFault";
  readonly kind: FaultKind;
  /** The method and path of the documented operation that got no answer. */
  operation?: string;

  constructor(kind: FaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * Exit code of a run: 4 internal error > 1 violations > 3 incomplete > 0 conformant (2 is decided before a run). Known
 * violations do not count; `allowIncomplete` excuses `could_not_run` only, and not a missing documented route. A gate that
 * failed turns 0 into 1 and changes no other code.
 */
export function exitCodeOf(options: {
  totals: RunTotals;
  known: number;
  allowIncomplete: boolean;
  interrupted: boolean;
  /** The number of stale baseline entries, which fail the run like violations. */
  stale?: number;
  /** The number of rules that could not run because a route does not exist. */
  withoutRoute?: number;
  gateFailed?: boolean;
  /** Whether the suite failed during the run. */
  failed?: boolean;
}): ExitCode {
  const { totals, known, allowIncomplete, interrupted, stale = 0, withoutRoute = 0 } = options;
  if (totals.broken > 0 || options.failed === true) return 4;
  if (totals.violated - known > 0 || stale > 0) return 1;
  const unfinished = totals.inconclusive + totals.unstable > 0 || totals.passed === 0 || interrupted;
  if (unfinished || withoutRoute > 0 || (totals.could_not_run > 0 && !allowIncomplete)) return 3;
  return options.gateFailed === true ? 1 : 0;
}
