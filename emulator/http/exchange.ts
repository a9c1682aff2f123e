import { message, validationFailed } from "../kernel/answers.ts";
import type { TimeSource } from "../kernel/clock.ts";
import type { Engine } from "../kernel/engine.ts";
import type { Caller, Answer, Command } from "../kernel/request.ts";
import type { Operation } from "../kernel/types.ts";
import { type Whenever, whenReady } from "../kernel/whenever.ts";
import type { Parts } from "../parts.ts";
import type { Disturbance } from "../traffic/faults.ts";
import type { Traffic } from "../traffic/index.ts";
import type { Loss } from "../traffic/losses.ts";
import type { Recorded } from "../traffic/logs.ts";
import type { ReadBody } from "./body.ts";
import { whyNoKey } from "../hints/refused-key.ts";
import { withPageAddresses } from "./page-addresses.ts";
import type { Received } from "./received.ts";
import type { Served } from "./respond.ts";

/** What the hosts and the router of control need. */
export interface HttpOptions {
  engine: Engine;
  parts: Parts;
  time: TimeSource;
  /** Called with an unexpected error; the client gets a 500 without details. */
  onFault: (fault: unknown) => void;
}

/** Larger bodies are not recorded, bytes. */
const MOST_RECORDED = 65_536;
/** What is kept of a longer name of a request, in characters. */
const LONGEST_CASE = 200;

/** What a host does with a request, from a socket or as a web request. */
export function createExchange(options: HttpOptions & { name: string; traffic: Traffic }) {
  const { engine, parts, time, traffic, name } = options;

  /** Records a request that began at that time, and returns its id in the log. */
  const record = (
    { method, target, headers }: Pick<Received, "method" | "target" | "headers">,
    began: number,
    seen: Omit<Recorded, "at" | "durationMs" | "host" | "method" | "path" | "idempotencyKey" | "case">,
  ): string => {
    const isLong = Number(headers.get("content-length") ?? 0) > MOST_RECORDED;
    return traffic.log.add({
      at: began,
      durationMs: time.now() - began,
      host: name,
      method,
      path: target,
      operationId: seen.operationId,
      caller: seen.caller,
      idempotencyKey: headers.get("idempotency-key") ?? undefined,
      case: headers.get("payconform-case")?.slice(0, LONGEST_CASE),
      body: isLong ? undefined : seen.body,
      answer: seen.answer,
      refusedKey: seen.refusedKey,
      fault: seen.fault,
    });
  };

  const decide = (
    operation: Operation,
    request: Received,
    caller: Caller | undefined,
  ): Whenever<Answered> => {
    const { operationId } = operation;
    const finish = parts.answers[operationId];
    return whenReady(answered(options, operation, request, caller), ({ answer, body }) => {
      const given = withPageAddresses(answer, operationId, request);
      if (finish === undefined) return { answer: given, body };
      return whenReady(finish(given, { operationId, caller }), (finished) => ({ answer: finished, body }));
    });
  };

  /** Authenticates, applies faults, decides and records a request of an operation. */
  const serve = (operation: Operation, request: Received): Whenever<Served> => {
    const { operationId } = operation;
    const began = time.now();
    const key = parts.authentication.readKey(request.headers.get("authorization") ?? undefined, operationId);
    const caller =
      key === undefined ? undefined : parts.authentication.callerOf(engine.state, key, operationId);
    const disturbance = traffic.faults.meet({ operationId, accountId: caller?.accountId });
    const given =
      disturbance === undefined
        ? decide(operation, request, caller)
        : disturbed(disturbance, time, () => decide(operation, request, caller));
    return whenReady(given, ({ answer, body }) => {
      const fault = disturbance?.fault;
      const refusedKey =
        caller === undefined && answer.status === 401
          ? whyNoKey(request.headers.get("authorization"), traffic.replacedKeys)
          : undefined;
      const requestId = record(request, began, { operationId, caller, body, answer, fault, refusedKey });
      return { answer, requestId, loss: lossBy[fault?.effect ?? ""] };
    });
  };

  return { serve, record };
}

/** The answer to a request, and the request's body if it was read. */
interface Answered {
  readonly answer: Answer;
  readonly body?: unknown;
}

/** Answers a request of an operation: screens and authenticates it, reads its body, runs the operation. */
function answered(
  { engine, parts, time }: HttpOptions,
  operation: Operation,
  request: Received,
  caller: Caller | undefined,
): Whenever<Answered> {
  const { area, operationId } = operation;
  const screened = parts.screens[operationId]?.({ headers: request.headers, operationId });
  if (screened !== undefined) return { answer: screened };
  if (caller === undefined) {
    return { answer: (parts.authentication.unauthorized[area] ?? parts.authentication.unauthorized.usual)() };
  }
  const run = (read: ReadBody): Whenever<Answered> => {
    if (!read.read)
      return { answer: validationFailed(read.status ?? parts.unreadableStatus[area] ?? 400, [read.error]) };
    const body = read.value;
    const command: Command = {
      operationId,
      caller,
      params: request.params,
      query: request.query(),
      headers: request.allHeaders(),
      body,
    };
    return whenReady(engine.answer(operation, command), (answer) => ({ answer, body }));
  };
  return operation.method === "POST" ? whenReady(request.readBody(time), run) : run(NO_BODY);
}

const NO_BODY: ReadBody = { read: true, value: undefined };

/** How an answer gets lost, by the effect of the fault. */
const lossBy: Readonly<Record<string, Loss>> = {
  "lose-request": "unsent",
  "lose-answer": "unsent",
  "cut-answer": "cut",
};

/** Answers a request that is affected by faults. A lost request and an `error` never reach the operation. */
async function disturbed(
  { delayMs, fault }: Disturbance,
  time: TimeSource,
  serve: () => Whenever<Answered>,
): Promise<Answered> {
  if (delayMs > 0) await new Promise<void>((resolve) => void time.after(delayMs, resolve));
  if (fault.effect === "error") {
    const { status = 500 } = fault;
    return { answer: message(status, "The emulator was asked to fail here") };
  }
  if (fault.effect === "lose-request") return { answer: message(500, "The request was lost") };
  return serve();
}
