import type { IncomingMessage } from "node:http";
import { type Context, Hono } from "hono";
import { message, validationFailed } from "../kernel/answers.ts";
import type { TimeSource } from "../kernel/clock.ts";
import type { Engine } from "../kernel/engine.ts";
import type { Answer, Caller } from "../kernel/request.ts";
import type { Operation } from "../kernel/types.ts";
import type { Parts } from "../parts.ts";
import { usualLimits } from "./body.ts";
import { losing } from "../traffic/losses.ts";
import type { Traffic } from "../traffic/index.ts";
import type { RequestRecord } from "../traffic/request-log.ts";
import type { Disturbance } from "../traffic/faults.ts";
import { pagePaths, withPageAddresses } from "./page-addresses.ts";
import { plainOf, type Received, receivedFromSocket, receivedFromWeb } from "./received.ts";
import { respond } from "./respond.ts";

/** What the hosts and the control router consist of. */
export interface HttpOptions {
  engine: Engine;
  parts: Parts;
  time: TimeSource;
  /** Called with an error that should not exist; the client gets a bare 500. */
  onFault: (fault: unknown) => void;
}

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
    return given(context, message(500, "The emulator failed"));
  });
  return app;
}

/** What a request was answered, and its body where one was read. */
interface Answered {
  readonly answer: Answer;
  readonly body?: unknown;
}

/** Answers one request of one operation: authenticates, reads the body, runs the operation. */
async function answered(
  options: HttpOptions,
  operation: Operation,
  request: Received,
  caller: Caller | undefined,
): Promise<Answered> {
  const { engine, parts, time } = options;
  const { area, operationId } = operation;
  const screened = parts.screens[operationId]?.({ headers: request.headers, operationId });
  if (screened !== undefined) return { answer: screened };
  if (caller === undefined) {
    return { answer: (parts.authentication.unauthorized[area] ?? parts.authentication.unauthorized.usual)() };
  }
  const read =
    operation.method === "POST"
      ? await request.readBody(usualLimits, time)
      : { read: true as const, value: undefined };
  if (!read.read)
    return { answer: validationFailed(read.status ?? parts.unreadableStatus[area] ?? 400, [read.error]) };
  const answer = await engine.execute(operation, {
    operationId,
    caller,
    params: request.params,
    query: request.query(),
    headers: request.allHeaders(),
    body: read.value,
  });
  return { answer, body: read.value };
}

/** The header that names a request in the log of requests. */
const REQUEST_ID = "request-id";

/** Bodies of more bytes are not recorded. */
const MOST_RECORDED = 65_536;

/** A host: its routes as one function from request to response. */
export interface Host {
  fetch: (request: Request) => Response | Promise<Response>;
  /** The same for a request on a socket, without web objects; undefined for one that needs them. */
  answer: (incoming: IncomingMessage) => Promise<Response> | undefined;
}

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
  const { engine, parts, operations, time, traffic } = options;
  const app = new Hono();
  const operationOf = new Map<unknown, Operation>();

  const record = (
    request: Pick<Received, "method" | "target" | "headers">,
    began: number,
    seen: Pick<RequestRecord, "answer"> & Partial<RequestRecord>,
  ): string => {
    const { method, target, headers } = request;
    const idempotencyKey = headers.get("idempotency-key");
    const isLong = Number(headers.get("content-length") ?? 0) > MOST_RECORDED;
    return traffic.log.add({
      at: began,
      durationMs: time.now() - began,
      host: options.name,
      method,
      path: target,
      ...(idempotencyKey === null ? {} : { idempotencyKey }),
      ...seen,
      ...(isLong ? { body: undefined } : {}),
    });
  };

  /** All that happens to a request of an operation, whatever brought it. */
  const serve = async (operation: Operation, request: Received): Promise<Response> => {
    const { operationId } = operation;
    const began = time.now();
    const key = parts.authentication.readKey(request.headers.get("authorization") ?? undefined, operationId);
    const caller =
      key === undefined ? undefined : parts.authentication.callerOf(engine.state, key, operationId);
    const finish = parts.answers[operationId];
    const decide = async (): Promise<Answered> => {
      const decided = await answered(options, operation, request, caller);
      const answer = withPageAddresses(decided.answer, operationId, request.url);
      const given = { ...decided, answer };
      if (finish === undefined) return given;
      return { ...given, answer: await finish(given.answer, { operationId, caller }) };
    };
    const disturbance = traffic.faults.meet({ operationId, accountId: caller?.accountId });
    const { answer, body } =
      disturbance === undefined ? await decide() : await disturbed(disturbance, time, decide);
    const fault = disturbance?.fault;
    const id = record(request, began, {
      operationId,
      ...caller,
      ...(body === undefined ? {} : { body }),
      answer,
      ...(fault === undefined ? {} : { fault: fault.effect, faultId: fault.id }),
    });
    const response = respond({ ...answer, headers: { ...answer.headers, [REQUEST_ID]: id } });
    if (fault?.effect === "lose-request" || fault?.effect === "lose-answer")
      return losing(response, "unsent");
    return fault?.effect === "cut-answer" ? losing(response, "cut") : response;
  };

  for (const operation of operations) {
    const handler = async (context: Context): Promise<Response> =>
      serve(operation, receivedFromWeb(context.req.raw, context.req.param()));
    operationOf.set(handler, operation);
    app.on(operation.method, operation.path, handler);
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
  return {
    fetch: (request) => served.fetch(request),
    answer: (incoming) => {
      const plain = plainOf(incoming);
      if (plain === undefined) return undefined;
      const [[matched], values] = served.router.match(incoming.method ?? "", plain.path);
      const operation = operationOf.get(matched?.[0][0]);
      if (matched === undefined || operation === undefined) return undefined;
      const params: Record<string, string> = {};
      for (const [name, at] of Object.entries<string | number>(matched[1]))
        params[name] = typeof at === "number" ? String(values?.[at] ?? "") : at;
      return serve(operation, receivedFromSocket(incoming, plain, params)).catch((fault: unknown) => {
        options.onFault(fault);
        const answer = message(500, "The emulator failed");
        record(receivedFromSocket(incoming, plain, params), time.now(), { answer });
        return respond(answer);
      });
    },
  };
}

/** What is answered to a request that meets faults: a lost request and one that ends in an error have no effect. */
async function disturbed(
  { delayMs, fault }: Disturbance,
  time: TimeSource,
  serve: () => Promise<Answered>,
): Promise<Answered> {
  if (delayMs > 0) await new Promise<void>((resolve) => void time.after(delayMs, resolve));
  if (fault.effect === "error") {
    const { status = 500 } = fault;
    return { answer: message(status, "The emulator was asked to fail here") };
  }
  if (fault.effect === "lose-request") return { answer: message(500, "The request was lost") };
  return serve();
}
