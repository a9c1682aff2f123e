import type { Check } from "../check.ts";
import { expect } from "../expect.ts";
import type { Exchange } from "../http/answer.ts";
import { isMet } from "../needs.ts";
import type { Shares } from "../property.ts";
import { seedOf } from "../seeds.ts";
import { Transcript } from "../transcript.ts";
import { Inconclusive, NeedMissing } from "../verdicts.ts";
import { CheckCleanup } from "./check-cleanup.ts";
import { CheckDeadline } from "./check-deadline.ts";
import { checkMerchants } from "./check-merchants.ts";
import { propertyRunner } from "./check-property.ts";
import { checkRequests } from "./check-requests.ts";
import { checkWaits } from "./check-waits.ts";
import type { Execution, ExecutionOptions, RequestContext } from "./context.ts";
import { runOnce } from "./once.ts";

/** The share of the time of a rule for its clean-up, which has at least the time of one request. */
const CLEAN_UP = 1 / 4;

/** Prepares an execution of a check. The caller runs the check and then `cleanUp`. */
export function createExecution(options: ExecutionOptions): Execution {
  const { session, rule, signal, attempt, patient = true, served = new Map(), trying = [] } = options;
  const { profile } = session;
  const seed = seedOf(session.seed, rule.id);
  const deadline = new CheckDeadline(options);
  const transcript = new Transcript();
  const shares: Shares = {};
  const reliance = { onIdle: false };
  const found: Execution["found"] = { violation: null };
  const undo = new CheckCleanup(session);
  const property = propertyRunner({
    session,
    rule,
    seed,
    signal,
    shares,
    found,
    transcript,
    deadlineFor: deadline.forRuns,
  });
  const runName = `payconform ${session.runId}`;
  let names = 0;

  const observe = (id: string, value: string): void =>
    session.observations.add(id, value, () => transcript.seen);
  const trials = { session, served, trying, createExecution };

  const checkFor = (context: RequestContext): Check => {
    const onExchange = (exchange: Exchange): void => {
      deadline.slowAnswers.observe(exchange);
      transcript.add(exchange, { cleanUp: context.cleaningUp === true });
      undo.observe(exchange);
    };
    const check: Check = {
      rule,
      seed,
      profile,
      ...checkRequests({ trials, attempt, context, onExchange, observe }),
      ...checkMerchants({ session, transcript, self: () => check }),
      ...checkWaits({ session, attempt, context, signal, reliance }),
      expect,
      signal: context.signal,
      property,
      observe,
      has: (need) => isMet(need, session.supplies),
      require: (need) => {
        if (!isMet(need, session.supplies)) throw new NeedMissing(need);
      },
      runName,
      name: (label) => {
        names += 1;
        return `${runName} ${rule.id} ${label} ${names}`;
      },
      once: (key, make) =>
        runOnce(
          { ...trials, rule, key, attempt, patient, onPaced: deadline.later, transcript, reliance },
          make,
        ),
      cleanUp: (work) => undo.add(work),
      succeeded: (answer) => {
        if (answer.succeeded) return answer;
        throw new Inconclusive(
          `a setup request failed: ${answer.what} returned ${answer.summary}`,
          answer.hasNot("success"),
        );
      },
    };
    return check;
  };
  return {
    check: checkFor({
      // The request rate is no time of the check.
      signal,
      onPaced: options.onPaced ?? (() => undefined),
      patient,
      get deadlineAt() {
        return deadline.at;
      },
    }),
    transcript,
    shares,
    reliance,
    found,
    cleanUp: async () => {
      if (undo.isEmpty) return [];
      // The check's deadline may have passed.
      const { exchangeMs, ruleMs } = profile.deadlines;
      const ms = Math.min(ruleMs, Math.max(exchangeMs, ruleMs * CLEAN_UP));
      const context = { signal: AbortSignal.timeout(ms), deadlineAt: performance.now() + ms, patient: true };
      return undo.run(checkFor({ ...context, cleaningUp: true }));
    },
  };
}
