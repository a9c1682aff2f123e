import { type Api, clientOf } from "../api.ts";
import type { Check } from "../check.ts";
import { trackedPorts } from "../cleanup/tracked-ports.ts";
import { contractOperations, type Operation } from "../contract.ts";
import { createControl } from "../control.ts";
import { timeForRuns } from "../deadline.ts";
import { expect } from "../expect.ts";
import type { Answer, Exchange } from "../http/answer.ts";
import type { RequestParts } from "../http/client.ts";
import { isMet } from "../needs.ts";
import type { Shares } from "../property.ts";
import { seedOf } from "../seeds.ts";
import type { TargetRequest } from "../session/request.ts";
import { Transcript } from "../transcript.ts";
import { Inconclusive, NeedMissing } from "../verdicts.ts";
import { CheckCleanup } from "./check-cleanup.ts";
import { propertyRunner } from "./check-property.ts";
import type { Execution, ExecutionOptions, RequestContext } from "./context.ts";
import { idleWaits } from "./idle-wait.ts";
import { runOnce } from "./once.ts";
import { eventually } from "./polling.ts";
import { expectServed, sendWhereServed } from "./routes.ts";

/** Time limit for a check's clean-up, ms. */
const CLEAN_UP_MS = 15_000;

/** Prepares one execution of a check; the caller runs the check and then `cleanUp`. */
export function createExecution(options: ExecutionOptions): Execution {
  const { session, rule, signal, attempt, patient = true, served = new Map(), trying = [] } = options;
  // What several rules share is waited for by each of them.
  const { onPaced = () => undefined, onLonger = () => undefined } = options;
  const { profile } = session;
  const { ruleMs } = profile.deadlines;
  const time = { deadlineAt: options.deadlineAt ?? performance.now() + ruleMs };
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

  const bearer = (key: string | null | undefined): string | null => {
    if (key === null) return null;
    const chosen = key ?? session.keys.test;
    if (chosen === undefined) throw new NeedMissing("key.test");
    return `Bearer ${chosen}`;
  };
  const observe = (id: string, value: string): void =>
    session.observations.add(id, value, () => transcript.seen);
  const sendTo = (request: TargetRequest): Promise<Answer> =>
    sendWhereServed({ session, served, trying, createExecution }, request);

  const checkFor = (context: RequestContext): Check => {
    const onExchange = (exchange: Exchange): void => {
      transcript.add(exchange, { cleanUp: context.cleaningUp === true });
      undo.observe(exchange);
    };
    const sendOperation = (
      operation: Operation,
      parts: RequestParts,
      authorization: string | null,
    ): Promise<Answer> => {
      const { host, method, path } = operation;
      return sendTo({ operation, host, method, path, parts, authorization, ...context, onExchange });
    };
    const as = (key: string | null | undefined): Api =>
      clientOf(contractOperations, (operation, parts) =>
        sendOperation(operation, parts, bearer(key)),
      ) as unknown as Api;

    const check: Check = {
      rule,
      seed,
      profile,
      api: as(undefined),
      as,
      expect,
      signal: context.signal,
      send: (request) =>
        sendTo({
          operation:
            request.operation === undefined ? null : (contractOperations.get(request.operation) ?? null),
          host: request.host ?? "payment",
          method: request.method,
          path: request.to,
          parts: request,
          authorization: bearer(request.key),
          ...context,
          onExchange: request.aside === true ? () => undefined : onExchange,
        }),
      control: createControl({
        offered: session.supplies.control,
        send: (operation, parts) => sendOperation(operation, parts, null),
      }),
      ports: trackedPorts(
        { creations: session.creations, signal: context.signal },
        {
          profile,
          guessed: session.guessedPorts,
          observe,
          send: ({ key, ...request }) =>
            sendTo({
              ...request,
              authorization: bearer(key),
              ...context,
              onExchange,
            }),
        },
      ),
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
        eventually(wanted, { signal, withinMs: wanted.withinMs ?? profile.deadlines.settleMs }),
      ...idleWaits({ session, attempt, context, reliance }),
      expectServed: (id, send) => {
        const operation = contractOperations.get(id);
        if (operation === undefined) throw new Error(`the contract has no operation ${id}`);
        const { host, method, path } = operation;
        const request = {
          operation,
          host,
          method,
          path,
          parts: {},
          authorization: null,
          ...context,
          onExchange,
        };
        return expectServed({ session, request, patient: attempt === 1 }, send);
      },
      once: (key, make) =>
        runOnce(
          {
            ...{ session, rule, key, attempt, patient, onPaced, transcript, reliance, served, trying },
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
