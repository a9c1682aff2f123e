import { supplyOf } from "../judge/needs.ts";
import {
  type RecordedCase,
  resultFor,
  type RuleResult,
  type Symptom,
  type ViolationDetail,
} from "../results.ts";
import { seedOf } from "../judge/property.ts";
import type { Transcript } from "../judge/transcript.ts";
import type { Violation } from "../verdicts.ts";
import { type AttemptOptions, judgeOnce, type Outcome } from "./attempt.ts";
import { traceOf } from "../plain.ts";
import type { Redactor } from "../redaction/redactor.ts";

interface JudgeOptions extends AttemptOptions {
  readonly replay: (ruleId: string) => string | null;
}

type NumberedOptions = JudgeOptions & { readonly firstAttempt?: number };

export interface Judged {
  readonly result: RuleResult;
  /** Whether the verdict relies on the target's reports that it is idle. */
  readonly reliesOnIdle: boolean;
}

/**
 * Judges a rule. Only a violation is executed a second time, unless the session ends the judgement with the first. Executions are numbered from
 * `firstAttempt` (default 1); each number has its own shared results.
 */
export async function judgeRule(options: NumberedOptions): Promise<Judged> {
  const begun = await beginJudging(options);
  return "again" in begun ? begun.again() : begun;
}

/** As {@link judgeRule}, but it leaves the second execution to the caller where a deadline was missed, for which a busy machine may be the reason. */
export async function beginJudging(
  options: NumberedOptions,
): Promise<Judged | { readonly again: () => Promise<Judged> }> {
  const startedAt = Date.now();
  const called = performance.now();
  const orBroken = async <T>(work: () => Promise<T>): Promise<T | Judged> => {
    try {
      return await work();
    } catch (error) {
      const { rule, replay, session } = options;
      const { redactor } = session;
      const result = brokenResult(rule, error, { redactor, startedAt, replay });
      return { result, reliesOnIdle: false };
    }
  };
  return orBroken(async () => {
    const first = await judgeOnce(options, options.firstAttempt ?? 1);
    const started = { at: startedAt, tookMs: performance.now() - called };
    const conclude = (): Promise<Judged> => orBroken(() => concluded(options, first, started));
    const isMissed = first.verdict === "violated" && first.violation?.basis === "deadline";
    return isMissed && !options.signal.aborted ? { again: conclude } : conclude();
  });
}

async function concluded(
  options: NumberedOptions,
  first: Outcome,
  started: { readonly at: number; readonly tookMs: number },
): Promise<Judged> {
  const { session, firstAttempt = 1 } = options;
  const called = performance.now();
  let outcome = first;
  let reproduced = "1/1";
  const isEnough = session.firstViolationEnds === true && !countsTwiceOnly(first, options);
  if (first.verdict === "violated" && !isEnough && !options.signal.aborted) {
    const second = await judgeOnce(options, firstAttempt + 1);
    reproduced = second.verdict === "violated" ? "2/2" : "1/2";
    const isTooEarly =
      reliesOnIdle(first) && first.violation?.basis === "deadline" && second.verdict === "passed";
    if (isTooEarly)
      session.idle.distrust(`what ${options.rule.id} waited for came when it was awaited to its deadline`);
    // A second execution that the end of the run interrupted proves nothing.
    const isCutOff = options.signal.aborted && second.verdict === "inconclusive";
    const isUnconfirmed = isCutOff && first.violation?.basis === "deadline";
    outcome =
      isTooEarly || isUnconfirmed ? second : confirmed(first, second, countsTwiceOnly(first, options));
  }
  const durationMs = started.tookMs + performance.now() - called;
  return {
    result: resultOf({ ...options, outcome, reproduced, startedAt: started.at, durationMs }),
    reliesOnIdle: reliesOnIdle(outcome),
  };
}

function reliesOnIdle({ execution }: Outcome): boolean {
  return execution?.reliance.onIdle === true;
}

/**
 * Whether a violation counts only if a second execution finds one, too. A busy machine may be the reason for a missed deadline, and another client
 * for a setting of an account that the run did not create.
 */
