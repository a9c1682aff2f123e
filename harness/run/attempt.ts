import { traceOf } from "../plain.ts";
import { setMaxListeners } from "node:events";
import { isApplicable } from "../patterns.ts";
import { type Deadline, startDeadline } from "../time.ts";
import { missing } from "../judge/needs.ts";
import { SharesMissed } from "../judge/property.ts";
import type { CatalogueRule, RuleResult, Symptom, Verdict } from "../results.ts";
import { routeOf } from "../judge/routes.ts";
import type { RuleCheck } from "../check.ts";
import type { Session } from "./session.ts";
import { Inconclusive, NeedMissing, NothingToJudge, TransportFault, Violation } from "../verdicts.ts";
import type { Execution, ServedRules } from "./context.ts";
import { createExecution } from "./execution.ts";
import { isOffered, tryRoute } from "./routes.ts";

/** The outcome of one execution. */
export interface Outcome {
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly needs: readonly string[];
  readonly violation: Violation | null;
  readonly symptom: Symptom | null;
  readonly execution: Execution | null;
  readonly shares: RuleResult["shares"];
}

export interface AttemptOptions {
  readonly session: Session;
  readonly rule: CatalogueRule;
  readonly check: RuleCheck;
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal;
  /** How to find out whether a route exists. */
  readonly served?: ServedRules;
}

/** Executes a check once, within its deadline, and cleans up after it. */
export async function judgeOnce(options: AttemptOptions, attempt: number): Promise<Outcome> {
  const { session, rule, check, served = new Map() } = options;
  const { tries } = check.options;
  if (!isApplicable(session.profile.notOffered, rule)) {
    return plain("not_applicable", NOT_OFFERED);
  }
  const unmet = missing(rule.needs, session.supplies).map((need) => need.id);
  if (unmet.length > 0) return { ...plain("could_not_run", `needs ${unmet.join(", ")}`), needs: unmet };
  if (check.options.socket === true && session.transport.kind !== "socket") {
    return plain("could_not_run", "only a real socket shows this");
  }
  let deadlineMs = check.options.deadlineMs ?? session.profile.deadlines.ruleMs;
  let pacedMs = 0;
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, options.signal]);
  setMaxListeners(0, signal);
  let deadline: Deadline | undefined;
  const execution = createExecution({
    session,
    rule,
    signal,
    attempt,
    deadlineAt: performance.now() + deadlineMs,
    onPaced: (ms) => {
      pacedMs += ms;
      deadline?.extend(ms);
    },
    onLonger: (ms) => {
      deadlineMs += ms;
      deadline?.extend(ms);
    },
    patient: check.options.provokesRateLimit !== true,
    traced: check.options.untraced !== true,
    served,
    ...(tries === undefined ? {} : { trying: [tries] }),
  });
  let onInterrupt: (() => void) | undefined;
  try {
    const late = new Promise<never>((_resolve, reject) => {
      deadline = startDeadline({
        ms: deadlineMs,
        onPassed: () => {
          end.abort();
          const more =
            pacedMs < 1 ? "" : `, and ${Math.round(pacedMs)} ms more for slow answers and the request rate`;
          reject(new Inconclusive(`the check did not finish within ${deadlineMs} ms${more}`));
        },
      });
      onInterrupt = () => reject(new Inconclusive("the run was interrupted"));
      options.signal.addEventListener("abort", onInterrupt, { once: true });
    });
    late.catch(() => undefined);
    // All checks share one trial of a route; only a violation is re-run.
    const shared = tries !== undefined && attempt === 1 && served.has(tries);
    const judging = shared
      ? tryRoute({ session, served, trying: [], createExecution }, tries, execution.transcript)
      : check.judge(execution.check);
    await Promise.race([judging, late]);
    return { ...plain("passed", null), execution, shares: execution.shares };
  } catch (error) {
    const { violation } = execution.found;
    const ended = error instanceof Inconclusive && violation !== null ? violation : error;
    const route = ended instanceof NeedMissing ? routeOf(ended.need) : undefined;
    if (route !== undefined && !isOffered({ session, served }, route))
      return { ...plain("not_applicable", `${NOT_OFFERED}: ${route}`), execution };
    return { ...outcomeOf(ended, session), execution };
  } finally {
    deadline?.cancel();
    if (onInterrupt !== undefined) options.signal.removeEventListener("abort", onInterrupt);
    await session.delayedCleanup.after(execution, { signal, onEnd: () => end.abort() });
  }
}

const NOT_OFFERED = "the profile says that the target does not offer this";

function plain(verdict: Verdict, reason: string | null): Outcome {
  return { verdict, reason, needs: [], violation: null, symptom: null, execution: null, shares: {} };
}

function outcomeOf(error: unknown, session: Session): Outcome {
  if (error instanceof Violation)
    return { ...plain("violated", error.message), violation: error, symptom: error.symptom };
  if (error instanceof NeedMissing) return { ...plain("could_not_run", error.message), needs: [error.need] };
  if (error instanceof SharesMissed) return { ...plain("inconclusive", error.message), shares: error.shares };
  if (error instanceof NothingToJudge) return plain("not_applicable", error.message);
  if (error instanceof Inconclusive)
    return { ...plain("inconclusive", error.message), symptom: error.symptom };
  if (error instanceof TransportFault)
    return {
      ...plain("inconclusive", `no answer: ${error.message}`),
      symptom: {
        kind: "connection",
        fault: error.kind,
        where: error.operation === undefined ? [] : [error.operation],
      },
    };
  const text = traceOf(error);
  return plain("broken", `internal error in the check: ${session.redactor.text(text)}`);
}
