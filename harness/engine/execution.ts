import type { Check } from "../check.ts";
import { timeForRuns } from "../deadline.ts";
import { expect } from "../expect.ts";
import type { Exchange } from "../http/answer.ts";
import { isMet } from "../needs.ts";
import type { Shares } from "../property.ts";
import { seedOf } from "../seeds.ts";
import { Transcript } from "../transcript.ts";
import { Inconclusive, NeedMissing } from "../verdicts.ts";
import { CheckCleanup } from "./check-cleanup.ts";
import { propertyRunner } from "./check-property.ts";
import { checkRequests } from "./check-requests.ts";
import type { Execution, ExecutionOptions, RequestContext } from "./context.ts";
import { idleWaits } from "./idle-wait.ts";
import { runOnce } from "./once.ts";
import { eventually, pauseFor } from "./polling.ts";
import { SlowAnswers } from "./slow-answers.ts";

/** Time limit for a check's clean-up, ms. */
const CLEAN_UP_MS = 15_000;

/** Prepares one execution of a check; the caller runs the check and then `cleanUp`. */
export function createExecution(options: ExecutionOptions): Execution {
  const { session, rule, signal, attempt, patient = true, served = new Map(), trying = [] } = options;
  // What several rules share is waited for by each of them.
  const { onPaced = () => undefined, onLonger = () => undefined } = options;
  const { profile } = session;
  const { ruleMs } = profile.deadlines;
  const begunAt = performance.now();
  const time = { deadlineAt: options.deadlineAt ?? begunAt + ruleMs };
  const later = (ms: number): void => {
    time.deadlineAt += ms;
    onPaced(ms);
  };
  const slowAnswers = new SlowAnswers(time.deadlineAt - begunAt, later);
  const seed = seedOf(session.seed, rule.id);
  const transcript = new Transcript();
  const shares: Shares = {};
  const reliance = { onIdle: false };
  const found: Execution["found"] = { violation: null };
  const undo = new CheckCleanup(session);
  const property = propertyRunner({
    ...{ session, rule, seed, signal, shares, found, transcript },
    deadlineFor: (runs) => {
      const more = timeForRuns(runs, ruleMs);
      time.deadlineAt += more;
      onLonger(more);
      return time.deadlineAt;
    },
  });
  const runName = `payconform ${session.runId}`;
  let names = 0;

  const observe = (id: string, value: string): void =>
    session.observations.add(id, value, () => transcript.seen);
  const trials = { session, served, trying, createExecution };

  const checkFor = (context: RequestContext): Check => {
    const onExchange = (exchange: Exchange): void => {
      slowAnswers.observe(exchange);
      transcript.add(exchange, { cleanUp: context.cleaningUp === true });
      undo.observe(exchange);
    };
    const check: Check = {
      rule,
      seed,
      profile,
      ...checkRequests({ trials, attempt, context, onExchange, observe }),
      expect,
      signal: context.signal,
      merchant: () => session.merchants.shared(check),
      ownMerchant: (body = {}) => session.merchants.own(check, body),
      otherMerchant: () => session.merchants.other(check),
      merchantLike: (fixture, body) => session.merchants.withCondition(check, fixture, body),
      inbox: (wanted) =>
        session.eventSources.inbox(check, {
          ...wanted,
          onEvent: (event) => transcript.addEvent(event),
          onListening: (url) => transcript.addListening({ url, names: wanted.names }),
        }),
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
      eventually: (wanted) =>
        eventually(wanted, {
          signal,
          withinMs: wanted.withinMs ?? profile.deadlines.settleMs,
          waits: session.waits,
        }),
      pause: async (ms, why) => {
        const resume = session.pauses.begin(why);
        try {
          await pauseFor(ms, signal, why);
        } finally {
          resume();
        }
      },
      ...idleWaits({ session, attempt, context, reliance }),
      once: (key, make) =>
        runOnce(
          {
            ...{ session, rule, key, attempt, patient, onPaced: later, transcript, reliance, served, trying },
            createExecution,
          },
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
      ...{ signal, onPaced, patient },
      get deadlineAt() {
        return time.deadlineAt;
      },
    }),
    transcript,
    shares,
    reliance,
    found,
    cleanUp: async () => {
      if (undo.isEmpty) return [];
      // The check's deadline may have passed.
      const ms = Math.min(ruleMs, CLEAN_UP_MS);
      const context = { signal: AbortSignal.timeout(ms), deadlineAt: performance.now() + ms, patient: true };
      return undo.run(checkFor({ ...context, cleaningUp: true }));
    },
  };
}