function countsTwiceOnly({ violation }: Outcome, { rule, session }: JudgeOptions): boolean {
  const isShared =
    rule.needs.some((need) => need.startsWith("touch.")) && !session.supplies.control.has("createMerchant");
  return violation?.basis === "deadline" || isShared;
}

/** Any other answer that contradicts the rule is final. */
function confirmed(first: Outcome, second: Outcome, isTwice: boolean): Outcome {
  if (second.verdict === "violated" || !isTwice) return first;
  if (second.verdict === "broken") return second;
  return {
    ...first,
    verdict: "unstable",
    reason: `a second execution was ${second.verdict}${second.reason === null ? "" : ` (${second.reason})`}; the first one: ${first.reason ?? ""}`,
  };
}

function resultOf(
  options: JudgeOptions & { outcome: Outcome; reproduced: string; startedAt: number; durationMs: number },
): RuleResult {
  const { outcome, rule, session } = options;
  const redact = (text: string): string => session.redactor.text(text);
  const { violation } = outcome;
  const transcript = session.transcripts === false ? undefined : outcome.execution?.transcript;
  return resultFor(rule, {
    verdict: outcome.verdict,
    reason: outcome.reason === null ? null : redact(outcome.reason),
    needs: outcome.needs.map((id) => ({ id, supply: supplyOf(id) })),
    exchanges: outcome.execution?.transcript.count ?? 0,
    startedAt: new Date(options.startedAt).toISOString(),
    durationMs: Math.round(options.durationMs * 10) / 10,
    violation:
      violation === null
        ? null
        : {
            expected: redact(violation.expected),
            actual: redact(violation.actual),
            reproduced: options.reproduced,
            exchange: violation.exchange,
            event: violation.event?.arrival ?? null,
            at: new Date(violation.at).toISOString(),
            ...smallestOf(transcript),
          },
    symptom: session.redactor.value(outcome.symptom) as Symptom | null,
    counterexample: session.redactor.value(violation?.counterexample ?? null),
    recorded: recordedOf(violation, seedOf(session.seed, rule.id)),
    replay:
      outcome.verdict === "passed" || outcome.verdict === "not_applicable" ? null : options.replay(rule.id),
    shares: outcome.shares,
    ...evidenceOf(transcript, options),
    listening: (transcript?.listening ?? []).map(({ url, names }) => ({ url: redact(url), names })),
  });
}

function evidenceOf(
  transcript: Transcript | undefined,
  { session, outcome }: { session: AttemptOptions["session"]; outcome: Outcome },
): Partial<RuleResult> {
  if (transcript === undefined) return {};
  const { redactor, transcripts } = session;
  if (transcripts === "proof" && outcome.verdict === "passed") return transcript.proof(redactor);
  return {
    transcript: transcript.recorded(redactor),
    events: transcript.recordedEvents(redactor),
    ...(transcripts === "proof" ? {} : { answers: transcript.answers }),
  };
}

function smallestOf(transcript: Transcript | undefined): Pick<ViolationDetail, "smallest"> {
  const smallest = transcript?.smallest ?? null;
  return smallest === null ? {} : { smallest };
}

function recordedOf(violation: Violation | null, seed: number): RecordedCase | null {
  const recorded = violation?.recorded ?? null;
  if (recorded === null) return null;
  return { property: recorded.property ?? 1, seed, batch: recorded.batch, path: recorded.path };
}

/** The result of a rule that the suite itself failed to judge. An internal error costs that rule, never the run. */
export function brokenResult(
  rule: Parameters<typeof resultFor>[0],
  error: unknown,
  run: {
    readonly redactor: Redactor;
    /** Epoch ms. */
    readonly startedAt: number;
    readonly replay: (ruleId: string) => string | null;
  },
): RuleResult {
  return resultFor(rule, {
    verdict: "broken",
    reason: run.redactor.text(`internal error in the check: ${traceOf(error)}`),
    startedAt: new Date(run.startedAt).toISOString(),
    replay: run.replay(rule.id),
  });
}
