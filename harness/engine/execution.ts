import { type Api, clientOf } from "../api.ts";
import type { Check, Eventually } from "../check.ts";
import { contractOperations, type Operation } from "../contract.ts";
import { controlOperations, createControl } from "../control.ts";
import { expect } from "../expect.ts";
import type { Answer, Exchange } from "../http/answer.ts";
import type { RequestParts } from "../http/client.ts";
import { createdClock } from "../cleanup/creations.ts";
import { isMet } from "../needs.ts";
import { trackedPorts } from "../cleanup/tracked-ports.ts";
import { runProperty, type Shares } from "../property.ts";
import type { CatalogueRule } from "../results.ts";
import { seedOf } from "../seeds.ts";
import type { Session, SessionRequest } from "../session.ts";
import { Transcript } from "../transcript.ts";
import { Inconclusive, NeedMissing, Violation } from "../verdicts.ts";
import { startDeadline } from "../deadline.ts";
import { expectServed, type ServedRules, sendWhereServed } from "./routes.ts";
import { runOnce } from "./once.ts";

/** One execution of one check: its context and what it left behind. */
export interface Execution {
  readonly check: Check;
  readonly transcript: Transcript;
  readonly shares: Shares;
  /** Whether something was decided by the target's report that it is idle. */
  readonly reliance: { onIdle: boolean };
  /** The smallest violation of a property so far: it stands, whatever ends the check before it is thrown. */
  readonly found: { violation: Violation | null };
  /** Undoes what the check made, newest first; failures are told, not thrown. */
  readonly cleanUp: () => Promise<readonly string[]>;
}

type RequestContext = Pick<SessionRequest, "signal" | "deadlineAt" | "patient" | "cleaningUp">;

/** Undoing what one check made may take so long. */
const CLEAN_UP_MS = 15_000;
const POLL_MS = { first: 5, most: 250 };

