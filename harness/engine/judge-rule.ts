import { setMaxListeners } from "node:events";
import { missing, supplyOf } from "../needs.ts";
import { isApplicable } from "../applicability.ts";
import { SharesMissed } from "../property.ts";
import {
  type CatalogueRule,
  type RecordedCase,
  resultFor,
  type RuleResult,
  type Verdict,
} from "../results.ts";
import type { RuleCheck } from "../rule.ts";
import { seedOf } from "../seeds.ts";
import type { Session } from "../session/session.ts";
import { Inconclusive, NeedMissing, TransportFault, Violation } from "../verdicts.ts";
import { type Deadline, startDeadline } from "../deadline.ts";
import { createExecution } from "./execution.ts";
import type { Execution } from "./context.ts";
import { tryRoute } from "./routes.ts";
import type { ServedRules } from "./context.ts";

/** What one execution showed, before it is made a result. */
interface Outcome {
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly needs: readonly string[];
  readonly violation: Violation | null;
  readonly execution: Execution | null;
  readonly shares: RuleResult["shares"];
}

export interface JudgeOptions {
  readonly session: Session;
  readonly rule: CatalogueRule;
  readonly check: RuleCheck;
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal;
  readonly replay: (ruleId: string) => string | null;
  /** How to find out whether a route is there. */
  readonly served?: ServedRules;
}

export interface Judged {
  readonly result: RuleResult;
  /** Whether the verdict relies on the target's reports that it is idle. */
  readonly reliesOnIdle: boolean;
}

/**
 * Judges one rule. A violation, and nothing else, is executed once more. Executions are numbered from `firstAttempt` (default 1);
 * each number has shared results of its own.
 */
export async function judgeRule(options: JudgeOptions & { readonly firstAttempt?: number }): Promise<Judged> {
  const { session, firstAttempt = 1 } = options;
  const startedAt = Date.now();
  const called = performance.now();
  const first = await judgeOnce(options, firstAttempt);
  let outcome = first;
  let reproduced = "1/1";
  if (first.verdict === "violated" && !options.signal.aborted) {
    const second = await judgeOnce(options, firstAttempt + 1);
    reproduced = second.verdict === "violated" ? "2/2" : "1/2";
    const isTooEarly =
      reliesOnIdle(first) && first.violation?.basis === "deadline" && second.verdict === "passed";
    if (isTooEarly)
      session.idle.distrust(`what ${options.rule.id} waited for came when it was awaited to its deadline`);
    outcome = isTooEarly ? second : confirmed(first, second);
  }
  const durationMs = performance.now() - called;
  return {
    result: resultOf({ ...options, outcome, reproduced, startedAt, durationMs }),
    reliesOnIdle: reliesOnIdle(outcome),
  };
}

function reliesOnIdle({ execution }: Outcome): boolean {
  return execution?.reliance.onIdle === true;
}

/** An answer that contradicts the rule stands; a missed deadline only if it is missed again. */
function confirmed(first: Outcome, second: Outcome): Outcome {
  if (second.verdict === "violated" || first.violation?.basis !== "deadline") return first;
  if (second.verdict === "broken") return second;
  return {
    ...first,
    verdict: "unstable",
    reason: `a second execution was ${second.verdict}${second.reason === null ? "" : ` (${second.reason})`}; the first one: ${first.reason ?? ""}`,
  };
}

async function judgeOnce(options: JudgeOptions, attempt: number): Promise<Outcome> {
  const { session, rule, check, served = new Map() } = options;
  const { tries } = check.options;
  if (!isApplicable(session.profile.notOffered, rule)) {
    return plain("not_applicable", "the profile says that the target does not offer this");
  }
  const unmet = missing(rule.needs, session.supplies).map((need) => need.id);
  if (unmet.length > 0) return { ...plain("could_not_run", `needs ${unmet.join(", ")}`), needs: unmet };
  if (check.options.socket === true && session.transport.kind !== "socket") {
    return plain("could_not_run", "only a real socket shows this");
  }
  const deadlineMs = check.options.deadlineMs ?? session.profile.deadlines.ruleMs;
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, options.signal]);
  setMaxListeners(0, signal);
  const execution = createExecution({
    session,
    rule,
    signal,
    attempt,
    deadlineAt: performance.now() + deadlineMs,
    patient: check.options.provokesRateLimit !== true,
    served,
    ...(tries === undefined ? {} : { trying: [tries] }),
  });
  let deadline: Deadline | undefined;
  let onInterrupt: (() => void) | undefined;
  try {
    const late = new Promise<never>((_resolve, reject) => {
      deadline = startDeadline({
        ms: deadlineMs,
        onPassed: () => {
          end.abort();
          reject(new Inconclusive(`the check did not finish within ${deadlineMs} ms`));
        },
      });
      onInterrupt = () => reject(new Inconclusive("the run was interrupted"));
      options.signal.addEventListener("abort", onInterrupt, { once: true });
    });
    late.catch(() => undefined);
    // All checks share one trial of a route; only a violation is tried a second time.
    const shared = tries !== undefined && attempt === 1 && served.has(tries);
    const judging = shared
      ? tryRoute({ session, served, trying: [], createExecution }, tries, execution.transcript)
      : check.judge(execution.check);
    await Promise.race([judging, late]);
    return { ...plain("passed", null), execution, shares: execution.shares };
  } catch (error) {
    const { violation } = execution.found;
    const ended = error instanceof Inconclusive && violation !== null ? violation : error;
    return { ...outcomeOf(ended, session), execution };
  } finally {
    deadline?.cancel();
    if (onInterrupt !== undefined) options.signal.removeEventListener("abort", onInterrupt);
    const finish = async (): Promise<void> => {
      await execution.cleanUp();
      end.abort();
    };
    if (execution.reliance.onIdle) session.delayedCleanup.add({ signal, cleanUp: finish });
    else await finish();
  }
}

function recordedOf(violation: Violation | null, seed: number): RecordedCase | null {
  const recorded = violation?.recorded ?? null;
  if (recorded === null) return null;
  return { property: recorded.property ?? 1, seed, batch: recorded.batch, path: recorded.path };
}

function plain(verdict: Verdict, reason: string | null): Outcome {
  return { verdict, reason, needs: [], violation: null, execution: null, shares: {} };
}

function outcomeOf(error: unknown, session: Session): Outcome {
  if (error instanceof Violation) return { ...plain("violated", error.message), violation: error };
  if (error instanceof NeedMissing) return { ...plain("could_not_run", error.message), needs: [error.need] };
  if (error instanceof SharesMissed) return { ...plain("inconclusive", error.message), shares: error.shares };
  if (error instanceof Inconclusive) return plain("inconclusive", error.message);
  if (error instanceof TransportFault) return plain("inconclusive", `no answer: ${error.message}`);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return plain("broken", `the check itself failed: ${session.redactor.text(text)}`);
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
          },
    counterexample: session.redactor.value(violation?.counterexample ?? null),
    recorded: recordedOf(violation, seedOf(session.seed, rule.id)),
    replay:
      outcome.verdict === "passed" || outcome.verdict === "not_applicable" ? null : options.replay(rule.id),
    shares: outcome.shares,
    transcript: transcript?.recorded(session.redactor) ?? [],
    events: transcript?.recordedEvents(session.redactor) ?? [],
  });
}
