import type { Answer, Exchange } from "../http/answer.ts";
import {
  createSender,
  type RequestParts,
  type SendToTarget,
  type TargetRequest,
  wireRequest,
} from "../http/client.ts";
import { traceHeaders } from "../http/tracing.ts";
import type { Access } from "../profile/types.ts";
import { learnSecrets } from "../redaction/run-secrets.ts";
import type { TrafficRecorder } from "../recording/har-writer.ts";
import { Inconclusive, TransportFault } from "../verdicts.ts";
import type { TraceJudge } from "../judge/trace/trace.ts";
import type { Session } from "./session.ts";

/** What observes every exchange. */
export type Observers = Pick<
  Session,
  "redactor" | "routes" | "creations" | "idle" | "losses" | "rateRefusals" | "answered"
>;

interface SendingOptions extends Pick<Session, "profile" | "transport" | "budget"> {
  readonly access: Access;
  readonly observers: Observers;
  /** Undefined if nobody judges by it. */
  readonly trace: TraceJudge | undefined;
  readonly recorder: TrafficRecorder | undefined;
}

/** Sends the requests of one run. */
export function createSendToTarget(options: SendingOptions): SendToTarget {
  const { profile, budget, observers } = options;
  const sendOnce = declaringEmptyBodies(createSendOnce(options));
  return async (request) => {
    const entry = {
      route: request.operation?.id ?? `${request.method} ${request.path}`,
      signal: request.signal,
      deadlineAt: request.deadlineAt ?? performance.now() + profile.deadlines.ruleMs,
      exempt: request.cleaningUp === true,
      onPaced: request.onPaced,
      isLimited: request.operation?.answers.has(429) === true,
      patient: request.patient !== false,
    };
    for (;;) {
      await budget.acquire(entry);
      const end = request.aside === true ? () => undefined : observers.idle.begin(request);
      const answer = await sendOnce(request).finally(end);
      const shouldRetry = budget.shouldRetry(entry, answer.exchange.answer);
      if (!entry.patient || answer.status !== 429) return answer;
      if (!shouldRetry)
        throw new Inconclusive(
          `${answer.what} is refused repeatedly because of its rate limit: ${answer.summary}`,
        );
    }
  };
}

type SendOnce = (request: TargetRequest) => Promise<Answer>;

/**
 * Whether a POST without a body needs a content type is open (`empty-body-content-type`), and no form of it suits all servers: one
 * that is refused with 415 is sent again with a content type, as are all later ones to that host.
 */
function declaringEmptyBodies(sendOnce: SendOnce): SendOnce {
  const declaring = new Set<TargetRequest["host"]>();
  const declared = (request: TargetRequest): TargetRequest => ({
    ...request,
    parts: { ...request.parts, raw: { bytes: new Uint8Array(), contentType: "application/json" } },
  });
  return async (request) => {
    const { method, host, parts } = request;
    if (method !== "POST" || parts.json !== undefined || parts.raw !== undefined) return sendOnce(request);
    if (declaring.has(host)) return sendOnce(declared(request));
    const answer = await sendOnce(request);
    if (answer.status !== 415) return answer;
    declaring.add(host);
    return sendOnce(declared(request));
  };
}

/** Whether a check decides about the headers or bytes of a request, so that nothing is added. @internal */
export function isExact({ headers = {}, raw, authorization }: RequestParts): boolean {
  return (
    authorization !== undefined ||
    (raw !== undefined && raw.bytes.byteLength > 0) ||
    Object.keys(headers).some((name) => name.toLowerCase() !== "idempotency-key")
  );
}

function createSendOnce(options: SendingOptions): SendOnce {
  const { profile, access, transport, observers, trace, recorder } = options;
  const { redactor, routes, creations, losses, rateRefusals, answered } = observers;
  const { baseUrl, checkoutUrl, controlUrl = "" } = profile.target;
  const bases = { payment: baseUrl, checkout: checkoutUrl, control: controlUrl };
  const sender = createSender(transport, { usualMs: profile.deadlines.exchangeMs });
  const traced = ({ nextTrace, parts }: TargetRequest) => {
    const { trace: tracing } = profile;
    if (nextTrace === undefined || tracing === false || isExact(parts)) return undefined;
    const is = nextTrace();
    return { is, headers: traceHeaders(tracing, is, access.headers) };
  };
  return async (request) => {
    const operation = request.host === "control" ? null : request.operation;
    const wire = wireRequest({
      base: bases[request.host],
      method: request.method,
      path: request.path,
      parts: request.parts,
      authorization: request.authorization,
      headers: access.headers,
      trace: traced(request),
    });
    const creation = request.signal.aborted ? null : creations.beforeRequest(operation?.id ?? null, wire);
    const known = {
      operation: operation?.id ?? null,
      control: request.host === "control" ? (request.operation?.id ?? null) : null,
    };
    recorder?.begin(wire, known);
    trace?.begin({ request: wire, ...known, calledAt: performance.now() });
    let made: Exchange | null = null;
    try {
      return await sender.send({
        operation,
        request: wire,
        deadlineMs: request.parts.deadlineMs ?? profile.deadlines.exchangeMs,
        signal: request.signal,
        cut: request.parts.cut,
        onExchange: (exchange) => {
          made = exchange;
          if (exchange.answer !== null) {
            if (request.host !== "control") {
              losses.answered(exchange);
              rateRefusals.observe(exchange);
              answered.observe(exchange);
            }
            learnSecrets(redactor, exchange);
          }
          recorder?.end(exchange);
          routes.observe(exchange);
          trace?.end(exchange);
          creations.observe(exchange);
          if (exchange.answer !== null) creations.settle(creation);
          request.onExchange(exchange);
        },
      });
    } catch (error) {
      if (error instanceof TransportFault && operation !== null)
        error.operation = `${operation.method} ${operation.path}`;
      if (error instanceof TransportFault && error.kind === "refused") creations.settle(creation);
      if (error instanceof TransportFault && made !== null && request.host !== "control")
        losses.failed(made, error.kind);
      throw error;
    }
  };
}
