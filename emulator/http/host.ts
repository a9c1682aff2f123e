import type { IncomingMessage } from "node:http";
import { type Context, Hono } from "hono";
import { message, validationFailed } from "../kernel/answers.ts";
import type { TimeSource } from "../kernel/clock.ts";
import type { Engine } from "../kernel/engine.ts";
import type { Answer, Caller, Command } from "../kernel/request.ts";
import { StorageFailure } from "../kernel/storage-failure.ts";
import type { Operation } from "../kernel/types.ts";
import type { Parts } from "../parts.ts";
import { type Whenever, whenThere } from "../kernel/whenever.ts";
import { type ReadBody, usualLimits } from "./body.ts";
import type { Loss } from "../traffic/losses.ts";
import type { Traffic } from "../traffic/index.ts";
import type { Recorded } from "../traffic/request-log.ts";
import type { Disturbance } from "../traffic/faults.ts";
import { pagePaths, withPageAddresses } from "./page-addresses.ts";
import { announcedBy, type Plain, type Received, receivedFromSocket, receivedFromWeb } from "./received.ts";
import { respond, responseOf, type Served } from "./respond.ts";
import { createRoutes } from "./routes.ts";

/** What the hosts and the control router consist of. */
export interface HttpOptions {
  engine: Engine;
  parts: Parts;
  time: TimeSource;
  /** Called with an error that should not exist; the client gets a bare 500. */
  onFault: (fault: unknown) => void;
}

/** The answer to a request that failed. It gives the reason only if the sender can do something about it. */
const failed = (fault: unknown): Answer =>
  message(500, fault instanceof StorageFailure ? fault.message : "The emulator failed");

/** Unknown paths, other methods and faults, answered alike by hosts and control. */
export function withFallbacks(
  app: Hono,
  routes: readonly { path: string; method: string }[],
  options: {
    onFault: HttpOptions["onFault"];
    /** Called with each of these answers. */
    onAnswer?: (request: Request, answer: Answer) => void;
    /** Routes of another host. */
    elsewhere?: readonly Operation[];
  },
): Hono {
  const { onFault, onAnswer, elsewhere = [] } = options;
  const given = (context: Context, answer: Answer): Response => {
    onAnswer?.(context.req.raw, answer);
    return respond(answer);
  };
  const methods = new Map<string, string[]>();
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method]);
  for (const [path, allowed] of methods) {
    app.all(path, (context) =>
      given(context, {
        ...message(405, `This route takes ${allowed.join(" and ")} only`),
        headers: { allow: allowed.join(", ") },
      }),
    );
  }
  for (const { method, path, host } of elsewhere)
    app.on(method, path, (context) =>
      given(context, message(404, `Route not found: the ${host} host has it`)),
    );
  app.notFound((context) => given(context, message(404, "Route not found")));
  app.onError((fault, context) => {
    onFault(fault);
    return given(context, failed(fault));
  });
  return app;
}

/** What a request was answered, and its body where one was read. */
interface Answered {
  readonly answer: Answer;
  readonly body?: unknown;
}

/** Answers one request of one operation: authenticates, reads the body, runs the operation. */
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
    return whenThere(engine.answer(operation, command), (answer) => ({ answer, body }));
  };
  return operation.method === "POST" ? whenThere(request.readBody(usualLimits, time), run) : run(NO_BODY);
}

const NO_BODY: ReadBody = { read: true, value: undefined };

/** Bodies of more bytes are not recorded. */
const MOST_RECORDED = 65_536;

/** A host: its routes as one function from request to response. */
export interface Host {
  fetch: (request: Request) => Response | Promise<Response>;
  /** The same for a plain request on a socket, without web objects; false for one that needs them. */
  answer: SocketAnswer;
}

/** Answers a plain request that came on a socket: calls back once. False for one that is not answered so. */
export type SocketAnswer = (
  incoming: IncomingMessage,
  plain: Plain,
  send: (served: Served) => void,
) => boolean;

/** A host that serves operations. */
export function createHost(
  options: HttpOptions & {
    name: string;
    operations: readonly Operation[];
    /** Those of another host. */
    elsewhere?: readonly Operation[];
    traffic: Traffic;
    /** Answers what is asked below `pagePaths`. */
    pages: (request: Request) => Promise<Response>;
  },
): Host {
  const { engine, parts, operations, time, traffic, onFault, name } = options;
  const app = new Hono();

  const record = (
    { method, target, headers }: Pick<Received, "method" | "target" | "headers">,
    began: number,
    seen: Omit<Recorded, "at" | "durationMs" | "host" | "method" | "path" | "idempotencyKey">,
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
      body: isLong ? undefined : seen.body,
      answer: seen.answer,
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
    return whenThere(answered(options, operation, request, caller), ({ answer, body }) => {
      const given = withPageAddresses(answer, operationId, request);
      if (finish === undefined) return { answer: given, body };
      return whenThere(finish(given, { operationId, caller }), (finished) => ({ answer: finished, body }));
    });
  };

  /** All that happens to a request of an operation, whatever brought it. */
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
    return whenThere(given, ({ answer, body }) => {
      const fault = disturbance?.fault;
      const requestId = record(request, began, { operationId, caller, body, answer, fault });
      return { answer, requestId, loss: lossBy[fault?.effect ?? ""] };
    });
  };

  for (const operation of operations) {
    app.on(operation.method, operation.path, async (context: Context): Promise<Response> => {
      const received = receivedFromWeb(context.req.raw, context.req.param());
      return responseOf(await serve(operation, received));
    });
  }
  const pageRoutes = pagePaths.flatMap((path) =>
    ["GET", "POST"].map((method) => ({ method, path: `${path}:id` })),
  );
  for (const { method, path } of pageRoutes) {
    app.on(method, path, async (context) => {
      const began = time.now();
      const response = await options.pages(context.req.raw);
      record(receivedFromWeb(context.req.raw, {}), began, {
        operationId: "hostedPage",
        answer: { status: response.status, body: undefined },
      });
      return response;
    });
  }
  const served = withFallbacks(app, [...operations, ...pageRoutes], {
    onFault: options.onFault,
    elsewhere: options.elsewhere ?? [],
    onAnswer: (request, answer) => record(receivedFromWeb(request, {}), time.now(), { answer }),
  });
  const findOperation = createRoutes(operations);
  const answer: SocketAnswer = (incoming, plain, send) => {
    const found = findOperation(plain.method, plain.path);
    if (found === undefined) return false;
    const received = receivedFromSocket(incoming, plain, found.params);
    const fail = (fault: unknown): void => {
      onFault(fault);
      const failure = failed(fault);
      record(received, time.now(), { answer: failure });
      send({ answer: failure });
    };
    const begin = (): void => {
      let given: Whenever<Served>;
      try {
        given = serve(found.operation, received);
      } catch (fault) {
        return fail(fault);
      }
      if (given instanceof Promise) given.then(send, fail);
      else send(given);
    };
    // A body nearly always came with its head, and is there as soon as what runs now has ended.
    if (announcedBy(plain) > 0) process.nextTick(begin);
    else begin();
    return true;
  };
  return { fetch: (request) => served.fetch(request), answer };
}

/** How the answer of a request that met a fault gets lost. */
const lossBy: Readonly<Record<string, Loss>> = {
  "lose-request": "unsent",
  "lose-answer": "unsent",
  "cut-answer": "cut",
};

/** What is answered to a request that meets faults: a lost request and one that ends in an error have no effect. */
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