export function createExecution(options: {
  session: Session;
  rule: CatalogueRule;
  signal: AbortSignal;
  /** Counts the executions of the rule, from 1. */
  attempt: number;
  /** Monotonic ms; without it the profile's time of one rule from now. */
  deadlineAt?: number;
  /** False when the rule is about the rate limit itself. Default true. */
  patient?: boolean;
  /** How to find out whether a route is there. */
  served?: ServedRules;
  /** Operations whose routes are being tried just now: their own answers are awaited by nobody. */
  trying?: readonly string[];
}): Execution {
  const { session, rule, signal, attempt, patient = true, served = new Map(), trying = [] } = options;
  const { profile } = session;
  const deadlineAt = options.deadlineAt ?? performance.now() + profile.deadlines.ruleMs;
  const transcript = new Transcript();
  const shares: Shares = {};
  const reliance = { onIdle: false };
  const found: Execution["found"] = { violation: null };
  const undo: ((check: Check) => Promise<unknown>)[] = [];
  const clocks = new Map<string, string | null>();
  const runName = `payconform ${session.runId}`;
  let names = 0;
  let properties = 0;

  const bearer = (key: string | null | undefined): string | null => {
    if (key === null) return null;
    const chosen = key ?? session.keys.test;
    if (chosen === undefined) throw new NeedMissing("key.test");
    return `Bearer ${chosen}`;
  };
  const sendTo = (request: SessionRequest): Promise<Answer> =>
    sendWhereServed({ session, served, trying }, request);
  /** What a check may do; `way`: how its requests travel. */
  const checkFor = (way: RequestContext): Check => {
    const onExchange = (exchange: Exchange): void => {
      transcript.add(exchange, { cleanUp: way.cleaningUp === true });
      const clock = createdClock(exchange);
      if (clock !== undefined) clocks.set(clock, keyOf(exchange));
    };
    const sendOperation = (
      operation: Operation,
      parts: RequestParts,
      authorization: string | null,
    ): Promise<Answer> =>
      sendTo({
        operation,
        host: operation.host,
        method: operation.method,
        path: operation.path,
        parts,
        authorization,
        ...way,
        onExchange,
      });
    const as = (key: string | null | undefined): Api =>
      clientOf(contractOperations, (operation, parts) =>
        sendOperation(operation, parts, bearer(key)),
      ) as unknown as Api;

    /** A second execution waits for deadlines, so that it can correct a report that came too early. */
    const mayRely = attempt === 1 && isMet("control.awaitIdle", session.supplies);
    const awaitIdle: Check["awaitIdle"] = async ({ accountId, testKey, liveKey }, withinMs) => {
      const operation = controlOperations.get("awaitIdle");
      if (!mayRely || operation === undefined) return false;
      session.idle.watch({ accountId, keys: [testKey, liveKey] });
      const isIdle = async (): Promise<boolean> => {
        const answer = await session.sendTo({
          operation,
          host: operation.host,
          method: operation.method,
          path: operation.path,
          parts: {
            path: { accountId },
            json: { withinMs: Math.ceil(withinMs) },
            deadlineMs: withinMs + profile.deadlines.exchangeMs,
          },
          authorization: null,
          ...way,
          aside: true,
          onExchange: () => undefined,
        });
        const body = answer.read.kind === "json" ? answer.read.value : null;
        return answer.succeeded && (body as { idle?: unknown } | null)?.idle === true;
      };
      const idle = await session.idle.ask(accountId, isIdle);
      reliance.onIdle ||= idle;
      return idle;
    };

    const check: Check = {
      rule,
      seed: seedOf(session.seed, rule.id),
      profile,
      api: as(undefined),
      as,
      expect,
      signal: way.signal,
      send: (request) =>
        sendTo({
          operation:
            request.operation === undefined ? null : (contractOperations.get(request.operation) ?? null),
          host: request.host ?? "payment",
          method: request.method,
          path: request.to,
          parts: request,
          authorization: bearer(request.key),
          ...way,
          onExchange: request.aside === true ? () => undefined : onExchange,
        }),
      control: createControl({
        offered: session.supplies.control,
        send: (operation, parts) => sendOperation(operation, parts, null),
      }),
      ports: trackedPorts(
        { creations: session.creations, signal: way.signal },
        {
          profile,
          guessed: session.guessedPorts,
          observe: (id, seen) => session.observations.add(id, seen),
          send: ({ operation, host, method, path, parts, key }) =>
            sendTo({
              operation,
              host,
              method,
              path,
              parts,
              authorization: host === "control" && key === undefined ? null : bearer(key),
              ...way,
              onExchange,
            }),
        },
      ),
      merchant: () => session.merchants.shared(check),
      ownMerchant: (body = {}) => session.merchants.own(check, body),
      otherMerchant: () => session.merchants.other(check),
      merchantLike: (fixture, body) => session.merchants.withCondition(check, fixture, body),
      inbox: (wanted) =>
        session.eventSources.inbox(check, { ...wanted, onEvent: (event) => transcript.addEvent(event) }),
      property: async (property) => {
        properties += 1;
        const number = properties;
        const { recorded } = session;
        const again = recorded?.rule === rule.id && recorded.case.property === number ? recorded.case : null;
        try {
          const options = {
            seed: check.seed,
            runs: session.runs,
            signal,
            deadlineAt,
            onViolation: (violation: Violation) => (found.violation = violation),
          };
          const reached = await runProperty(
            property,
            again === null ? options : { ...options, recorded: again },
          );
          Object.assign(shares, reached);
        } catch (error) {
          if (error instanceof Violation && error.recorded !== null)
            error.recorded = { ...error.recorded, property: number };
          throw error;
        }
      },
      observe: (id, seen) => session.observations.add(id, seen),
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
      awaitIdle,
      settle: async (merchant, ms) => {
        const deadline = startDeadline({ ms });
        try {
          if (await awaitIdle(merchant, ms).catch(() => false)) return;
          if (deadline.left > 0) await new Promise((resolve) => setTimeout(resolve, deadline.left));
        } finally {
          deadline.cancel();
        }
      },
      expectServed: (id, send) => {
        const operation = contractOperations.get(id);
        if (operation === undefined) throw new Error(`the contract has no operation ${id}`);
        const { host, method, path } = operation;
        const request = { operation, host, method, path, parts: {}, authorization: null, ...way, onExchange };
        return expectServed({ session, request, patient: attempt === 1 }, send);
      },
      once: (key, make) =>
        runOnce({ session, rule, key, attempt, patient, transcript, reliance, served, trying }, make),
      cleanUp: (work) => {
        undo.push(work);
      },
      succeeded: (answer) => {
        if (answer.succeeded) return answer;
        throw new Inconclusive(
          `the target refused what this check is built upon: ${answer.what} answered ${answer.summary}`,
        );
      },
    };
    return check;
  };
  const check = checkFor({ signal, deadlineAt, patient });
  /** Test clocks that the check does not delete itself; they come last, as what is attached to them goes first. */
  const clocksLeft = (): typeof undo =>
    [...clocks].map(([id, key]) => async (cleaning) => {
      if (session.creations.has("test clock", id)) await cleaning.as(key).deleteTestClock({ path: { id } });
    });
  /** It has a time of its own, as the check's may be over; what an abandoned check still tries to send has not. */
  const cleanUp = async (): Promise<readonly string[]> => {
    const work = [...clocksLeft(), ...undo];
    if (work.length === 0) return [];
    const ms = Math.min(profile.deadlines.ruleMs, CLEAN_UP_MS);
    const way = { signal: AbortSignal.timeout(ms), deadlineAt: performance.now() + ms, patient: true };
    return undoAll(checkFor({ ...way, cleaningUp: true }), work);
  };
  return { check, transcript, shares, reliance, found, cleanUp };
}

function keyOf({ request }: Exchange): string | null {
  const [, authorization] = request.headers.find(([name]) => name.toLowerCase() === "authorization") ?? [];
  return authorization?.replace(/^Bearer /, "") ?? null;
}

async function undoAll(
  check: Check,
  undo: readonly ((check: Check) => Promise<unknown>)[],
): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const work of [...undo].reverse()) {
    try {
      await work(check);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  return failures;
}

/** Polls with growing pauses, to a deadline. */
async function eventually<T>(
  wanted: Eventually<T>,
  options: { signal: AbortSignal; withinMs: number },
): Promise<T> {
  const deadline = startDeadline({ ms: options.withinMs });
  let pause = POLL_MS.first;
  try {
    for (;;) {
      const value = await wanted.read();
      if (wanted.holds(value)) return value;
      if (options.signal.aborted)
        throw new Inconclusive(`the check was ended while waiting for ${wanted.expected}`);
      const { left } = deadline;
      if (left <= 0) {
        const shown = wanted.show?.(value) ?? JSON.stringify(value) ?? "nothing";
        throw new Violation({
          basis: "deadline",
          expected: `${wanted.expected} within ${options.withinMs} ms`,
          actual: `at the deadline it was ${shown.length > 300 ? `${shown.slice(0, 300)}…` : shown}`,
        });
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, left)));
      pause = Math.min(pause * 2, POLL_MS.most);
    }
  } finally {
    deadline.cancel();
  }
}
