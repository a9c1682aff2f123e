import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { createBudget } from "./budget.ts";
import { Creations, DelayedCleanup } from "./cleanup.ts";
import { withControlModule } from "../http/control-module.ts";
import { createEventSources } from "./event-sources.ts";
import { createMerchantLeases } from "./merchant-leases.ts";
import { Observations } from "../judge/observations.ts";
import { bodyJudges, PassiveJudge } from "../judge/passive.ts";
import { guessablePorts } from "../ports.ts";
import { Traces } from "../http/tracing.ts";
import { redactorFor } from "../redaction/run-secrets.ts";
import { TraceJudge } from "../judge/trace/trace.ts";
import { isRepeatable, slim } from "../judge/transcript.ts";
import { Routes } from "../judge/routes.ts";
import { describeTarget } from "./describe-target.ts";
import { IdleReports } from "./idle-reports.ts";
import { IssuedKeys } from "./issued-keys.ts";
import { Losses } from "./losses.ts";
import { Pauses, type Session, type SessionOptions } from "./session.ts";
import { Answered } from "./answered.ts";
import { RateRefusals } from "./rate-refusals.ts";
import { surroundedByReads } from "./read-again.ts";
import { createSendToTarget, type Observers } from "./send.ts";
import { Waits } from "../time.ts";

/** Opens a session: builds what the checks of a run share, and asks the target what it offers. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { keys, cleanupLog } = options;
  const { profile, transport } = withControlModule(options);
  const access = options.access ?? { headers: {} };
  const redactor = redactorFor({ profile, keys, access });
  const recorder = options.recorderFor?.(redactor);
  const isJudging = options.judgesPassive !== false;
  const observations = new Observations();
  const judge = new PassiveJudge({
    undocumented: (exchange, status) =>
      observations.add("undocumented-status", `${exchange.operation ?? "?"} answered ${status}`, () => ({
        exchanges: [slim(exchange)],
        events: [],
      })),
    isRepeatable: (exchange) => isRepeatable(exchange, redactor),
    bodies: isJudging ? await bodyJudges() : null,
  });
  const trace = new TraceJudge({ profile, keys, tally: (rule) => judge.tally(rule) });
  const routes = new Routes({ judge: (exchange) => judge.judgeExchange(exchange) });
  const idle = new IdleReports({
    onDistrust: (why) =>
      observations.add("control-idle-too-early", `${why}; the run waited for deadlines from then on`),
  });
  const delayedCleanup = new DelayedCleanup();
  const creations = new Creations({
    keys,
    // An id can be any text that was sent to the target.
    log: cleanupLog && ((entry) => cleanupLog({ ...entry, id: redactor.text(entry.id) })),
  });
  const pauses = new Pauses();
  const budget = createBudget({
    requestsPerSecond: profile.budget.requestsPerSecond,
    maxRequests: options.maxRequests,
    streakMs: profile.deadlines.ruleMs,
    onSpent: options.onSpent,
    onRefused: (why) => pauses.begin(why),
  });
  const observers: Observers = {
    ...{ redactor, routes, creations, idle },
    losses: new Losses(),
    rateRefusals: new RateRefusals(),
    answered: new Answered(),
  };
  const sendPlainly = createSendToTarget({
    ...{ profile, access, transport, budget, observers, recorder },
    trace: isJudging ? trace : undefined,
  });
  const tracedAreas = new Set<string>();
  const sendTo = surroundedByReads({ sendTo: sendPlainly, routes, trace, profile }, () => tracedAreas);
  const end = new AbortController();
  const closing = options.signal === undefined ? end.signal : AbortSignal.any([end.signal, options.signal]);
  setMaxListeners(0, closing);
  const { control, checkoutHost } =
    options.describesTarget === false
      ? { control: new Set<string>(), checkoutHost: true }
      : await describeTarget({
          profile,
          keys,
          sendTo,
          signal: closing,
          onUndescribed: (why) => observations.add("control-undescribed", why),
        });
  const guessedPorts = guessablePorts(profile, keys.test);
  const waits = new Waits();
  const eventSources = createEventSources({
    profile,
    waits,
    openReceiver: transport.openReceiver,
    onDelivery: (bytes, address) => recorder?.arrive(bytes, address),
    onArrival: (accountId, event, isRedelivery) => {
      if (!isRedelivery) idle.arrived(accountId, event);
      if (isJudging) trace.arrive(event);
    },
    judge: (event) => {
      redactor.learnFrom(event.body);
      judge.judgeEvent(event);
    },
  });
  const runId = randomBytes(4).toString("hex");
  let numbers = 0;
  return {
    ...options,
    ...observers,
    profile,
    transport,
    eventSources,
    judge,
    trace,
    observations,
    budget,
    waits,
    pauses,
    delayedCleanup,
    sharedResults: new Map(),
    closing,
    sendTo,
    tracedAreas,
    guessedPorts,
    supplies: { profile, keys, liveKeyAllowed: options.liveKeyAllowed, control, checkoutHost, guessedPorts },
    merchants: createMerchantLeases({
      keys,
      account: profile.account,
      fixtures: profile.fixtures,
      env: options.env ?? process.env,
      liveKeyAllowed: options.liveKeyAllowed,
      learnSecret: (secret, variable) => redactor.learn(secret, variable),
    }),
    issuedKeys: new IssuedKeys(),
    runId,
    nextNumber: () => (numbers += 1),
    traces: profile.trace === false ? null : new Traces({ runId, tracing: profile.trace }),
    close: async () => {
      await delayedCleanup.ended();
      end.abort();
      await eventSources.close();
      await transport.close();
    },
  };
}
